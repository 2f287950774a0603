import LiveState
import Rollout

extension CheckedDates {
    /// A kill for each widget and locale with an error, in the order of their names.
    func wantedKills(of app: AppID, actor: String, since: Instant) -> [KillRecord] {
        faults.filter { $0.app == app }.map { fault in
            var reason = "date check: \(fault.rules.joined(separator: ", "))"
            if reason.utf8.count > ReleaseDesk.reasonLimit {
                reason = "date check: \(fault.rules.count) errors"
            }
            return KillRecord(
                target: .widget(fault.widget),
                scope: Kill.Scope(locales: [fault.locale]),
                reason: reason,
                actor: actor,
                since: since,
                origin: .dateCheck
            )
        }.sorted { $0.name < $1.name }
    }

    /// Whether a kill is an earlier check's own, of something that this check looked at.
    func lookedAt(_ kill: KillRecord) -> Bool {
        guard kill.origin == .dateCheck, case .widget(let kind) = kill.target else { return false }
        guard widgets?.contains(kind) ?? true else { return false }
        guard let locales else { return true }
        return (kill.scope.locales ?? []).allSatisfy { killed in locales.contains { $0.matches(killed) } }
    }
}
