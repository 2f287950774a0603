import SQLite
import Testing

@Suite("Values in and out")
struct ValueTests {
    let database: Database

    init() throws {
        database = try Database(path: ":memory:", access: .readWriteCreate, busyTimeout: .zero)
        try database.execute(script: "CREATE TABLE t (i INTEGER, r REAL, s TEXT, b BLOB) STRICT")
    }

    @Test("Integers come back as they went in", arguments: [0, -1, .max, .min] as [Int64])
    func integers(value: Int64) throws {
        try database.run("INSERT INTO t (i) VALUES (?)", .integer(value))
        #expect(try read("i") { row throws(SQLiteError) in try row.integer(0) } == value)
    }

    @Test("Reals come back as they went in", arguments: [0.1, -0.0, .infinity, .leastNonzeroMagnitude])
    func reals(value: Double) throws {
        try database.run("INSERT INTO t (r) VALUES (?)", .real(value))
        let stored = try read("r") { row throws(SQLiteError) in try row.real(0) }
        #expect(stored == value)
    }

    @Test("NaN becomes NULL")
    func notANumber() throws {
        try database.run("INSERT INTO t (r) VALUES (?)", .real(.nan))
        #expect(try read("r") { row throws(SQLiteError) in row.isNull(0) } == true)
    }

    @Test(
        "Text comes back to the byte, the empty one, one with NULs and one in decomposed form included",
        arguments: ["", "a\0b\0", "e\u{301}", "\u{E9}", "日本語 👩‍👩‍👧"]
    )
    func texts(value: String) throws {
        try database.run("INSERT INTO t (s) VALUES (?)", .text(value))
        let stored = try #require(try read("s") { row throws(SQLiteError) in try row.text(0) })
        #expect(Array(stored.utf8) == Array(value.utf8))
    }

    @Test("A text with a NUL inside is another than the text before the NUL")
    func nulInComparison() throws {
        try database.run("INSERT INTO t (s) VALUES (?)", .text("a\0b"))
        #expect(
            try read("count(*) FILTER (WHERE s = 'a')") { row throws(SQLiteError) in try row.integer(0) } == 0
        )
    }

    @Test(
        "Blobs come back as they went in, the empty one included",
        arguments: [[], [0], [0xFF, 0, 0xC0]] as [[UInt8]]
    )
    func blobs(value: [UInt8]) throws {
        try database.run("INSERT INTO t (b) VALUES (?)", .blob(value))
        #expect(try read("b") { row throws(SQLiteError) in try row.blob(0) } == value)
    }

    @Test("NULL is nil where nil is asked for")
    func null() throws {
        try database.run("INSERT INTO t (s, i) VALUES (?, ?)", .text(orNull: nil), .null)
        #expect(try read("s") { row throws(SQLiteError) in try row.optionalText(0) ?? "nil" } == "nil")
    }

    @Test("Text that is not UTF-8 is refused, never repaired")
    func invalidText() throws {
        try database.execute(script: "INSERT INTO t (s) VALUES (CAST(x'61FF' AS TEXT))")
        let error = #expect(throws: SQLiteError.self) {
            try read("s") { row throws(SQLiteError) in try row.text(0) }
        }
        #expect(error?.code == .mismatch)
        #expect(
            error?.description
                == "column s holds text that is not UTF-8 (SQLite code 20) in `SELECT s FROM t`"
        )
    }

    @Test("Another type than was asked for is refused, never converted")
    func otherType() throws {
        try database.execute(script: "INSERT INTO t (i) VALUES (7)")
        let error = #expect(throws: SQLiteError.self) {
            try read("i") { row throws(SQLiteError) in try row.text(0) }
        }
        #expect(error?.message == "column i holds something else than text")
        #expect(throws: SQLiteError.self) {
            try read("s") { row throws(SQLiteError) in try row.text(0) }
        }
    }

    private func read<Result>(
        _ expression: String,
        _ transform: (borrowing Row) throws(SQLiteError) -> Result
    ) throws -> Result? {
        try database.first("SELECT \(expression) FROM t", transform: transform)
    }
}
