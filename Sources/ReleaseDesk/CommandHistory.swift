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
    ///   - filter: Which changes to show of them; of its own limit and revisions nothing is used. Its app may be gone by
    ///     now.
    ///   - limit: The most commands, 1 or more.
    /// - Throws: `DeskError.unknown` for an app that no change has ever named.
    package func history(_ filter: HistoryFilter = HistoryFilter(), limit: Int) throws -> CommandHistory {
        try store.read { reader in
            try Self.checkApp(of: filter, in: reader)
            var history = CommandHistory(apps: try AppState.apps(in: reader))
            var filter = filter
            (filter.after, filter.before, filter.limit) = (nil, nil, Self.historyPage)
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

    /// Hands over every change that passes, the oldest first, one at a time: memory does not grow with their number.
    ///
    /// - Throws: `DeskError.unknown` for an app that no change has ever named, before the first.
    package func forEachChange(_ filter: HistoryFilter, _ body: (Change) throws -> Void) throws {
        try store.read { reader in
            try Self.checkApp(of: filter, in: reader)
            try reader.forEachChange(filter, body)
        }
    }

    private static func checkApp(of filter: HistoryFilter, in reader: any StoreReader) throws {
        guard let app = filter.app, try reader.appRevision(app) == 0 else { return }
        let known = try reader.appRevisions().keys.filter { $0 != StateKey.noApp }.sorted()
        throw DeskError.unknown(what: "app", name: app, place: nil, known: known)
    }

    /// How many changes are read at a time.
    private static let historyPage = 200
}

extension Change {
    /// Whether one command made both, which the log does not say: it gives all its changes one author.
    func isOfSameCommand(as other: Change) -> Bool {
        millisecondsSince1970 == other.millisecondsSince1970 && actor == other.actor && action == other.action
            && reason == other.reason
    }
}
