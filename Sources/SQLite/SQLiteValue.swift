/// A value to bind to a placeholder.
package enum SQLiteValue: Equatable, Sendable {
    case null
    case integer(Int64)
    /// NaN is stored as NULL, since SQLite has no NaN.
    case real(Double)
    /// Stored as its UTF-8 bytes, with any NUL inside, and read back the same. SQL functions such as `length`
    /// stop at a NUL; comparison, indexes and the column accessors do not.
    case text(String)
    case blob([UInt8])

    /// Text, or NULL for nil.
    package static func text(orNull text: String?) -> SQLiteValue {
        text.map(SQLiteValue.text) ?? .null
    }

    /// A number, or NULL for nil.
    package static func integer(orNull number: Int64?) -> SQLiteValue {
        number.map(SQLiteValue.integer) ?? .null
    }
}
