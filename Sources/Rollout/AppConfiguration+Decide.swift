extension AppConfiguration {
    /// What a flag gives to a caller.
    ///
    /// - Parameter now: The moment on the server's clock.
    /// - Returns: nil when the app has no such flag.
    public func decide(_ key: FlagKey, for context: Context, at now: Instant) -> Decision? {
        guard let position = flagIndex[key] else { return nil }
        var listener = NoListener()
        return decide(flagAt: position, for: context, at: now, listener: &listener)
    }

    /// Whether a widget may show its content to a caller.
    ///
    /// - Parameters:
    ///   - context: ``Context/family`` says in which family it is about to show.
    ///   - now: The moment on the server's clock.
    /// - Returns: nil when the app has no such widget.
    public func decide(_ kind: WidgetKind, for context: Context, at now: Instant) -> WidgetDecision? {
        guard let position = widgetIndex[kind] else { return nil }
        var listener = NoListener()
        return decide(widgetAt: position, for: context, at: now, listener: &listener)
    }

    /// The same decision as ``decide(_:for:at:)-(FlagKey,_,_)``, with every layer's answer on the way.
    public func explain(_ key: FlagKey, for context: Context, at now: Instant) -> (Decision, [TraceStep])? {
        guard let position = flagIndex[key] else { return nil }
        var recorder = TraceRecorder()
        let decision = decide(flagAt: position, for: context, at: now, listener: &recorder)
        return (decision, recorder.steps)
    }

    /// The same decision as ``decide(_:for:at:)-(WidgetKind,_,_)``, with every layer's answer on the way.
    public func explain(_ kind: WidgetKind, for context: Context, at now: Instant) -> (
        WidgetDecision, [TraceStep]
    )? {
        guard let position = widgetIndex[kind] else { return nil }
        var recorder = TraceRecorder()
        let decision = decide(widgetAt: position, for: context, at: now, listener: &recorder)
        return (decision, recorder.steps)
    }

    private func decide(
        widgetAt position: Int,
        for context: Context,
        at now: Instant,
        listener: inout some DecisionListener
    ) -> WidgetDecision {
        let widget = widgets[position]
        func decision(_ reason: WidgetDecision.Reason) -> WidgetDecision {
            WidgetDecision(reason: reason, whenDisabled: widget.whenDisabled)
        }
        for kill in kills where kill.silences(widget: widget.kind, for: context) {
            listener.heard(widget.kind.text, .kill, answered: true, Self.describe(kill))
            return decision(.killed(revision: kill.revision))
        }
        listener.heard(widget.kind.text, .kill, answered: false, "no kill of the app or the widget matches")
        for flag in gateIndex[position] {
            let gate = decide(flagAt: flag, for: context, at: now, listener: &listener)
            guard gate.value == .boolean(true) else {
                return decision(.gated(by: flags[flag].key, gate))
            }
        }
        return decision(.enabled)
    }

    private func decide(
        flagAt position: Int,
        for context: Context,
        at now: Instant,
        listener: inout some DecisionListener
    ) -> Decision {
        let flag = flags[position]
        for kill in kills where kill.silences(flag: flag.key, for: context) {
            listener.heard(flag.key.text, .kill, answered: true, Self.describe(kill))
            return Decision(value: flag.killedValue, reason: .killed(revision: kill.revision))
        }
        listener.heard(flag.key.text, .kill, answered: false, "no kill of the app or the flag matches")

        guard flag.status == .active else {
            listener.heard(flag.key.text, .status, answered: true, "the flag is \(flag.status.rawValue)")
            return Decision(value: flag.defaultValue, reason: .disabled)
        }
        listener.heard(flag.key.text, .status, answered: false, "the flag is active")

        for (prerequisite, index) in zip(flag.prerequisites, prerequisiteIndex[position]) {
            let found = decide(flagAt: index, for: context, at: now, listener: &listener).value
            let isMet = found == prerequisite.value
            listener.heard(
                flag.key.text,
                .prerequisite,
                answered: !isMet,
                "\(prerequisite.flag) is \(found), wanted \(prerequisite.value)"
            )
            guard isMet else {
                return Decision(value: flag.defaultValue, reason: .prerequisite(prerequisite.flag))
            }
        }

        for rule in flag.rules {
            let matches = rule.matches(context)
            listener.heard(
                flag.key.text,
                .rule,
                answered: matches,
                Self.describe(rule, matches: matches, context)
            )
            if matches { return Decision(value: rule.value, reason: .rule(rule.name)) }
        }

        if let rollout = flag.rollout {
            let isEnrolled = rollout.enrols(context.installation, at: now)
            listener.heard(
                flag.key.text,
                .rollout,
                answered: isEnrolled,
                Self.describe(rollout, context.installation, at: now)
            )
            if isEnrolled { return Decision(value: rollout.value, reason: .rollout) }
            listener.heard(flag.key.text, .default, answered: true, "\(flag.defaultValue)")
            return Decision(value: flag.defaultValue, reason: .rolloutExcluded)
        }
        listener.heard(flag.key.text, .rollout, answered: false, "no rollout was started")
        listener.heard(flag.key.text, .default, answered: true, "\(flag.defaultValue)")
        return Decision(value: flag.defaultValue, reason: .default)
    }
}

