import Rollout
import RolloutStore

/// What a backup brings back besides what is live: tokens as they were when it was made.
extension BackupDesk {
    /// Whether a store can say which of its tokens are revoked.
    static func canTellTokens(_ store: SQLiteStore?) -> Bool {
        guard let store else { return false }
        return (try? store.tokens()) != nil
    }
}

extension StoredToken {
    /// Whether it lets anyone in.
    func isActive(at now: Instant) -> Bool {
        revocation == nil && expires.map { $0 > now.millisecondsSince1970 } ?? true
    }
}

extension Execution.Report {
    /// Warns that tokens are good again which may have been revoked in a store that cannot tell it.
    mutating func warnOfRevival(of tokens: [StoredToken]) {
        guard !tokens.isEmpty else { return }
        let named = tokens.prefix(Self.namedTokens).map { "\($0.id) of \($0.name) (\($0.role))" }
        let others = tokens.count - named.count
        warnings.append(
            "which tokens were revoked since the backup cannot be told, and those of its time are good again: "
                + named.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
                + "; `widgetctl token list` shows them, and `widgetctl token revoke ID` takes one back"
        )
    }

    /// More than anyone reads in a line.
    private static var namedTokens: Int { 10 }
}
