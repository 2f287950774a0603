import CSQLite

/// One prepared statement.
///
/// Usable by one thread at a time, and finalized with its last reference.
///
/// It may outlive its `Database`: the connection then closes when the last statement is gone, and no longer waits
/// for locks.
package final class Statement {
    /// The text that it was prepared from.
    package let sql: String

    let handle: OpaquePointer

    /// - Throws: `SQLiteError`, with code `misuse` when `sql` is empty or holds more than one statement: what
    ///   follows the first would be ignored.
    init(sql: String, connection: OpaquePointer, isKept: Bool) throws(SQLiteError) {
        var statement: OpaquePointer?
        var text = sql
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let (code, isWhole) = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                var rest: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(
                    connection,
                    characters.baseAddress,
                    Int32(clamping: characters.count),
                    flags,
                    &statement,
                    &rest
                )
                let used = rest.flatMap { end in characters.baseAddress.map { end - $0 } } ?? characters.count
                return (code, bytes.dropFirst(used).allSatisfy { $0 == 0x20 || $0 == 0x0A })
            }
        }
        guard code == SQLITE_OK else { throw SQLiteError(code: code, connection: connection, sql: sql) }
        guard let statement, isWhole else {
            sqlite3_finalize(statement)  // Repeats the last step's result: nothing to report before one.
            throw SQLiteError(
                extendedCode: SQLITE_MISUSE,
                message: "exactly one statement is wanted",
                sql: sql
            )
        }
        self.sql = sql
        self.handle = statement
    }

    deinit {
        sqlite3_finalize(handle)  // Repeats the last step's result, which was reported then.
    }

    /// Gives each placeholder its value, in order, and starts over.
    ///
    /// - Throws: `SQLiteError`, with code `misuse` when there are more or fewer values than placeholders.
    package func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        reset()
        guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw SQLiteError(
                extendedCode: SQLITE_MISUSE,
                message: "\(values.count) values for \(sqlite3_bind_parameter_count(handle)) placeholders",
                sql: sql
            )
        }
        for (index, value) in zip(Int32(1)..., values) {
            try check(bind(value, at: index))
        }
    }

    /// Advances to the next row.
    ///
    /// - Returns: false when there is none; the statement has then done its work, and starts over when it is
    ///   stepped again.
    package func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            // Before the reset, which would overwrite the text.
            let error = SQLiteError(code: code, connection: sqlite3_db_handle(handle), sql: sql)
            reset()
            throw error
        }
    }

    /// Ends the current run, releasing its locks, and forgets the bound values.
    func reset() {
        sqlite3_reset(handle)  // Repeats the last step's result, which was reported then.
        sqlite3_clear_bindings(handle)  // Never fails.
    }

    private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
        switch value {
        case .null:
            return sqlite3_bind_null(handle, index)
        case .integer(let integer):
            return sqlite3_bind_int64(handle, index, integer)
        case .real(let real):
            return sqlite3_bind_double(handle, index, real)
        case .text(var text):
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    csqlite_bind_text(handle, index, $0.baseAddress, UInt64($0.count))
                }
            }
        case .blob(let bytes):
            return bytes.withUnsafeBytes {
                csqlite_bind_blob(handle, index, $0.baseAddress, UInt64($0.count))
            }
        }
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else {
            throw SQLiteError(code: code, connection: sqlite3_db_handle(handle), sql: sql)
        }
    }
}
