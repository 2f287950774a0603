extension AppConfiguration {
    /// What a flag gives to a caller.
    ///
    /// - Parameter now: The moment on the server's clock.
    /// - Returns: nil when the app has no such flag.
    public func decide(_ key: FlagKey, for context: Context, at now: Instant) -> Decision? {
        guard let position = position(of: key) else { return nil }
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
        guard let position = position(of: kind) else { return nil }
        var listener = NoListener()
        return decide(widgetAt: position, for: context, at: now, listener: &listener)
    }

    /// The same decision as ``decide(_:for:at:)-(FlagKey,_,_)``, with every layer's answer on the way.
    public func explain(_ key: FlagKey, for context: Context, at now: Instant) -> (Decision, [TraceStep])? {
        guard let position = position(of: key) else { return nil }
        var recorder = TraceRecorder()
        let decision = decide(flagAt: position, for: context, at: now, listener: &recorder)
        return (decision, recorder.steps)
    }

    /// The same decision as ``decide(_:for:at:)-(WidgetKind,_,_)``, with every layer's answer on the way.
    public func explain(_ kind: WidgetKind, for context: Context, at now: Instant) -> (
        WidgetDecision, [TraceStep]
    )? {
        guard let position = position(of: kind) else { return nil }
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
        for index in widgetKillIndex[position] where kills[index].holds(for: context) {
            let kill = kills[index]
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

    /// Asks the layers in their order.
    ///
    /// Flags, rules and kills are looked at where they stand. Taking one out of its array counts a reference for each
    /// of its parts, which costs more than the look.
    private func decide(
        flagAt position: Int,
        for context: Context,
        at now: Instant,
        listener: inout some DecisionListener
    ) -> Decision {
        for index in flagKillIndex[position] where kills[index].scope.contains(context) {
            listener.heard(flags[position].key.text, .kill, answered: true, Self.describe(kills[index]))
            let reason = Decision.Reason.killed(revision: kills[index].revision)
            return Decision(value: flags[position].killedValue, reason: reason)
        }
        listener.heard(
            flags[position].key.text,
            .kill,
            answered: false,
            "no kill of the app or the flag matches"
        )

        let status = flags[position].status
        listener.heard(
            flags[position].key.text,
            .status,
            answered: status != .active,
            "the flag is \(status.rawValue)"
        )
        guard status == .active else {
            return Decision(value: flags[position].defaultValue, reason: .disabled)
        }
        return unmetPrerequisite(ofFlagAt: position, for: context, at: now, listener: &listener)
            ?? matchingRule(ofFlagAt: position, for: context, listener: &listener)
            ?? rollout(ofFlagAt: position, for: context, at: now, listener: &listener)
    }

    /// nil when every prerequisite has its wanted value.
    private func unmetPrerequisite(
        ofFlagAt position: Int,
        for context: Context,
        at now: Instant,
        listener: inout some DecisionListener
    ) -> Decision? {
        for (prerequisite, index) in zip(flags[position].prerequisites, prerequisiteIndex[position]) {
            let found = decide(flagAt: index, for: context, at: now, listener: &listener).value
            let isMet = found == prerequisite.value
            listener.heard(
                flags[position].key.text,
                .prerequisite,
                answered: !isMet,
                "\(prerequisite.flag) is \(found), wanted \(prerequisite.value)"
            )
            guard isMet else {
                let reason = Decision.Reason.prerequisite(prerequisite.flag)
                return Decision(value: flags[position].defaultValue, reason: reason)
            }
        }
        return nil
    }

    /// nil when no rule matches.
    private func matchingRule(
        ofFlagAt position: Int,
        for context: Context,
        listener: inout some DecisionListener
    ) -> Decision? {
        for index in flags[position].rules.indices {
            let matches = flags[position].rules[index].matches(context)
            listener.heard(
                flags[position].key.text,
                .rule,
                answered: matches,
                Self.describe(flags[position].rules[index], matches: matches, context)
            )
            guard !matches else {
                let rule = flags[position].rules[index]
                return Decision(value: rule.value, reason: .rule(rule.name))
            }
        }
        return nil
    }

    /// The last layers: the rollout's value, or the default.
    private func rollout(
        ofFlagAt position: Int,
        for context: Context,
        at now: Instant,
        listener: inout some DecisionListener
    ) -> Decision {
        var reason = Decision.Reason.default
        if let rollout = flags[position].rollout {
            let isEnrolled = rollout.enrols(context.installation, at: now)
            listener.heard(
                flags[position].key.text,
                .rollout,
                answered: isEnrolled,
                Self.describe(rollout, context.installation, at: now)
            )
            if isEnrolled { return Decision(value: rollout.value, reason: .rollout) }
            reason = .rolloutExcluded
        } else {
            listener.heard(flags[position].key.text, .rollout, answered: false, "no rollout was started")
        }
        listener.heard(
            flags[position].key.text,
            .default,
            answered: true,
            "\(flags[position].defaultValue)"
        )
        return Decision(value: flags[position].defaultValue, reason: reason)
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
