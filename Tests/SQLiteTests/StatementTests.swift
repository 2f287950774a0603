import SQLite
import Testing

@Suite("Statements")
struct StatementTests {
    let database: Database

    init() throws {
        database = try Database(path: ":memory:", access: .readWriteCreate, busyTimeout: .zero)
        try database.execute(
            script:
                "CREATE TABLE t (k INTEGER PRIMARY KEY, s TEXT) STRICT; INSERT INTO t VALUES (1, 'a'), (2, 'b')"
        )
    }

    @Test("A prepared statement runs again with other values")
    func again() throws {
        let statement = try database.prepare("SELECT s FROM t WHERE k = ?")
        for (key, text) in [(1, "a"), (2, "b"), (1, "a")] as [(Int64, String)] {
            try statement.bind([.integer(key)])
            #expect(try statement.step())
            #expect(try Row(of: statement).text(0) == text)
            #expect(try !statement.step())
        }
    }

    @Test("The same text can run inside its own rows")
    func nested() throws {
        let sql = "SELECT k FROM t ORDER BY k"
        let nested = try database.query(sql) { row throws(SQLiteError) in
            (try row.integer(0), try database.query(sql) { row throws(SQLiteError) in try row.integer(0) })
        }
        #expect(nested.map(\.0) == [1, 2])
        #expect(nested.map(\.1) == [[1, 2], [1, 2]])
    }

    @Test("No row is nil")
    func noRow() throws {
        #expect(
            try database.first("SELECT s FROM t WHERE k = 9") { row throws(SQLiteError) in try row.text(0) }
                == nil
        )
    }

    @Test(
        "Anything but exactly one statement is refused",
        arguments: ["", "-- nothing", "SELECT 1; SELECT 2", "SELECT 1\0x"]
    )
    func notOne(sql: String) {
        let error = #expect(throws: SQLiteError.self) { try database.prepare(sql) }
        #expect(error?.code == .misuse)
        #expect(error?.message == "exactly one statement is wanted")
    }

    @Test("A semicolon and white space may follow")
    func trailing() throws {
        #expect(try database.prepare("SELECT 1;\n ").step())
    }

    @Test("Too few and too many values are refused", arguments: [0, 2])
    func wrongCount(count: Int) {
        let error = #expect(throws: SQLiteError.self) {
            try database.prepare("SELECT ?").bind(Array(repeating: .null, count: count))
        }
        #expect(error?.message == "\(count) values for 1 placeholders")
    }

    @Test("A syntax error names itself and the statement")
    func syntax() {
        let error = #expect(throws: SQLiteError.self) { try database.prepare("SELEC 1") }
        #expect(error?.description == "near \"SELEC\": syntax error (SQLite code 1) in `SELEC 1`")
    }

    @Test("A refused statement shows its placeholders, not what was bound, and can be used again")
    func secret() throws {
        let sql = "INSERT INTO t (k, s) VALUES (?, ?)"
        let error = #expect(throws: SQLiteError.self) { try database.run(sql, .integer(1), .text("hunter2")) }
        #expect(error?.code == .constraint)
        #expect(
            error?.description
                == "UNIQUE constraint failed: t.k (SQLite code 1555) in `INSERT INTO t (k, s) VALUES (?, ?)`"
        )
        try database.run(sql, .integer(3), .text("c"))
    }

    @Test("A statement may outlive its database")
    func outlives() throws {
        func prepared() throws -> Statement {
            try Database(path: ":memory:", access: .readWriteCreate, busyTimeout: .zero).prepare("SELECT 42")
        }
        let statement = try prepared()
        #expect(try statement.step())
        #expect(try Row(of: statement).integer(0) == 42)
    }
}
