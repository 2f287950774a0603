import ConfigPolling
public import Rollout
public import StrictJSON

/// Decisions by what is in force now; on any thread, at once.
extension ConfigClient {
    /// What a flag gives, and why; nil: there is no such flag.
    public nonisolated func decision(for key: FlagKey) -> Decision? {
        let device = surroundings.deviceTime()
        return decider.withLock { $0.decision(for: key, device) }
    }

    /// Whether a widget may show its content, and why not; nil: there is no such widget.
    ///
    /// Widgets themselves ask a `WidgetGate`.
    ///
    /// - Parameter family: nil: that of the context, if it has one.
    public nonisolated func decision(for kind: WidgetKind, in family: WidgetFamily? = nil) -> WidgetDecision?
    {
        let device = surroundings.deviceTime()
        return decider.withLock { $0.decision(for: kind, in: family, device) }
    }

    /// What a flag of type `boolean` gives; `fallback` when there is no such flag.
    public nonisolated func boolean(_ key: FlagKey, or fallback: Bool = false) -> Bool {
        if case .boolean(let value)? = decision(for: key)?.value { value } else { fallback }
    }

    /// What a flag of type `integer` gives; `fallback` when there is no such flag.
    public nonisolated func integer(_ key: FlagKey, or fallback: Int64) -> Int64 {
        if case .integer(let value)? = decision(for: key)?.value { value } else { fallback }
    }

    /// What a flag of type `number` gives; `fallback` when there is no such flag.
    public nonisolated func number(_ key: FlagKey, or fallback: Double) -> Double {
        if case .number(let value)? = decision(for: key)?.value { value } else { fallback }
    }

    /// What a flag of type `string` gives; `fallback` when there is no such flag.
    public nonisolated func string(_ key: FlagKey, or fallback: String) -> String {
        if case .string(let value)? = decision(for: key)?.value { value } else { fallback }
    }

    /// What a flag of type `json` gives; nil when there is no such flag.
    public nonisolated func json(_ key: FlagKey) -> JSON? {
        if case .json(let value)? = decision(for: key)?.value { value } else { nil }
    }
}

/// What is known of what is in force.
extension ConfigClient {
    /// How old what is in force is, and what went wrong last.
    public var freshness: Freshness {
        let device = surroundings.deviceTime()
        let now = decider.withLock { $0.clock.now(device) }
        return Freshness(
            source: inForce.copy == nil ? .nothing : inForce.isEmbedded ? .embedded : .server,
            revision: inForce.copy?.configuration.revision,
            confirmedAt: inForce.confirmedAt,
            age: inForce.confirmedAt.map { max(.zero, now.duration(since: $0)) },
            lastProblem: lastProblem
        )
    }

    /// How far the server's clock is ahead of the device's, as far as is known; negative when it is behind.
    public nonisolated var serverTimeOffset: Duration {
        let device = surroundings.deviceTime()
        return decider.withLock { $0.clock.offset(device) }
    }

    /// Who this installation is to rollouts, for people who ask why they see what they see
    /// (`widgetctl explain --installation`); nil: the App Group cannot be used.
    public nonisolated var installation: String? { decider.withLock { $0.context.installation } }
}
