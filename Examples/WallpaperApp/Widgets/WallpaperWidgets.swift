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
        .description("Another wallpaper every day.")
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
        .description("The shape of the wallpaper on the Lock Screen.")
        .supportedFamilies([.accessoryCircular, .accessoryRectangular])
    }
}
