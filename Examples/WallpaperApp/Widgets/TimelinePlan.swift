import Foundation
import Rollout
import WallpaperManifest
import WidgetGating

/// What the gate says of one timeline, in words that WidgetKit does not have too (`Timeline`, `WidgetFamily`).
struct TimelinePlan {
    /// What an entry shows.
    enum Content {
        /// The file of that name among ``Pictures``.
        case picture(String)
        case emblem
        case placeholder
    }

    /// One or more, the first for now.
    let entries: [(date: Date, content: Content)]
    /// When a new timeline is to be asked for; nil: not before the app says so.
    let renewal: Date?
    private let shown: ShownEntries

    /// How entries come and go where the configuration knows nothing of the widget.
    private static let usual = Timeline(
        pattern: .timer,
        entries: 6,
        entrySpacingMinutes: 30,
        nextTimelineAfterMinutes: 180
    )

    /// - Parameters:
    ///   - family: In which the widget is about to show.
    ///   - place: Where; nil: nowhere that a picture can be.
    init(kind: WidgetKind, family: WidgetFamily, place: WallpaperPlace?, now: Date) {
        let gate = WidgetGate.wallpapers
        for fault in gate.faults { print("configuration: \(fault)") }
        let answer = gate.widget(kind, family: family, at: Instant(now))
        let shown = ShownEntries(kind: kind.text, family: family.rawValue)
        if let instead = answer.instead {
            entries = [(now, Self.content(instead, shown, now))]
        } else {
            let timeline = answer.timeline ?? Self.usual
            let wallpapers = gate.openWallpapers()
            if let fault = wallpapers.fault { print("wallpapers: \(fault)") }
            entries = (0..<timeline.entries).map { index in
                let date = now.addingTimeInterval(Double(index * (timeline.entrySpacingMinutes ?? 0) * 60))
                return (date, Self.content(wallpapers, place, shown, date))
            }
        }
        self.shown = shown
        // A silenced widget spends nothing of the day's reloads: the app has it made anew when it may show again.
        let minutes = answer.mayReload ? (answer.timeline ?? Self.usual).nextTimelineAfterMinutes : nil
        renewal = minutes.map { now.addingTimeInterval(Double($0 * 60)) }
    }

    /// Takes note of what is about to be shown, for the time when the widget is to keep it.
    func remember() {
        let pictures = entries.compactMap { entry in
            if case .picture(let name) = entry.content { (date: entry.date, name: name) } else { nil }
        }
        if !pictures.isEmpty { shown.note(pictures) }
    }

    /// The day's wallpaper if its picture is there; otherwise what was shown last, as while a new manifest or a picture is
    /// on its way.
    private static func content(
        _ wallpapers: WallpaperGate,
        _ place: WallpaperPlace?,
        _ shown: ShownEntries,
        _ date: Date
    ) -> Content {
        guard let place, let day = CivilDate(date) else { return .emblem }
        let answer = wallpapers.wallpaper(for: place, on: day, at: Instant(date))
        if let name = answer.picture?.file.name, Pictures.has(name) { return .picture(name) }
        return content(.lastEntry, shown, date)
    }

    private static func content(_ instead: Widget.Fallback, _ shown: ShownEntries, _ now: Date) -> Content {
        switch instead {
        case .placeholder: .placeholder
        case .emblem: .emblem
        case .lastEntry: shown.last(at: now).map { .picture($0) } ?? .emblem
        }
    }
}
