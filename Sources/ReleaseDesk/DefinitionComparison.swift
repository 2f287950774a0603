import Definitions
import LiveState
import Rollout

/// What applying definitions changes for one app, in words and numbers.
struct DefinitionComparison {
    /// nil: the app is new.
    let before: AppState?
    let after: AppState
    let now: Instant

    private var app: AppID { after.profile.id }

    /// A line a change: "aurora-wallpapers: widget_enabled: default false to true; adds 100 % of installations".
    var notes: [String] {
        guard let before else {
            let widgets = after.profile.widgets.map(\.widget.kind.text).joined(separator: ", ")
            return ["\(app): a new app with \(after.definitions.count) flags and the widgets \(widgets)"]
        }
        var notes = before.profile.changes(to: after.profile).map { "\(app): \($0)" }
        for key in keys {
            var changes: [String] =
                switch (before.definition(key), after.definition(key)) {
                case (let old?, let new?): old.changes(to: new)
                case (_?, nil): ["the flag is gone"]
                case (nil, let new?): ["a new flag, default \(new.defaultValue)"]
                case (nil, nil): []
                }
            guard !changes.isEmpty else { continue }
            changes += dropped(key)
            changes += effect(of: key).map { [$0] } ?? []
            notes.append("\(app): \(key): \(changes.joined(separator: "; "))")
        }
        return notes
    }

    /// What installations would lose of widgets, overrides, rules, and rollouts that are under way.
    var removals: [String] {
        guard let before else { return [] }
        return widgetRemovals(before)
            + keys.flatMap { key in
                [overrideRemoval(key, before), before.rollouts[key].flatMap { removal(key, of: $0, before) }]
                    .compactMap(\.self) + before.ruleRemovals(of: key, to: after, at: now)
            }
    }

    private func widgetRemovals(_ before: AppState) -> [String] {
        before.profile.widgets.map(\.widget).flatMap { old -> [String] in
            guard let new = after.profile.widget(old.kind)?.widget else {
                return ["\(app): \(old.kind): the widget would be gone"]
            }
            return new.flags.filter { !old.flags.contains($0) }.map {
                "\(app): \(old.kind): the new gate \($0) would hide it wherever it is not true"
            }
        }
    }

    /// What stays, though it may be thought to change.
    var warnings: [String] {
        guard let before else { return [] }
        var warnings: [String] = []
        for key in keys {
            guard let old = before.definition(key)?.rollout, let new = after.definition(key)?.rollout,
                old != new
            else { continue }
            switch after.rollouts[key]?.phase(at: now) {
            case .scheduled, .running, .paused:
                warnings.append(
                    "\(app): the rollout of \(key) that is under way keeps its value, schedule and salt"
                )
            case .finished, .completed, .halted, nil: break
            }
        }
        for kill in after.kills where before.has(kill.record.target) && !after.has(kill.record.target) {
            warnings.append(
                "\(app): a kill outlives what it silences: \(kill.words); lift it with "
                    + kill.restoreCommand(in: app.text)
            )
        }
        return warnings
    }

    private var keys: [FlagKey] {
        Set(((before?.definitions ?? []) + after.definitions).map(\.key)).sorted()
    }

    /// What was live and goes with the flag, or with its old type.
    private func dropped(_ key: FlagKey) -> [String] {
        var dropped: [String] = []
        if let value = before?.overrides[key], after.overrides[key] == nil {
            dropped.append("its override \(value) is dropped")
        }
        if let rollout = before?.rollouts[key], after.rollouts[key] == nil {
            dropped.append("its rollout at \(rollout.percent(at: now)) % is dropped")
        }
        return dropped
    }

    private func effect(of key: FlagKey) -> String? {
        guard let before, let old = ValueShares(of: key, in: before, at: now) else { return nil }
        return ValueShares(of: key, in: after, at: now)?.effect(from: old)
    }

    private func overrideRemoval(_ key: FlagKey, _ before: AppState) -> String? {
        guard let value = before.overrides[key], after.overrides[key] == nil else { return nil }
        return
            "\(app): \(key), set to \(value) for everyone: \(after.has(.flag(key)) ? "its type changes" : "the flag is gone")"
    }

    private func removal(_ key: FlagKey, of rollout: LiveRollout, _ before: AppState) -> String? {
        guard let shares = ValueShares(of: key, in: before, at: now),
            case let share = shares.share(of: rollout, at: now), share > .none,
            let cause = cause(key, of: rollout, share, before)
        else { return nil }
        return "\(app): \(key), at \(share) %: \(cause)"
    }

    /// Why installations would lose a value that a rollout gives them; nil when they would not.
    private func cause(_ key: FlagKey, of rollout: LiveRollout, _ share: Percent, _ before: AppState)
        -> String?
    {
        guard let old = before.definition(key), let new = after.definition(key) else {
            return "the flag is gone"
        }
        if old.type != new.type { return "its type changes" }
        if new.status != .active && old.status == .active { return "it becomes \(new.status.rawValue)" }
        if let added = new.prerequisites.first(where: { !old.prerequisites.contains($0) }) {
            return "it gets the prerequisite \(added.flag) = \(added.value)"
        }
        // A rule takes nothing away where an old one gave the same to everyone whom it matches.
        let takes = new.rules.first { rule in
            rule.value != rollout.value && !old.rules.contains { $0.value == rule.value && $0.covers(rule) }
        }
        if let takes, before.overrides[key] == nil {
            return "the rule \"\(takes.name)\" gives \(takes.value)"
        }
        let left = ValueShares(of: key, in: after, at: now)?.share(of: rollout.value) ?? .none
        return left < share ? "\(left) % would be left" : nil
    }
}
