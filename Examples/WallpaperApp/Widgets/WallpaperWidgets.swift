import SwiftUI
import WidgetKit

@main
struct WallpaperWidgets: WidgetBundle {
    var body: some Widget {
        WallpaperHomeWidget()
        WallpaperLockWidget()
    }
}

struct WallpaperHomeWidget: Widget {
    private let kind = "WallpaperHomeWidget"

    var body: some WidgetConfiguration {
        StaticConfiguration(kind: kind, provider: WallpaperProvider(kind: kind)) { entry in
            WallpaperView(entry: entry)
        }
        .configurationDisplayName("Wallpaper")
        .description("A wallpaper that changes through the day.")
        .supportedFamilies([.systemSmall, .systemMedium])
    }
}

struct WallpaperLockWidget: Widget {
    private let kind = "WallpaperLockWidget"

    var body: some WidgetConfiguration {
        StaticConfiguration(kind: kind, provider: WallpaperProvider(kind: kind)) { entry in
            WallpaperView(entry: entry)
        }
        .configurationDisplayName("Wallpaper emblem")
        .description("The wallpaper of the moment on the Lock Screen.")
        .supportedFamilies([.accessoryCircular, .accessoryRectangular])
    }
}
