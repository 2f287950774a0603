import CSQLite

// Numbers in the file's header, <https://sqlite.org/fileformat.html#the_database_header>, and settings of the file.
extension Database {
    /// The schema's version, zero in a new file.
    package func userVersion() throws(SQLiteError) -> Int32 {
        try number("PRAGMA user_version")
    }

    /// Sets the schema's version; part of the transaction that it is called in.
    package func setUserVersion(_ version: Int32) throws(SQLiteError) {
        try execute(script: "PRAGMA user_version = \(version)")
    }

    /// Whose file it is, zero when nobody has said.
    package func applicationID() throws(SQLiteError) -> Int32 {
        try number("PRAGMA application_id")
    }

    /// Says whose file it is; part of the transaction that it is called in.
    package func setApplicationID(_ identifier: Int32) throws(SQLiteError) {
        try execute(script: "PRAGMA application_id = \(identifier)")
    }

    /// A number that differs from the last answer when another connection has committed since.
    ///
    /// This connection's own commits leave it alone. Reads no page when nothing has changed.
    package func dataVersion() throws(SQLiteError) -> Int32 {
        try number("PRAGMA data_version")
    }

    /// The journal mode in lower case: `delete` in a new file, `wal` with a write-ahead log.
    package func journalMode() throws(SQLiteError) -> String {
        try first("PRAGMA journal_mode") { row throws(SQLiteError) in try row.text(0) } ?? ""
    }

    /// Gives the file a write-ahead log, for good.
    ///
    /// - Throws: `SQLiteError`, with code `busy` at once, whatever the timeout, when another connection is about
    ///   to do the same, and with code `misuse` where it cannot have one, such as in memory.
    package func enableWriteAheadLog() throws(SQLiteError) {
        let mode = try first("PRAGMA journal_mode = WAL") { row throws(SQLiteError) in try row.text(0) } ?? ""
        guard mode == "wal" else {
            throw SQLiteError(
                extendedCode: SQLITE_MISUSE,
                message: "no write-ahead log is possible here, the journal mode is \(mode)"
            )
        }
    }

    /// Takes the file's write-ahead log away, for good; what was in it is in the file then.
    ///
    /// - Throws: `SQLiteError`, with code `busy` when another connection has the file open.
    package func removeWriteAheadLog() throws(SQLiteError) {
        let mode =
            try first("PRAGMA journal_mode = DELETE") { row throws(SQLiteError) in try row.text(0) } ?? ""
        guard mode == "delete" else {
            throw SQLiteError(extendedCode: SQLITE_BUSY, message: "the journal mode stays \(mode)")
        }
    }

    /// Leaves the `-wal` and `-shm` files in place when the last connection closes, emptied, so that a reader who
    /// may not create files can open the database at any time.
    package func keepWriteAheadLogFiles() throws(SQLiteError) {
        var isKept: Int32 = 1
        let code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
        guard code == SQLITE_OK else { throw SQLiteError(code: code, connection: connection) }
        // A limit is what makes SQLite cut the log that it leaves; beyond that it returns the room that one
        // large transaction took.
        try execute(script: "PRAGMA journal_size_limit = 4194304")
    }

    private func number(_ pragma: String) throws(SQLiteError) -> Int32 {
        let value = try first(pragma) { row throws(SQLiteError) in try row.integer(0) }
        return Int32(truncatingIfNeeded: value ?? 0)
    }
}
