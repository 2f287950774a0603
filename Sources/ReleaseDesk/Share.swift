import Definitions
package import LiveState
package import Rollout

/// How many installations a flag gives more than its default to, as far as that can be told without knowing them:
/// rules with conditions are left out.
package enum Share {
    /// What a flag gives to installations that no rule with conditions matches.
    ///
    /// - Returns: The value that stands out and its share in percent; nil when everyone gets the default.
    static func standingOut(_ key: FlagKey, in state: AppState, at now: Instant) -> (FlagValue, Percent)? {
        guard let definition = state.definition(key), definition.status == .active else { return nil }
        if let value = state.overrides[key] { return value == definition.defaultValue ? nil : (value, .all) }
        if let rule = definition.rules.first(where: { $0.conditions.isEmpty }) {
            return rule.value == definition.defaultValue ? nil : (rule.value, .all)
        }
        guard let rollout = state.rollouts[key] else { return nil }
        let percent = rollout.percent(at: now)
        return percent == .none ? nil : (rollout.value, percent)
    }

    /// The share for which a boolean flag is true, in percent; nil for other types and unknown flags.
    package static func on(_ key: FlagKey, in state: AppState, at now: Instant) -> Percent? {
        guard case .boolean(let isOn)? = state.definition(key)?.defaultValue else { return nil }
        guard let (value, percent) = standingOut(key, in: state, at: now) else {
            return isOn ? .all : Percent.none
        }
        return value == .boolean(true) ? percent : percent.distance(to: .all)
    }
}

extension ReleaseDesk.Report {
    /// Notes that installations lose a rollout's value by what was done.
    mutating func noteRemoval(from before: AppState, to after: AppState, flag key: FlagKey, _ now: Instant) {
        guard let rollout = before.rollouts[key], before.overrides[key] == nil,
            case let share = rollout.percent(at: now), share > .none
        else { return }
        let left =
            Share.standingOut(key, in: after, at: now).flatMap { $0.0 == rollout.value ? $0.1 : nil } ?? .none
        guard left < share else { return }
        removals.append(
            "\(before.profile.id): \(key) would go from \(share) % to \(left) % of installations"
        )
    }
}
