import CSQLite

/// What SQLite refused, why, and in which statement.
///
/// Never holds a bound value.
package struct SQLiteError: Error, Equatable, Sendable {
    /// The extended result code, <https://sqlite.org/rescode.html>.
    package let extendedCode: Int32

    /// SQLite's explanation in English, read at the moment of the failure.
    package let message: String

    /// The statement as it was prepared, with its placeholders; nil when no statement was involved.
    package let sql: String?

    /// The `errno` behind a failure to open, read or write a file; zero when there is none.
    package let systemError: Int32

    init(extendedCode: Int32, message: String, sql: String? = nil, systemError: Int32 = 0) {
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
        self.systemError = systemError
    }

    /// The error that `connection` has just reported.
    ///
    /// - Parameter connection: nil when SQLite could not even allocate one.
    init(code: Int32, connection: OpaquePointer?, sql: String? = nil) {
        // Without a connection, or when the call failed before it recorded anything, its text is of another error.
        let isRecorded = connection != nil && sqlite3_extended_errcode(connection) == code
        let text = isRecorded ? sqlite3_errmsg(connection) : sqlite3_errstr(code)
        let involvesFile = [SQLITE_CANTOPEN, SQLITE_IOERR].contains(code & 0xff)
        self.init(
            extendedCode: code,
            message: text.map { String(cString: $0) } ?? "unknown error",
            sql: sql,
            systemError: involvesFile && connection != nil ? sqlite3_system_errno(connection) : 0
        )
    }

    /// The primary result code: what a caller decides by.
    package var code: Code { Code(rawValue: extendedCode & 0xff) }

    /// Whether a file ended before what should be in it: `SQLITE_IOERR_SHORT_READ`, a macro that Swift does not see.
    package var isShortRead: Bool { extendedCode == SQLITE_IOERR | 2 << 8 }

    /// A primary result code of SQLite.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: Int32

        package init(rawValue: Int32) { self.rawValue = rawValue }

        /// Another connection holds a lock that the busy timeout did not outlast.
        package static let busy = Code(rawValue: SQLITE_BUSY)
        /// The file could not be opened or created.
        package static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
        /// A constraint or a trigger forbids it.
        package static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
        /// The file is a database, and damaged.
        package static let corrupt = Code(rawValue: SQLITE_CORRUPT)
        /// The disk, or the size allowed to the database, is used up.
        package static let full = Code(rawValue: SQLITE_FULL)
        /// Reading or writing a file failed.
        package static let inputOutput = Code(rawValue: SQLITE_IOERR)
        /// A column holds another type than was asked for, or text that is not UTF-8.
        package static let mismatch = Code(rawValue: SQLITE_MISMATCH)
        /// The call itself is wrong.
        package static let misuse = Code(rawValue: SQLITE_MISUSE)
        /// The file is not a database.
        package static let notADatabase = Code(rawValue: SQLITE_NOTADB)
        /// The database can be read and not written.
        package static let readOnly = Code(rawValue: SQLITE_READONLY)
    }
}

extension SQLiteError: CustomStringConvertible {
    package var description: String {
        let place = sql.map { " in `\($0)`" } ?? ""
        return "\(message) (SQLite code \(extendedCode))\(place)"
    }
}
