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

    /// - Parameter family: As WidgetKit names it; one that is new to the gate is treated as a small one.
    init(kind: WidgetKind, family: String, now: Date) {
        let directory = Wallpapers.directory
        let gate = WidgetGate(
            in: directory,
            app: Wallpapers.app,
            trust: Wallpapers.trust,
            embedded: Wallpapers.embedded,
            caller: .extension(in: directory)
        )
        for fault in gate.faults { print("configuration: \(fault)") }
        let shown = ShownUntil(kind: kind.text, family: family)
        let answer = gate.widget(
            kind,
            family: WidgetFamily(rawValue: family) ?? .systemSmall,
            at: Instant(millisecondsSince1970: Int64(now.timeIntervalSince1970 * 1000))
        )
        if let instead = answer.instead {
            entries = [(now, Self.content(instead, shown, now))]
        } else {
            let spacing = TimeInterval((answer.timeline?.entrySpacingMinutes ?? 60) * 60)
            let count = max(1, answer.timeline?.entries ?? 1)
            let dates = (0..<count).map { now.addingTimeInterval(Double($0) * spacing) }
            entries = dates.map { ($0, .wallpaper(of: $0)) }
            shown.date = dates.last
        }
        // A silenced widget spends nothing of the day's reloads: the app has it made anew when it may show again.
        renewal =
            answer.mayReload
            ? answer.timeline?.nextTimelineAfterMinutes.map { now.addingTimeInterval(Double($0 * 60)) } : nil
    }

    private static func content(_ instead: Widget.Fallback, _ shown: ShownUntil, _ now: Date) -> Content {
        switch instead {
        case .placeholder: return .placeholder
        case .emblem: return .emblem
        case .lastEntry:
            guard let last = shown.date else { return .emblem }
            // Stays where it is when asked again.
            shown.date = min(last, now)
            return .wallpaper(of: min(last, now))
        }
    }
}
