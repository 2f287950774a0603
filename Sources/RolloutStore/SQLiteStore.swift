import SQLite
import Synchronization

/// A store in one SQLite file, shared by any number of processes on one machine.
///
/// One connection under one lock: threads take turns. Commits are synced to the disk (`synchronous = FULL`) before
/// `change(by:_:)` returns. A write-ahead log survives a power cut without that too, but may lose its last commits
/// in it; their revisions would then be given out a second time, with other content, to clients that refuse what
/// they believe to be old.
package final class SQLiteStore {
    /// What the store is opened for.
    package enum Access: Sendable {
        /// Reading a store that exists. Needs read permission on the file, and on the `-wal` and `-shm` files
        /// beside it, which every writer leaves there; only where they are missing, as beside a backup just put
        /// in place, also write permission on the directory.
        case read
        /// Reading and changing a store that exists.
        case write
        /// As `write`, making the store, and the directories above it, when it is missing or an empty file.
        case create
    }

    let database: Database
    let location: SQLiteLocation
    private let turn = Mutex<Void>(())
    /// The last answer of `revision()`, and the data version that it belongs to.
    private var lastSeen: (dataVersion: Int32, revision: Int64)?

    /// Opens the store, and brings it up to date when it may write.
    ///
    /// - Parameters:
    ///   - path: Where the file is. A relative path starts at the working directory.
    ///   - busyTimeout: How long a call waits for other processes before it fails with `locked`.
    /// - Throws: `StoreError`: every problem but `full` and `locked` is mostly met here.
    package convenience init(
        path: String,
        access: Access,
        busyTimeout: Duration = .seconds(10)
    ) throws(StoreError) {
        try self.init(path: path, access: access, busyTimeout: busyTimeout, schema: .current)
    }

    init(path: String, access: Access, busyTimeout: Duration, schema: Schema) throws(StoreError) {
        location = SQLiteLocation(path: absolutePath(path), access: access, busyTimeout: busyTimeout)
        database = try location.open(schema: schema)
    }
}

// Safe because `database` and `lastSeen`, all that is not Sendable itself, are only touched inside `takingTurns`.
extension SQLiteStore: @unchecked Sendable {}

extension SQLiteStore: Store {
    package func revision() throws(StoreError) -> Int64 {
        try takingTurns { () throws(SQLiteError) in
            let dataVersion = try database.dataVersion()
            if let lastSeen, lastSeen.dataVersion == dataVersion { return lastSeen.revision }
            // A commit between the two reads gives a revision newer than its version: the next call reads again.
            let revision = try database.lastRevision()
            lastSeen = (dataVersion, revision)
            return revision
        }
    }

    package func read<Result>(_ body: (any StoreReader) throws -> Result) throws -> Result {
        try transaction(.deferred) {
            try body(SQLiteReader(database: database, location: location))
        }
    }

    package func change<Result>(
        by author: Author,
        _ body: (any StateEditor) throws -> Result
    ) throws -> (result: Result, changes: [Change]) {
        try edit(by: author, body)
    }

    /// As `change(by:_:)`, with revisions above `floor`: for a backup that takes a store's place, and no other.
    func change<Result>(
        by author: Author,
        above floor: Int64,
        _ body: (any StateEditor) throws -> Result
    ) throws -> (result: Result, changes: [Change]) {
        try edit(by: author, above: floor, body)
    }

    private func edit<Result>(
        by author: Author,
        above floor: Int64 = 0,
        _ body: (any StateEditor) throws -> Result
    ) throws -> (result: Result, changes: [Change]) {
        let editor = SQLiteEditor(database: database, location: location, author: author, floor: floor)
        let result = try transaction(.immediate) {
            // The data version does not tell of this connection's own commits.
            lastSeen = nil
            return try body(editor)
        }
        return (result, editor.changes)
    }
}

extension SQLiteStore {
    private func transaction<Result>(
        _ kind: Database.TransactionKind,
        _ body: () throws -> Result
    ) throws -> Result {
        try takingTurns { try database.transaction(kind, body) }
    }

    /// Runs in a write transaction of its own.
    func withWriteLock<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try transaction(.immediate) {
            lastSeen = nil
            return try body(database)
        }
    }

    /// Runs on the connection while no other thread does, outside any transaction.
    func takeTurn<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try takingTurns { try body(database) }
    }

    private func takingTurns<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try turn.withLock { _ in try body() }
        } catch let error as SQLiteError {
            throw location.storeError(error)
        }
    }

    private func takingTurns<Result>(_ body: () throws(SQLiteError) -> Result) throws(StoreError) -> Result {
        do {
            return try turn.withLock { _ throws(SQLiteError) in try body() }
        } catch {
            throw location.storeError(error)
        }
    }
}
