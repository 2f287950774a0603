import Foundation
import RolloutStore
import SQLite
import Testing
import TestSupport

@testable import RolloutStore

@Suite("What is refused, and how it is said", .timeLimit(.minutes(5)))
struct SQLiteRefusalTests {
    let directory: TemporaryDirectory
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("rollout.sqlite")
    }

    @Test("A missing store, where it must exist", arguments: [SQLiteStore.Access.read, .write])
    func missing(access: SQLiteStore.Access) {
        let missing =
            "there is no store here; go to the folder that has it, or name it with --store or WIDGET_STORE; "
            + "a lost one comes back by `widgetctl restore-backup`; where there never was one `widgetctl apply` makes it"
        expect(missing) { try SQLiteStore(path: path, access: access) }
        expect(
            missing,
            at: directory.file("no/such/directory")
        ) {
            try SQLiteStore(path: directory.file("no/such/directory"), access: access)
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("A missing store is named by its absolute path, however it was written")
    func relativePath() {
        let folder = FileManager.default.currentDirectoryPath
        for path in ["no/such.sqlite", "./no/such.sqlite"] {
            #expect(throws: StoreError(location: "\(folder)/no/such.sqlite", problem: .missing)) {
                try SQLiteStore(path: path, access: .read)
            }
        }
    }

    @Test(
        "Who was using a store that is gone is not told to make a new one, and of other problems what all are told"
    )
    func inUse() {
        #expect(
            StoreError(location: "/a", problem: .missing).descriptionInUse
                == "/a: the store is gone; put the file, or a backup of it, back; do not run `widgetctl apply`, which "
                + "would make an empty one"
        )
        let full = StoreError(location: "/a", problem: .full)
        #expect(full.descriptionInUse == full.description)
    }

    @Test("An empty path")
    func emptyPath() {
        expect("cannot open the store: the path is empty", at: "") {
            try SQLiteStore(path: "", access: .create)
        }
    }

    @Test("A directory", arguments: [SQLiteStore.Access.read, .write, .create])
    func isDirectory(access: SQLiteStore.Access) {
        expect("cannot open the store: it is a directory", at: directory.path) {
            try SQLiteStore(path: directory.path, access: access)
        }
    }

    @Test("A pipe, which is not waited for", arguments: [SQLiteStore.Access.read, .write, .create])
    func isPipe(access: SQLiteStore.Access) {
        #expect(mkfifo(path, 0o600) == 0)
        expect("cannot open the store: it is not a regular file") {
            try SQLiteStore(path: path, access: access)
        }
    }

    @Test("A path below a file")
    func belowFile() throws {
        try Data().write(to: URL(fileURLWithPath: path))
        expect("cannot open the store: Not a directory", at: path + "/a.sqlite") {
            try SQLiteStore(path: path + "/a.sqlite", access: .create)
        }
        expect(
            "cannot open the store: cannot create the directory \(path)/b: Not a directory",
            at: path + "/b/a.sqlite"
        ) {
            try SQLiteStore(path: path + "/b/a.sqlite", access: .create)
        }
    }

    @Test("A file that is no database", arguments: [SQLiteStore.Access.read, .write, .create])
    func notADatabase(access: SQLiteStore.Access) throws {
        let content = Data("An afternoon's notes, and not a database at all.\n".utf8)
        try content.write(to: URL(fileURLWithPath: path))
        expect("not a Widget Rollout store: the file is not an SQLite database") {
            try SQLiteStore(path: path, access: access)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
    }

    @Test("An empty file, where a store must exist")
    func emptyFile() throws {
        try Data().write(to: URL(fileURLWithPath: path))
        expect("not a Widget Rollout store: the file is empty") {
            try SQLiteStore(path: path, access: .write)
        }
        #expect(try SQLiteStore(path: path, access: .create).revision() == 0)
    }

    @Test(
        "Another application's database, which stays as it is",
        arguments: ["CREATE TABLE recipes (a)", "PRAGMA user_version = 1", "PRAGMA application_id = 7"]
    )
    func foreign(script: String) throws {
        do {
            try Database(path: path, access: .readWriteCreate, busyTimeout: .zero).execute(script: script)
        }
        let content = try Data(contentsOf: URL(fileURLWithPath: path))
        for access in [SQLiteStore.Access.read, .write, .create] {
            expect("not a Widget Rollout store: the file is an SQLite database of another application") {
                try SQLiteStore(path: path, access: access)
            }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
    }

    @Test("A newer version's store", arguments: [SQLiteStore.Access.read, .write, .create])
    func newer(access: SQLiteStore.Access) throws {
        _ = try SQLiteStore(path: path, access: .create)
        try Database(path: path, access: .readWrite, busyTimeout: .zero).setUserVersion(99)
        expect(
            "the store has schema 99, made by a newer version; this one knows schemas up to "
                + "\(Schema.current.version): use the newer version"
        ) {
            try SQLiteStore(path: path, access: access)
        }
    }

    @Test("Changes through a store that was opened for reading")
    func readOnly() throws {
        _ = try SQLiteStore(path: path, access: .create)
        let store = try SQLiteStore(path: path, access: .read)
        expect("cannot write to the store: attempt to write a readonly database") {
            try store.set(.flag("a"), to: "1")
        }
    }

    @Test("Waiting for a lock for too long")
    func locked() throws {
        let store = try SQLiteStore(path: path, access: .create, busyTimeout: .milliseconds(30))
        let other = try SQLiteStore(path: path, access: .write)
        _ = try other.change(by: .sample()) { _ throws in
            expect("another process kept the store locked for 0.03 seconds: end it, or try again") {
                try store.set(.flag("a"), to: "1")
            }
        }
        #expect(try store.set(.flag("a"), to: "1").count == 1)
    }

    @Test("A full disk, which leaves everything as it was")
    func full() throws {
        let store = try SQLiteStore(path: path, access: .create)
        try store.set(.flag("a"), to: "1")
        // What SQLite does when the disk refuses a page, it does when its own limit refuses one.
        try store.database.execute(script: "PRAGMA max_page_count = 20")
        expect("no space is left for the store; nothing was changed") {
            try store.set(.flag("b"), to: String(repeating: "x", count: 1_000_000))
        }
        #expect(try store.revision() == 1)
        #expect(try store.set(.flag("a"), to: "2").map(\.revision) == [2])
    }

    @Test("A damaged file")
    func damaged() throws {
        do {
            try SQLiteStore(path: path, access: .create).set(.flag("a"), to: "1")
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 4_096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 4_096))
        try file.close()
        expect(
            "the store is damaged: database disk image is malformed; put a backup in its place by "
                + "`widgetctl restore-backup`"
        ) {
            try SQLiteStore(path: path, access: .read).read { try $0.document(.flag("a")) }
        }
    }

    @Test("A file without permission to read it")
    func unreadable() throws {
        _ = try SQLiteStore(path: path, access: .create)
        #expect(chmod(path, 0) == 0)
        try expectUnprivileged("read", "cannot open the store: Permission denied")
    }

    @Test("A file without permission to write it")
    func unwritable() throws {
        _ = try SQLiteStore(path: path, access: .create)
        for suffix in ["", "-wal", "-shm"] { #expect(chmod(path + suffix, 0o444) == 0) }
        try expectUnprivileged("create", "cannot write to the store: Permission denied")
    }

    @Test("A directory without permission to make a store in it")
    func unwritableDirectory() throws {
        #expect(chmod(directory.path, 0o555) == 0)
        try expectUnprivileged(
            "create",
            "cannot open the store: cannot make a file in the directory \(directory.path): Permission denied"
        )
        try expectUnprivileged(
            "create",
            at: directory.file("a/b.sqlite"),
            "cannot open the store: cannot create the directory \(directory.path)/a: Permission denied"
        )
        #expect(chmod(directory.path, 0o755) == 0)
    }

    @Test("A reader beside a backup whose log files are missing and cannot be made")
    func noLogFiles() throws {
        _ = try SQLiteStore(path: path, access: .create)
        for suffix in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + suffix) }
        #expect(chmod(directory.path, 0o555) == 0)
        try expectUnprivileged(
            "read",
            "cannot open the store: its -wal and -shm files are missing, and the directory \(directory.path) cannot "
                + "be written to make them: Permission denied; a program that may write leaves them there"
        )
        #expect(chmod(directory.path, 0o755) == 0)
    }

    private func expect<Result>(
        _ message: String,
        at location: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> Result
    ) {
        let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try body() }
        #expect(error?.description == "\(location ?? path): \(message)", sourceLocation: sourceLocation)
    }

    private func expectUnprivileged(
        _ command: String,
        at location: String? = nil,
        _ message: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let end = try RunningProgram.storeWriter(path: location ?? path, isUnprivileged: true, command)
            .finish()
        #expect(end.status == 1, sourceLocation: sourceLocation)
        #expect(end.errors == "\(location ?? path): \(message)\n", sourceLocation: sourceLocation)
    }
}
