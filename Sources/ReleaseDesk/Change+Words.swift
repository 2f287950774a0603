import LiveState
package import Rollout
package import RolloutStore
import StrictJSON

extension Change {
    package var time: Instant { Instant(millisecondsSince1970: millisecondsSince1970) }

    /// What was changed, for people: "widget_enabled", "WallpaperLockWidget for locale ja".
    package var subject: String {
        switch StateKind(rawValue: key.kind) {
        case .app: "profile"
        case .kill: killSubject ?? key.name
        case .flag, .override, .rollout, nil: key.name
        }
    }

    private var killSubject: String? {
        guard let text = after ?? before, let json = try? JSON(parsing: Array(text.utf8)),
            let record = KillRecord(JSONField(json, findings: Findings(unknownKeys: .ignore)))
        else { return nil }
        return "\(record.target), \(record.scope == .everyone ? "everyone" : "\(record.scope)")"
    }
}
