import LiveState
import Rollout
import RolloutStore

extension ReleaseDesk {
    /// What is different between two revisions.
    ///
    /// - Parameters:
    ///   - from: Zero is before the first change.
    ///   - to: nil: the last. Below `from`, the differences are told backwards.
    ///   - apps: All are those of either revision.
    /// - Throws: ``DeskError`` for a revision that does not exist, and for an app that neither has.
    package func compare(_ from: Int64, _ to: Int64? = nil, in apps: AppSelection = .all) throws -> Comparison
    {
        try store.read { reader in
            let old = try reader.moment(from)
            let new = try reader.moment(to ?? reader.revision())
            return try Comparison(from: old, to: new, in: apps)
        }
    }

    /// One change in full: what it did, and what was live in its app from then on.
    ///
    /// - Throws: ``DeskError`` for a revision that does not exist.
    package func show(_ revision: Int64) throws -> ChangeDetail {
        try store.read { reader in
            let change = try reader.requiredChange(revision)
            let (before, after) = (try reader.moment(before: revision), try reader.moment(revision))
            let (old, new) = try (before.appState(change.key.app), after.appState(change.key.app))
            let difference = StateDifference(
                before: old,
                after: new,
                timeBefore: after.time,
                timeAfter: after.time
            )
            return ChangeDetail(
                change: change,
                last: try reader.revision(),
                command: try reader.command(of: change),
                words: difference.words,
                live: StateDifference(before: nil, after: new, timeBefore: after.time, timeAfter: after.time)
                    .live
            )
        }
    }
}

/// The state at a revision, and when its change was made.
struct Moment {
    /// Zero is before the first change.
    let revision: Int64
    let state: any StateReader
    let time: Instant

    func appState(_ app: String) throws -> AppState? { try AppState(of: app, from: state) }
}

extension StoreReader {
    /// - Throws: ``DeskError`` for a revision that does not exist, and is not zero.
    func moment(_ revision: Int64) throws -> Moment {
        let time = revision == 0 ? Instant(millisecondsSince1970: 0) : try requiredChange(revision).time
        return Moment(revision: revision, state: try state(at: revision), time: time)
    }

    /// The last before a revision.
    fileprivate func moment(before revision: Int64) throws -> Moment {
        try moment(history(HistoryFilter(before: revision, limit: 1)).first?.revision ?? 0)
    }

    /// - Throws: ``DeskError`` when there is none.
    func requiredChange(_ revision: Int64) throws -> Change {
        if let change = try change(revision) { return change }
        let last = try self.revision()
        guard (1...max(last, 1)).contains(revision) else {
            throw DeskError.invalid(
                "there is no revision \(revision); \(last == 0 ? "there is none yet" : "the last is \(last)")"
            )
        }
        // Only a backup that was put in place leaves revisions out.
        let earlier = try history(HistoryFilter(before: revision, limit: 1)).first?.revision ?? 0
        throw DeskError.invalid(
            "revision \(revision) is not in this store, which was restored from a backup that ended at revision "
                + "\(earlier); the store that was put aside then has it"
        )
    }

    /// The first and the last revision that the command of a change made.
    func command(of change: Change) throws -> ClosedRange<Int64> {
        var (first, last) = (change.revision, change.revision)
        while true {
            let page = try history(HistoryFilter(before: first, limit: 200))
            let same = page.prefix { $0.isOfSameCommand(as: change) }
            first = same.last?.revision ?? first
            if page.isEmpty || same.count < page.count { break }
        }
        do {
            try forEachChange(HistoryFilter(after: last)) { other in
                guard other.isOfSameCommand(as: change) else { throw OtherCommand() }
                last = other.revision
            }
        } catch is OtherCommand {
            // The one before was the last.
        }
        return first...last
    }
}

/// Ends the reading of a command's changes.
private struct OtherCommand: Error {}
