import AdminProtocol
import RolloutStore
import StrictJSON

/// The live state and the log of a store on another machine, as they were when the reading began.
final class RemoteReader: RemoteState, StoreReader {
    func history(_ filter: HistoryFilter) throws(StoreError) -> [Change] {
        var changes: [Change] = []
        var filter = filter
        let limit = max(filter.limit ?? .max, 0)
        while changes.count < limit {
            if filter.limit != nil { filter.limit = limit - changes.count }
            let page = try page(filter, isOldestFirst: false)
            changes += page.changes
            guard let next = page.next else { break }
            filter.before = next
        }
        return changes
    }

    func forEachChange(_ filter: HistoryFilter, _ body: (Change) throws -> Void) throws {
        var filter = filter
        while filter.limit ?? .max > 0 {
            let page = try page(filter, isOldestFirst: true)
            for change in page.changes { try body(change) }
            guard let next = page.next else { return }
            filter.after = next
            filter.limit = filter.limit.map { $0 - page.changes.count }
        }
    }

    func state(at revision: Int64) throws(StoreError) -> any StateReader {
        RemoteState(client, revision: min(revision, asked))
    }

    func liveStateBreak() throws(StoreError) -> LogBreak? {
        try client.ask { client in try client.get(.liveState) { LiveStateReport($0) } }.firstBreak
    }

    /// What was changed since the reading began is not in it.
    private func page(_ filter: HistoryFilter, isOldestFirst: Bool) throws(StoreError) -> ChangePage {
        var filter = filter
        filter.before = min(filter.before ?? .max, asked + 1)
        let query = ChangeQuery(filter, isOldestFirst: isOldestFirst).query
        return try client.ask { client in try client.get(.changes, query) { ChangePage($0) } }
    }
}
