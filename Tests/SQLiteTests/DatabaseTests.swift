import Foundation
import SQLite
import Testing
import TestSupport

@Suite("Databases")
struct DatabaseTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func open(_ access: Database.Access = .readWriteCreate, busyTimeout: Duration = .zero) throws
        -> Database
    {
        try Database(path: directory.file("a.sqlite"), access: access, busyTimeout: busyTimeout)
    }

    @Test(
        "A missing file is only made when that was asked for",
        arguments: [Database.Access.readOnly, .readWrite]
    )
    func missing(access: Database.Access) {
        let error = #expect(throws: SQLiteError.self) { try open(access) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.systemError == ENOENT)
        #expect(!FileManager.default.fileExists(atPath: directory.file("a.sqlite")))
    }

    @Test("A path with a NUL inside is refused, not cut short")
    func nulInPath() {
        let path = directory.file("a.sqlite\0b")
        #expect(throws: SQLiteError.self) {
            try Database(path: path, access: .readWriteCreate, busyTimeout: .zero)
        }
        #expect(!FileManager.default.fileExists(atPath: directory.file("a.sqlite")))
    }

    @Test("A file that is not a database is found out at the first statement")
    func notADatabase() throws {
        try "This is not a database.".write(
            toFile: directory.file("a.sqlite"),
            atomically: true,
            encoding: .utf8
        )
        let database = try open(.readOnly)
        #expect(throws: SQLiteError.self) { try database.userVersion() }
        let error = #expect(throws: SQLiteError.self) { try database.userVersion() }
        #expect(error?.code == .notADatabase)
    }

    @Test("A connection opened for reading cannot write")
    func readOnly() throws {
        try open().execute(script: "CREATE TABLE t (a)")
        let database = try open(.readOnly)
        #expect(database.isReadOnly)
        let error = #expect(throws: SQLiteError.self) { try database.run("INSERT INTO t VALUES (1)") }
        #expect(error?.code == .readOnly)
    }

    @Test(
        "Versions and application IDs are kept in the file, negative ones too",
        arguments: [0, 7, Int32.max, Int32.min]
    )
    func header(value: Int32) throws {
        try open().setUserVersion(value)
        try open().setApplicationID(value)
        #expect(try open(.readOnly).userVersion() == value)
        #expect(try open(.readOnly).applicationID() == value)
    }

    @Test("The data version changes with another connection's commit, and with nothing else")
    func dataVersion() throws {
        let database = try open()
        try database.execute(script: "CREATE TABLE t (a)")
        let before = try database.dataVersion()
        try database.run("INSERT INTO t VALUES (1)")
        #expect(try database.dataVersion() == before)
        try open().run("INSERT INTO t VALUES (2)")
        #expect(try database.dataVersion() != before)
    }

    @Test(
        "The write-ahead log's files stay when the last connection closes, if they are to be kept",
        arguments: [true, false]
    )
    func writeAheadLog(isKept: Bool) throws {
        do {
            let database = try open()
            try database.enableWriteAheadLog()
            if isKept { try database.keepWriteAheadLogFiles() }
            try database.execute(script: "CREATE TABLE t (a)")
        }
        #expect(FileManager.default.fileExists(atPath: directory.file("a.sqlite-wal")) == isKept)
        #expect(FileManager.default.fileExists(atPath: directory.file("a.sqlite-shm")) == isKept)
        if isKept {
            let log = try FileManager.default.attributesOfItem(atPath: directory.file("a.sqlite-wal"))
            #expect(log[.size] as? Int == 0)
        }
        #expect(try open(.readOnly).journalMode() == "wal")
    }

    @Test("A database in memory has no write-ahead log")
    func noWriteAheadLog() throws {
        let database = try Database(path: ":memory:", access: .readWriteCreate, busyTimeout: .zero)
        let error = #expect(throws: SQLiteError.self) { try database.enableWriteAheadLog() }
        #expect(error?.message == "no write-ahead log is possible here, the journal mode is memory")
    }
}
