import Foundation
import WidgetKit

/// One entry of either widget.
struct WallpaperEntry: TimelineEntry {
    let date: Date
    let content: TimelinePlan.Content
}

/// Asks the gate before anything is shown.
struct WallpaperProvider: TimelineProvider {
    /// As in `Apps/minimal-wallpapers.json`.
    let kind: String

    func placeholder(in context: Context) -> WallpaperEntry {
        WallpaperEntry(date: .now, content: .placeholder)
    }

    func getSnapshot(in context: Context, completion: @escaping (WallpaperEntry) -> Void) {
        // In the gallery people see the widget at its best; what it may show is asked when it is on a screen.
        let now = Date.now
        completion(WallpaperEntry(date: now, content: .wallpaper(of: now)))
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<WallpaperEntry>) -> Void) {
        let plan = TimelinePlan(kind: Wallpapers.name(kind), family: context.family.name, now: .now)
        completion(
            Timeline(
                entries: plan.entries.map { WallpaperEntry(date: $0.date, content: $0.content) },
                policy: plan.renewal.map { .after($0) } ?? .never
            )
        )
    }
}

extension WidgetFamily {
    /// As the gate names it, for the families that these widgets support.
    fileprivate var name: String {
        switch self {
        case .systemMedium: "systemMedium"
        case .accessoryCircular: "accessoryCircular"
        case .accessoryRectangular: "accessoryRectangular"
        default: "systemSmall"
        }
    }
}
