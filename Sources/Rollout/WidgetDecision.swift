/// Whether a widget may show its content to one caller, and why not.
public struct WidgetDecision: Hashable, Sendable {
    /// What answered.
    public enum Reason: Hashable, Sendable {
        /// No kill matches and every gating flag is true.
        case enabled
        /// A kill of the widget or the app, named by its revision.
        case killed(revision: Int64)
        /// This gating flag did not decide true, for the reason that its own decision gives.
        case gated(by: FlagKey, Decision)
    }

    /// Why it may show its content, or may not.
    public let reason: Reason
    /// What to show when it is not enabled.
    public let whenDisabled: Widget.Fallback

    /// Whether it may show its content.
    public var isEnabled: Bool { reason == .enabled }
}
