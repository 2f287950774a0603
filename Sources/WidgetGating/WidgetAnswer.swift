import ConfigBundle
public import Rollout

/// Whether a widget may show its content and be reloaded, and how, or what it shows instead.
public struct WidgetAnswer: Hashable, Sendable {
    /// Why.
    public enum Reason: Hashable, Sendable {
        /// Nothing silences it.
        case enabled
        /// A kill of the widget or the app, named by its revision.
        case killed(revision: Int64)
        /// This flag, which gates it, did not decide true, for the reason that its own decision gives.
        case gated(by: FlagKey, Decision)
        /// The bundle has no such widget, or there is none: nothing speaks against it.
        case unknown
        /// The server has written something about it that cannot be read, so that nothing speaks for it.
        case unreadable(String)
    }

    /// Why it may or may not.
    public let reason: Reason
    /// How its entries come and go, while it may be shown; nil when that is the widget's own affair.
    public let timeline: Timeline?
    /// What it shows instead of its content; nil while it may show that.
    public let instead: Widget.Fallback?

    /// Whether it may show its content.
    public var mayShow: Bool { instead == nil }

    /// Whether it is worth a part of the day's budget to have its timeline made anew.
    ///
    /// Not of one that is silenced, whose timeline is a single entry without an end. When it may show itself again, the
    /// app hears of it and has the timeline made anew.
    public var mayReload: Bool { mayShow }
}

extension WidgetAnswer {
    init(_ decision: WidgetDecision, _ timeline: Timeline) {
        reason =
            switch decision.reason {
            case .enabled: .enabled
            case .killed(let revision): .killed(revision: revision)
            case .gated(let flag, let gate): .gated(by: flag, gate)
            }
        self.timeline = timeline
        instead = decision.isEnabled ? nil : decision.whenDisabled
    }

    static let unknown = WidgetAnswer(reason: .unknown, timeline: nil, instead: nil)

    static func unreadable(_ error: BundleError) -> WidgetAnswer {
        WidgetAnswer(reason: .unreadable(error.description), timeline: nil, instead: .placeholder)
    }
}
