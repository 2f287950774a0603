import Foundation
import Rollout
import WidgetGating

/// What the gate says of one timeline, in words that WidgetKit does not have too (`Timeline`, `WidgetFamily`).
struct TimelinePlan {
    /// What an entry shows.
    enum Content {
        case wallpaper(of: Date)
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

    /// - Parameter family: In which the widget is about to show.
    init(kind: WidgetKind, family: WidgetFamily, now: Date) {
        let directory = Wallpapers.directory
        let gate = WidgetGate(
            in: directory,
            app: Wallpapers.app,
            trust: Wallpapers.trust,
            embedded: Wallpapers.embedded,
            caller: .extension(in: directory)
        )
        for fault in gate.faults { print("configuration: \(fault)") }
        let device = Instant(millisecondsSince1970: Int64(now.timeIntervalSince1970 * 1000))
        let answer = gate.widget(kind, family: family, at: device)
        shown = ShownEntries(kind: kind.text, family: family.rawValue)
        if let instead = answer.instead {
            entries = [(now, Self.content(instead, shown, now))]
        } else {
            let timeline = answer.timeline ?? Self.usual
            entries = (0..<timeline.entries).map { index in
                let date = now.addingTimeInterval(Double(index * (timeline.entrySpacingMinutes ?? 0) * 60))
                return (date, .wallpaper(of: date))
            }
        }
        // A silenced widget spends nothing of the day's reloads: the app has it made anew when it may show again.
        let minutes = answer.mayReload ? (answer.timeline ?? Self.usual).nextTimelineAfterMinutes : nil
        renewal = minutes.map { now.addingTimeInterval(Double($0 * 60)) }
    }

    /// Takes note of what is about to be shown, for the time when the widget is to keep it.
    func remember() {
        let dates = entries.compactMap { entry in
            if case .wallpaper(let date) = entry.content { date } else { nil }
        }
        if !dates.isEmpty { shown.dates = dates }
    }

    private static func content(_ instead: Widget.Fallback, _ shown: ShownEntries, _ now: Date) -> Content {
        switch instead {
        case .placeholder: .placeholder
        case .emblem: .emblem
        case .lastEntry: shown.last(at: now).map { .wallpaper(of: $0) } ?? .emblem
        }
    }
}
