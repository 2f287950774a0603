import Definitions
package import LiveState
package import Rollout

/// How a flag's values are spread over installations, as far as that can be told without knowing them: kills,
/// prerequisites and rules with conditions are left out.
package struct ValueShares: Equatable, Sendable {
    /// What those get who get nothing better.
    private let base: FlagValue
    /// What a share gets instead: the installations with the lowest buckets.
    private let raised: FlagValue
    private let percent: Percent
    /// The conditional rules in front of that, whose matches cannot be counted.
    private let rules: [Rule]

    /// - Returns: nil when the app has no such flag.
    package init?(of key: FlagKey, in state: AppState, at now: Instant) {
        guard let definition = state.definition(key) else { return nil }
        base = definition.defaultValue
        guard definition.status == .active else {
            (raised, percent, rules) = (base, .none, [])
            return
        }
        rules = state.overrides[key] == nil ? definition.rules.filter { !$0.conditions.isEmpty } : []
        if let value = state.overrides[key] {
            (raised, percent) = (value, .all)
        } else if let rule = definition.rules.first(where: { $0.conditions.isEmpty }) {
            (raised, percent) = (rule.value, .all)
        } else if let rollout = state.rollouts[key] {
            (raised, percent) = (rollout.value, rollout.percent(at: now))
        } else {
            (raised, percent) = (base, .none)
        }
    }

    /// The share of installations that get a value.
    package func share(of value: FlagValue) -> Percent {
        switch (value == raised, value == base) {
        case (true, true): .all
        case (true, false): percent
        case (false, true): percent.distance(to: .all)
        case (false, false): .none
        }
    }

    /// The share of installations that the flag is on for: that get true of a boolean flag, otherwise that get another
    /// value than the default.
    package var onShare: Percent {
        if case .boolean = base { return share(of: .boolean(true)) }
        return raised == base ? .none : percent
    }

    /// Whether installations may get a value that do not by `before`; a rule with conditions counts for whomever it may
    /// match.
    func mayGive(_ value: FlagValue, toMoreThan before: ValueShares) -> Bool {
        let (old, new) = (before.share(of: value), share(of: value))
        let giving = rules.contains { $0.value == value && !before.rules.contains($0) }
        let denying = before.rules.contains { $0.value != value && !rules.contains($0) }
        return new > old || giving && old < .all || denying && new > .none
    }

    /// How many of the installations in a rollout have its value.
    func share(of rollout: LiveRollout, at now: Instant) -> Percent {
        min(share(of: rollout.value), rollout.percent(at: now))
    }

    /// What a change from `before` to this does to installations: "adds 100 % of installations" and "removes" for a
    /// boolean flag, which is counted by those that it is true for, otherwise "changes it for 90 % of installations".
    ///
    /// - Returns: nil when nothing changes for anyone.
    func effect(from before: ValueShares) -> String? {
        if case .boolean = base, case .boolean = before.base {
            let (old, new) = (before.share(of: .boolean(true)), share(of: .boolean(true)))
            if old == new { return nil }
            let givers = before.rules.filter { $0.value == .boolean(true) }.map { "\"\($0.name)\"" }
            guard givers.isEmpty || old > new else {
                return "adds up to \(old.distance(to: new)) % of installations; the rules "
                    + "\(givers.joined(separator: ", ")) give true to some of them already"
            }
            return old < new
                ? "adds \(old.distance(to: new)) % of installations"
                : "removes \(new.distance(to: old)) % of installations"
        }
        let (inner, outer) = (min(percent, before.percent), max(percent, before.percent))
        let changed = [(Percent.none, inner), (inner, outer), (outer, .all)].filter { from, to in
            from < to && value(at: from) != before.value(at: from)
        }.reduce(0) { $0 + $1.0.distance(to: $1.1).buckets }
        // Always a percentage: a count of buckets is one in ten-thousandths.
        guard changed > 0, let share = try? Percent(Double(changed) / 10_000) else { return nil }
        return "changes it for \(share) % of installations"
    }

    /// What the installations with the buckets from a share on have.
    private func value(at start: Percent) -> FlagValue { start < percent ? raised : base }
}

extension Execution.Report {
    /// Notes it when installations lose a rollout's value by what was done.
    mutating func noteRemoval(from before: AppState, to after: AppState, flag key: FlagKey, _ now: Instant) {
        guard let rollout = before.rollouts[key], let old = ValueShares(of: key, in: before, at: now),
            let new = ValueShares(of: key, in: after, at: now)
        else { return }
        let had = old.share(of: rollout, at: now)
        let left = min(had, new.share(of: rollout.value))
        guard left < had else { return }
        removals.append("\(before.profile.id): \(key) would go from \(had) % to \(left) % of installations")
    }

    /// Notes it when installations lose what they have of a flag by an override that was set or taken back: true of
    /// a boolean flag, otherwise what a rollout gave them.
    mutating func noteRemovalByOverride(
        from before: AppState,
        to after: AppState,
        flag key: FlagKey,
        _ now: Instant
    ) {
        let isTrue = FlagValue.boolean(true)
        if let had = ValueShares(of: key, in: before, at: now)?.share(of: isTrue),
            let left = ValueShares(of: key, in: after, at: now)?.share(of: isTrue), left < had
        {
            removals.append(
                "\(before.profile.id): \(key) would go from \(had) % to \(left) % of installations"
            )
        } else {
            noteRemoval(from: before, to: after, flag: key, now)
        }
        // Another number or text is a change, as it was ordered, and takes nothing away.
        if before.definition(key)?.type == .boolean {
            removals += before.ruleRemovals(of: key, to: after, at: now)
        }
    }

    /// Warns that installations lose a value that no rollout gave them.
    mutating func noteLoss(
        of value: FlagValue,
        flag key: FlagKey,
        from before: AppState,
        to after: AppState,
        _ now: Instant
    ) {
        guard let had = ValueShares(of: key, in: before, at: now)?.share(of: value),
            let left = ValueShares(of: key, in: after, at: now)?.share(of: value), left < had
        else { return }
        warnings.append(
            "\(before.profile.id): \(left.distance(to: had)) % of installations lose \(value) for \(key), unless a "
                + "rule gives it to them"
        )
    }
}
