import Definitions
import LiveState
import Rollout

extension AppState {
    /// The rules of a flag whose installations may lose, by a change to `after`, what the rules give them: true for a
    /// boolean flag, otherwise a value that is not the default.
    ///
    /// Who meets the conditions of a rule is not known here, so a rule counts as soon as anyone might lose by it.
    func losingRules(of key: FlagKey, to after: AppState, at now: Instant) -> [Rule] {
        guard let old = definition(key), old.status == .active, overrides[key] == nil else { return [] }
        return old.rules.enumerated().filter { index, rule in
            let isGain =
                old.type == .boolean ? rule.value == .boolean(true) : rule.value != old.defaultValue
            return isGain && !after.keeps(rule, behind: old.rules[..<index], of: old, at: now)
        }.map(\.element)
    }

    /// Whether everyone whom a rule of an older definition matched still gets its value.
    private func keeps(
        _ rule: Rule,
        behind earlier: ArraySlice<Rule>,
        of old: FlagDefinition,
        at now: Instant
    ) -> Bool {
        guard let new = definition(old.key), new.type == old.type else { return false }
        guard let shares = ValueShares(of: old.key, in: self, at: now) else { return false }
        guard new.status == .active, overrides[old.key] == nil else {
            return shares.share(of: rule.value) == .all
        }
        guard new.prerequisites.allSatisfy(old.prerequisites.contains) else { return false }
        for newer in new.rules {
            if newer.value == rule.value {
                if newer.covers(rule) { return true }
            } else if !earlier.contains(where: { $0.value == newer.value && $0.covers(newer) }) {
                return false
            }
        }
        return shares.share(of: rule.value) == .all
    }

    /// A line a rule of ``losingRules(of:to:at:)``.
    func ruleRemovals(of key: FlagKey, to after: AppState, at now: Instant) -> [String] {
        losingRules(of: key, to: after, at: now).map { rule in
            "\(profile.id): \(key): installations that the rule \"\(rule.name)\" matches would lose \(rule.value)"
        }
    }
}
