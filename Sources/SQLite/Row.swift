import CSQLite

/// The row that a statement stands on.
///
/// Columns count from zero.
///
/// An accessor gives the type that is stored and never converts: another type, NULL included, is a `SQLiteError`
/// with code `mismatch`.
package struct Row: ~Copyable {
    private let statement: Statement

    /// - Parameter statement: One whose last `step()` gave a row.
    package init(of statement: Statement) {
        self.statement = statement
    }

    /// A 64-bit integer.
    package func integer(_ column: Int) throws(SQLiteError) -> Int64 {
        try expect(SQLITE_INTEGER, "an integer", in: column)
        return sqlite3_column_int64(statement.handle, Int32(column))
    }

    /// A floating-point number; one that was stored without a fraction is still one.
    package func real(_ column: Int) throws(SQLiteError) -> Double {
        try expect(SQLITE_FLOAT, "a real number", in: column)
        return sqlite3_column_double(statement.handle, Int32(column))
    }

    /// Text as it was stored, with any NUL inside.
    ///
    /// - Throws: Also for bytes that are not UTF-8, which another program can store: replacing them would give
    ///   text that the database does not hold.
    package func text(_ column: Int) throws(SQLiteError) -> String {
        try expect(SQLITE_TEXT, "text", in: column)
        // The pointer first: asking for it may convert the value, and with it the number of bytes.
        guard let pointer = sqlite3_column_text(statement.handle, Int32(column)) else {
            throw SQLiteError(extendedCode: SQLITE_NOMEM, message: "out of memory", sql: statement.sql)
        }
        let count = Int(sqlite3_column_bytes(statement.handle, Int32(column)))
        guard let text = String(validating: UnsafeBufferPointer(start: pointer, count: count), as: UTF8.self)
        else {
            throw mismatch("text that is not UTF-8", in: column)
        }
        return text
    }

    /// Text as it was stored; nil for NULL.
    package func optionalText(_ column: Int) throws(SQLiteError) -> String? {
        isNull(column) ? nil : try text(column)
    }

    /// Bytes; empty for an empty blob.
    package func blob(_ column: Int) throws(SQLiteError) -> [UInt8] {
        try expect(SQLITE_BLOB, "a blob", in: column)
        let pointer = sqlite3_column_blob(statement.handle, Int32(column))
        let count = Int(sqlite3_column_bytes(statement.handle, Int32(column)))
        return Array(UnsafeRawBufferPointer(start: pointer, count: pointer == nil ? 0 : count))
    }

    /// Whether there is no value.
    package func isNull(_ column: Int) -> Bool {
        type(of: column) == SQLITE_NULL
    }

    private func type(of column: Int) -> Int32 {
        precondition(
            column < sqlite3_data_count(statement.handle),
            "no column \(column) in `\(statement.sql)`"
        )
        return sqlite3_column_type(statement.handle, Int32(column))
    }

    private func expect(_ type: Int32, _ name: String, in column: Int) throws(SQLiteError) {
        guard self.type(of: column) == type else { throw mismatch("something else than \(name)", in: column) }
    }

    private func mismatch(_ found: String, in column: Int) -> SQLiteError {
        let name =
            sqlite3_column_name(statement.handle, Int32(column)).map { String(cString: $0) } ?? "\(column)"
        return SQLiteError(
            extendedCode: SQLITE_MISMATCH,
            message: "column \(name) holds \(found)",
            sql: statement.sql
        )
    }
}
