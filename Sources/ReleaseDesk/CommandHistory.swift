import LiveState
package import RolloutStore

/// The latest commands on a store, each with the changes that it made.
package struct CommandHistory: Equatable, Sendable {
    /// The newest first, and the newest change of each first; none is empty.
    package fileprivate(set) var commands: [[Change]] = []
    /// The newest revision that is older than those; nil when there is none.
    package fileprivate(set) var olderRevision: Int64?
    /// The apps that there are now, sorted.
    package let apps: [String]

    /// Every change of every command, the newest first.
    package var changes: [Change] { commands.flatMap(\.self) }
}

extension ReleaseDesk {
    /// The commands that were carried out last.
    ///
    /// - Parameters:
    ///   - app: Only changes of this app, which may be gone by now; nil: of all.
    ///   - limit: The most commands, 1 or more.
    /// - Throws: `DeskError.unknown` for an app that no change has ever named.
    package func history(of app: String? = nil, limit: Int) throws -> CommandHistory {
        try store.read { reader in
            let known = try reader.appRevisions().keys.sorted()
            if let app, !known.contains(app) {
                throw DeskError.unknown(what: "app", name: app, place: nil, known: known)
            }
            var history = CommandHistory(apps: try AppState.apps(in: reader))
            var filter = HistoryFilter(app: app, limit: Self.historyPage)
            while true {
                let page = try reader.history(filter)
                for change in page {
                    if let last = history.commands.last?.last, change.isOfSameCommand(as: last) {
                        history.commands[history.commands.count - 1].append(change)
                    } else if history.commands.count < limit {
                        history.commands.append([change])
                    } else {
                        history.olderRevision = change.revision
                        return history
                    }
                }
                guard page.count == Self.historyPage, let last = page.last else { return history }
                filter.before = last.revision
            }
        }
    }

    /// How many changes are read at a time.
    private static let historyPage = 200
}

extension Change {
    /// Whether one command made both, which the log does not say: it gives all its changes one author.
    fileprivate func isOfSameCommand(as other: Change) -> Bool {
        millisecondsSince1970 == other.millisecondsSince1970 && actor == other.actor && action == other.action
            && reason == other.reason
    }
}
