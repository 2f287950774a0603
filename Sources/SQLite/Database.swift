import CSQLite

/// One connection to one SQLite file.
///
/// Opened with `SQLITE_OPEN_NOMUTEX`: a connection also carries a transaction, so whoever shares one between
/// threads must hold a lock for longer than any single call, and SQLite's own lock would only be taken beside
/// it. The type is not Sendable, which makes the compiler ask for that lock.
package final class Database {
    /// What the connection may do to the file.
    package enum Access: Sendable {
        /// Read a file that exists.
        case readOnly
        /// Read and write a file that exists. SQLite falls back to reading when the file cannot be written: see
        /// `Database.isReadOnly`.
        case readWrite
        /// Read and write, creating the file when it is missing.
        case readWriteCreate
    }

    let connection: OpaquePointer
    private let busyHandler: BusyHandler
    private var idleStatements: [String: Statement] = [:]

    /// Opens the file.
    ///
    /// SQLite reads it at the first statement only, which is when a file that is not a database is found out.
    ///
    /// - Parameters:
    ///   - path: A path, never a URI. `:memory:` is a database in memory.
    ///   - busyTimeout: How long a statement waits for another connection's lock before it fails with code
    ///     `busy`; zero does not wait.
    /// - Throws: `SQLiteError`, with code `cannotOpen` when the file is missing or out of reach, and for a path
    ///   with a NUL inside.
    package init(path: String, access: Access, busyTimeout: Duration) throws(SQLiteError) {
        guard !path.utf8.contains(0) else {
            throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "the path has a NUL inside")
        }
        let mode =
            switch access {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let connection = handle else {
            // A failed open still hands out a connection, which carries the error.
            let error = SQLiteError(code: code, connection: handle)
            sqlite3_close_v2(handle)
            throw error
        }
        self.connection = connection
        self.busyHandler = BusyHandler(timeout: busyTimeout)
        let installed = busyHandler.install(on: connection)
        guard installed == SQLITE_OK else { throw SQLiteError(code: installed, connection: connection) }
    }

    deinit {
        idleStatements.removeAll()
        // The handler goes with this object; statements that stay behind must not call it.
        sqlite3_busy_handler(connection, nil, nil)
        // Closes now, or with the last statement that someone still holds; no result but SQLITE_OK exists.
        sqlite3_close_v2(connection)
    }

    /// Whether the file cannot be written: opened so, or its permissions left no choice.
    package var isReadOnly: Bool { sqlite3_db_readonly(connection, "main") == 1 }

    /// Prepares one statement for the caller to bind and step.
    package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        try Statement(sql: sql, connection: connection, isKept: false)
    }

    /// Runs every statement of a script, such as a migration, stopping at the first that fails.
    package func execute(script: String) throws(SQLiteError) {
        let code = sqlite3_exec(connection, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code: code, connection: connection, sql: script) }
    }

    /// Runs one statement to its end.
    ///
    /// It stays prepared for the next time, so `sql` should be a constant.
    package func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) {
        _ = try rows(sql, values, upTo: .max) { _ throws(SQLiteError) in }
    }

    /// All rows of one statement, each through `transform`.
    ///
    /// It stays prepared for the next time, so `sql` should be a constant.
    package func query<Result>(
        _ sql: String,
        _ values: SQLiteValue...,
        transform: (borrowing Row) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> [Result] {
        try rows(sql, values, upTo: .max, transform)
    }

    /// The first row of one statement, nil when it has none.
    ///
    /// It stays prepared for the next time, so `sql` should be a constant.
    package func first<Result>(
        _ sql: String,
        _ values: SQLiteValue...,
        transform: (borrowing Row) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result? {
        try rows(sql, values, upTo: 1, transform).first
    }

    private func rows<Result>(
        _ sql: String,
        _ values: [SQLiteValue],
        upTo limit: Int,
        _ transform: (borrowing Row) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> [Result] {
        // Taken out while it runs, so that `transform` may run the same text on a statement of its own.
        let statement = try takeStatement(sql)
        defer {
            statement.reset()
            idleStatements[sql] = statement
        }
        try statement.bind(values)
        var results: [Result] = []
        while results.count < limit, try statement.step() {
            results.append(try transform(Row(of: statement)))
        }
        return results
    }

    private func takeStatement(_ sql: String) throws(SQLiteError) -> Statement {
        if let idle = idleStatements.removeValue(forKey: sql) { return idle }
        return try Statement(sql: sql, connection: connection, isKept: true)
    }
}
