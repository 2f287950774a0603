import Definitions
import LiveState
import Rollout
import RolloutStore

extension ReleaseDesk {
    /// The flags of the selected apps, sorted by their keys.
    package func flags(in apps: AppSelection = .all) throws -> [FlagReport] {
        try store.read { reader in
            let selected = try Set(apps.resolve(in: reader))
            let states = try AppState.apps(in: reader).compactMap { try AppState(of: $0, from: reader) }
            let now = clock()
            let keys = states.filter { selected.contains($0.profile.id.text) }.flatMap(\.definitions).map(
                \.key
            )
            return try Set(keys).sorted().map { key in
                let owners = states.filter {
                    selected.contains($0.profile.id.text) && $0.definition(key) != nil
                }
                let life = FlagLife(key: key, states: owners, everywhere: states, reader: reader, now: now)
                return try life.report()
            }
        }
    }
}

/// What is known of one flag in the apps that have it.
private struct FlagLife {
    let key: FlagKey
    /// The selected apps that have it; at least one.
    let states: [AppState]
    /// All apps.
    let everywhere: [AppState]
    let reader: any StoreReader
    let now: Instant

    /// How long everyone may have the same value before the flag is no longer needed.
    private static let settledSeconds: Int64 = 30 * 86_400

    func report() throws -> FlagReport {
        let definitions = states.compactMap { $0.definition(key) }
        let shares = states.compactMap { state in
            ValueShares(of: key, in: state, at: now).map { (state.profile.id, $0.onShare) }
        }
        return FlagReport(
            key: key,
            kind: definitions[0].kind,
            type: definitions[0].type,
            owner: definitions[0].owner,
            expires: definitions[0].expires,
            created: try states.compactMap { try firstChange(in: $0)?.time }.min() ?? now,
            lastChange: try states.compactMap { try lastChange(in: $0)?.time }.max() ?? now,
            onShares: Dictionary(shares) { first, _ in first },
            staleReasons: try [expiry(definitions[0]), settled(), unread(definitions[0])].compactMap(\.self)
        )
    }

    private func firstChange(in state: AppState) throws -> Change? {
        // A flag that went and came back is as old as it is now; a rollback never removes a definition.
        let app = state.profile.id.text
        let filter = HistoryFilter(app: app, kind: StateKind.flag.rawValue, name: key.text)
        return try reader.history(filter).first { $0.before == nil }
    }

    private func lastChange(in state: AppState) throws -> Change? {
        try [StateKind.flag, .override, .rollout].compactMap { kind in
            try lastChange(of: kind, in: state)
        }.max { $0.revision < $1.revision }
    }

    private func lastChange(of kind: StateKind, in state: AppState) throws -> Change? {
        let app = state.profile.id.text
        return try reader.history(HistoryFilter(app: app, kind: kind.rawValue, name: key.text, limit: 1))
            .first
    }

    // MARK: - Why it is stale

    private func expiry(_ definition: FlagDefinition) -> String? {
        guard let expires = definition.expires, expires.start <= now else { return nil }
        return "was to be gone by \(expires)"
    }

    /// Everyone has the same for a month, so a branch of the code is no longer needed; an operational flag is there to
    /// stay.
    private func settled() throws -> String? {
        let moments = try states.map(settledSince)
        guard !moments.contains(nil), let last = moments.compactMap(\.self).max(),
            now.seconds(since: last) >= Self.settledSeconds
        else { return nil }
        return "at 100 % for \(now.seconds(since: last) / 86_400) days"
    }

    /// Since when all installations of an app have got the same by rule, rollout or override; nil: they do not.
    private func settledSince(in state: AppState) throws -> Instant? {
        guard let definition = state.definition(key), definition.kind != .operational,
            definition.status == .active
        else { return nil }
        if state.overrides[key] != nil { return try lastChange(of: .override, in: state)?.time }
        if let rule = definition.rules.first {
            return rule.conditions.isEmpty ? try lastChange(of: .flag, in: state)?.time : nil
        }
        guard let rollout = state.rollouts[key], rollout.percent(at: now) == .all else { return nil }
        return rollout.stages.last { $0.from <= now }?.from
    }

    /// Only boolean flags can be read here; others are read by the code of the apps, which nobody here sees.
    private func unread(_ definition: FlagDefinition) -> String? {
        guard definition.type == .boolean else { return nil }
        let isRead = everywhere.contains { state in
            state.profile.widgets.contains { $0.widget.flags.contains(key) }
                || state.definitions.contains { $0.prerequisites.contains { $0.flag == key } }
        }
        return isRead ? nil : "gates no widget and no other flag"
    }
}
