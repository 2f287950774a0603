import CSQLite

extension Database {
    /// When a transaction takes its locks, <https://sqlite.org/lang_transaction.html>.
    package enum TransactionKind: String, Sendable {
        /// At the first statement that needs one: for reading. Its first read fixes the snapshot.
        case deferred = "DEFERRED"
        /// The write lock at once: for writing, so that what is read inside cannot go stale before the write.
        case immediate = "IMMEDIATE"
    }

    /// Runs `body` in a transaction; an error rolls everything back and is thrown on.
    ///
    /// - Throws: What `body` throws; `SQLiteError` when the transaction cannot begin or end, and when one is
    ///   open already.
    package func transaction<Result>(
        _ kind: TransactionKind,
        _ body: () throws -> Result
    ) throws -> Result {
        try run("BEGIN \(kind.rawValue)")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            try rollBack(after: error)
            throw error
        }
    }

    private func rollBack(after error: any Error) throws(SQLiteError) {
        // SQLite has rolled back by itself after a full disk, an input/output error or a lack of memory.
        guard sqlite3_get_autocommit(connection) == 0 else { return }
        do {
            try run("ROLLBACK")
        } catch let failure {
            throw SQLiteError(
                extendedCode: failure.extendedCode,
                message: "\(failure.message); while rolling back after: \(error)",
                sql: failure.sql,
                systemError: failure.systemError
            )
        }
    }
}
