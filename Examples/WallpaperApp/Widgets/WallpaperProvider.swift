import Foundation
import SwiftUI
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
        completion(entries(of: plan(for: context))[0])
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<WallpaperEntry>) -> Void) {
        let plan = plan(for: context)
        plan.remember()
        let policy: TimelineReloadPolicy = if let date = plan.renewal { .after(date) } else { .never }
        completion(Timeline(entries: entries(of: plan), policy: policy))
    }

    private func plan(for context: Context) -> TimelinePlan {
        let (family, size) = (context.family.known, context.displaySize)
        let scale = context.environmentVariants.displayScale?.max() ?? 3
        WidgetPlaces.note(family, width: size.width, height: size.height, scale: scale)
        return TimelinePlan(
            kind: Wallpapers.name(kind),
            family: family,
            place: family.place(width: size.width, height: size.height, scale: scale),
            now: .now
        )
    }

    private func entries(of plan: TimelinePlan) -> [WallpaperEntry] {
        plan.entries.map { WallpaperEntry(date: $0.date, content: $0.content) }
    }
}
