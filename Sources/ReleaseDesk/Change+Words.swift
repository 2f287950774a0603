import LiveState
package import Rollout
package import RolloutStore
import StrictJSON

extension Change {
    /// When it was made, by its author's clock.
    package var time: Instant { Instant(millisecondsSince1970: millisecondsSince1970) }

    /// What was changed and to what, for people: "widget_enabled 20 %, paused", "WallpaperLockWidget for locale ja".
    package var subject: String {
        switch StateKind(rawValue: key.kind) {
        case .app: "profile"
        case .kill: killSubject ?? key.name
        case .flag: "\(key.name) definition"
        case .override: "\(key.name) \(value(in: after) ?? "without override")"
        case .rollout: "\(key.name) \(rolloutWords ?? "without rollout")"
        case .wallpapers: "wallpapers: \(manifest(in: after)?.words ?? "none")"
        case .restoration:
            "a backup of revision \(field(of: after)?.value.member("backup")?.text ?? "unknown")"
        case .schedule: scheduleWords ?? "scheduled change \(key.name)"
        case .request: requestWords ?? "request \(key.name)"
        case nil: key.name
        }
    }

    private var killSubject: String? {
        guard let field = field(of: after ?? before), let record = KillRecord(field) else { return nil }
        return "\(record.target) for \(record.scope)"
    }

    private var scheduleWords: String? {
        guard let change = waiting.flatMap({ try? ScheduledChange($0) }) else { return nil }
        return (after == nil ? "end of scheduled change \(change.id)" : "scheduled for \(change.time)")
            + ": \(change.operation.words)"
    }

    private var requestWords: String? {
        guard let request = waiting.flatMap({ try? ChangeRequest($0) }) else { return nil }
        return (after == nil ? "end of request \(request.id)" : "request \(request.id)")
            + ": \(request.words)"
    }

    /// What waits, as it is after the change, or was before.
    private var waiting: Document? {
        (after ?? before).map { Document(key: key, text: $0, revision: revision) }
    }

    private func manifest(in text: String?) -> ManifestHash? { field(of: text).flatMap { ManifestHash($0) } }

    private func value(in text: String?) -> String? {
        field(of: text)?.value.member("value")?.text
    }

    /// As it was at the moment of the change.
    ///
    /// Any value may be taken for JSON, so the flag's type is not needed.
    private var rolloutWords: String? {
        guard let field = field(of: after), let rollout = LiveRollout(field, type: .json) else { return nil }
        return "\(rollout.percent(at: time)) %, \(rollout.phase(at: time).rawValue)"
    }

    /// nil for what is no JSON.
    private func field(of text: String?) -> JSONField? {
        guard let text, let json = try? JSON(parsing: Array(text.utf8)) else { return nil }
        return JSONField(json, findings: Findings(unknownKeys: .ignore))
    }
}
