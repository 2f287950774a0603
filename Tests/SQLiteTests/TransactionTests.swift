import SQLite
import Testing
import TestSupport

@Suite("Transactions")
struct TransactionTests {
    private struct Refusal: Error {}

    let directory: TemporaryDirectory
    let database: Database

    init() throws {
        directory = try TemporaryDirectory()
        database = try Database(
            path: directory.file("a.sqlite"),
            access: .readWriteCreate,
            busyTimeout: .zero
        )
        try database.enableWriteAheadLog()
        try database.execute(script: "CREATE TABLE t (a INTEGER NOT NULL) STRICT")
    }

    @Test("What succeeds is kept, and its result handed on")
    func commit() throws {
        let result = try database.transaction(.immediate) {
            try database.run("INSERT INTO t VALUES (1)")
            return "done"
        }
        #expect(result == "done")
        #expect(try count(database) == 1)
    }

    @Test("An error undoes everything and is thrown on")
    func rollback() throws {
        #expect(throws: Refusal.self) {
            try database.transaction(.immediate) {
                try database.run("INSERT INTO t VALUES (1)")
                throw Refusal()
            }
        }
        #expect(try count(database) == 0)
        try database.transaction(.immediate) { try database.run("INSERT INTO t VALUES (1)") }
    }

    @Test("A transaction inside another is refused, and both are undone")
    func nested() throws {
        let error = #expect(throws: SQLiteError.self) {
            try database.transaction(.immediate) {
                try database.run("INSERT INTO t VALUES (1)")
                try database.transaction(.deferred) {}
            }
        }
        #expect(error?.message == "cannot start a transaction within a transaction")
        #expect(try count(database) == 0)
    }

    @Test("A full database undoes everything, by SQLite's own hand, and says so")
    func full() throws {
        try database.execute(script: "PRAGMA max_page_count = 4")
        let error = #expect(throws: SQLiteError.self) {
            try database.transaction(.immediate) {
                for number in 0..<100_000 as Range<Int64> {
                    try database.run("INSERT INTO t VALUES (?)", .integer(number))
                }
            }
        }
        #expect(error?.code == .full)
        #expect(try count(database) == 0)
    }

    @Test("A second writer is refused when its time is up")
    func busy() throws {
        let other = try Database(
            path: directory.file("a.sqlite"),
            access: .readWrite,
            busyTimeout: .milliseconds(20)
        )
        try database.transaction(.immediate) { () throws in
            let error = #expect(throws: SQLiteError.self) { try other.transaction(.immediate) {} }
            #expect(error?.code == .busy)
            #expect(error?.sql == "BEGIN IMMEDIATE")
            // A reader is not.
            #expect(try count(other) == 0)
        }
        try other.transaction(.immediate) {}
    }

    @Test("A statement that outlives its database no longer waits for a lock")
    func outlives() throws {
        func prepared() throws -> Statement {
            try Database(path: directory.file("a.sqlite"), access: .readWrite, busyTimeout: .seconds(600))
                .prepare("BEGIN IMMEDIATE")
        }
        let statement = try prepared()
        try database.transaction(.immediate) { () throws in
            let error = #expect(throws: SQLiteError.self) { try statement.step() }
            #expect(error?.code == .busy)
        }
    }

    @Test("Two writers that never pause both get their turns", .timeLimit(.minutes(2)))
    func turns() async throws {
        let path = directory.file("a.sqlite")
        try await withThrowingTaskGroup { group in
            for writer in 0..<2 as Range<Int64> {
                group.addTask {
                    let database = try Database(path: path, access: .readWrite, busyTimeout: .seconds(10))
                    // Each goes on until the other has had its share too, so neither wins by being first.
                    while try !database.transaction(.immediate, { try takeTurn(of: writer, on: database) }),
                        !Task.isCancelled
                    {}
                }
            }
            // The first error cancels the other.
            for try await _ in group {}
        }
    }
}

/// Holds the lock as long as a slow disk would; says whether both writers have had 20 turns.
private func takeTurn(of writer: Int64, on database: Database) throws -> Bool {
    try database.run("INSERT INTO t VALUES (?)", .integer(writer))
    spin(for: .milliseconds(5))
    let turns = try database.query("SELECT count(*) FROM t GROUP BY a") { row throws(SQLiteError) in
        try row.integer(0)
    }
    return turns.count == 2 && turns.allSatisfy { $0 >= 20 }
}

private func count(_ database: Database) throws -> Int64? {
    try database.first("SELECT count(*) FROM t") { row throws(SQLiteError) in try row.integer(0) }
}
