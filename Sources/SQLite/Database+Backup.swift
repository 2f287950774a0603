import CSQLite

extension Database {
    /// Copies the whole database, as one snapshot of it, over another one; others go on reading and writing it.
    ///
    /// - Parameters:
    ///   - destination: What it had is gone. Nobody else may use it meanwhile.
    ///   - progress: Called now and then with how many pages are copied, and of how many.
    /// - Throws: `SQLiteError`, of either database; the destination is of no use then.
    package func copy(
        over destination: Database,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws {
        // A snapshot of its own, or each commit of another process would start the copy anew.
        try transaction(.deferred) {
            _ = try userVersion()
            guard
                let backup = sqlite3_backup_init(destination.connection, "main", connection, "main")
            else {
                throw SQLiteError(
                    code: sqlite3_extended_errcode(destination.connection),
                    connection: destination.connection
                )
            }
            var code = SQLITE_OK
            while code == SQLITE_OK {
                code = sqlite3_backup_step(backup, Self.pagesAtOnce)
                let total = Int(sqlite3_backup_pagecount(backup))
                progress(total - Int(sqlite3_backup_remaining(backup)), total)
            }
            let end = sqlite3_backup_finish(backup)
            guard code == SQLITE_DONE, end == SQLITE_OK else {
                // The destination carries what went wrong, whichever of the two it was.
                throw SQLiteError(
                    code: end == SQLITE_OK ? code : end,
                    connection: destination.connection
                )
            }
        }
    }

    /// The first fault of the file's pages, indexes and constraints; nil when it is sound.
    ///
    /// Reads all of it.
    package func integrityFault() throws(SQLiteError) -> String? {
        let answer = try first("PRAGMA integrity_check(1)") { row throws(SQLiteError) in try row.text(0) }
        return answer == "ok" ? nil : answer ?? "no answer"
    }

    /// Carries what is in the write-ahead log over to the database, and empties the log.
    ///
    /// - Throws: `SQLiteError` with code `busy` when a reader kept that from being done.
    package func emptyWriteAheadLog() throws(SQLiteError) {
        let isBusy = try first("PRAGMA wal_checkpoint(TRUNCATE)") { row throws(SQLiteError) in
            try row.integer(0)
        }
        guard isBusy == 0 else {
            throw SQLiteError(extendedCode: SQLITE_BUSY, message: "a reader holds on to the write-ahead log")
        }
    }

    /// 4 MB.
    private static let pagesAtOnce: Int32 = 1_024
}