extension PhasedRollout {
    /// Whether an installation gets the rollout's value. Without an ID only a share of 100 percent holds it.
    func enrols(_ installation: String?, at now: Instant) -> Bool {
        let percent = percent(at: now)
        // Nobody and everybody need no hash.
        if percent == .none { return false }
        if percent == .all { return true }
        guard let installation else { return false }
        return salt.bucket(of: installation).value < percent.buckets
    }
}

// MARK: - Words for the trace

extension AppConfiguration {
    private static func describe(_ kill: Kill) -> String {
        "killed at revision \(kill.revision): \(kill.target), for \(kill.scope)"
    }

    private static func describe(_ rule: Rule, matches: Bool, _ context: Context) -> String {
        if matches { return "\"\(rule.name)\" matches and gives \(rule.value)" }
        let missed = rule.conditions.first { !$0.isMet(by: context) }
        return "\"\(rule.name)\" does not match: wants \(missed.map(\.description) ?? "")"
    }

    private static func describe(_ rollout: PhasedRollout, _ installation: String?, at now: Instant) -> String
    {
        let percent = rollout.percent(at: now)
        let next = rollout.nextStage(after: now).map { "; \($0.percent) % from \($0.from)" } ?? ""
        guard let installation else { return "at \(percent) %, no installation ID\(next)" }
        let bucket = rollout.salt.bucket(of: installation).value
        let verdict = bucket < percent.buckets ? "in" : "out of"
        return "bucket \(bucket) is \(verdict) the first \(percent.buckets) (\(percent) %)\(next)"
    }
}

extension Condition: CustomStringConvertible {
    /// As people would say it: "locale ja, ko", "app version >=2.4".
    public var description: String {
        switch self {
        case .locale(let tags): "locale \(Self.list(tags))"
        case .region(let regions): "region \(Self.list(regions))"
        case .appVersion(let range): "app version \(range)"
        case .build(let range): "build \(range)"
        case .osVersion(let range): "OS version \(range)"
        case .device(let patterns): "device \(Self.list(patterns))"
        case .family(let families): "family \(Self.list(families.map(\.rawValue)))"
        case .distribution(let ways): "distribution \(Self.list(ways.map(\.rawValue)))"
        case .installation(let ids): "installation \(Self.list(ids))"
        case .attribute(let name, let values): "attribute \(name) \(Self.list(values))"
        case .unreadable: "something that this version cannot read"
        }
    }

    private static func list(_ items: [some CustomStringConvertible]) -> String {
        items.map(\.description).joined(separator: ", ")
    }
}
