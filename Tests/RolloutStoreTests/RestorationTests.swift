import Foundation
import SQLite
import Testing
import TestSupport

@testable import RolloutStore

@Suite("A backup that takes a store's place", .timeLimit(.minutes(5)))
struct RestorationTests {
    private let directory: TemporaryDirectory
    private let path: String
    private let backup: String

    /// A backup at revision 3.
    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("rollout.sqlite")
        backup = directory.file("backup.sqlite")
        let store = try SQLiteStore(path: path, access: .create)
        for number in 1...3 { try store.set(.flag("a"), to: "\(number)") }
        _ = try store.backUp(to: backup)
    }

    private func restore(above floor: Int64 = 0, stamp: String = "now") throws -> (
        changes: [Change], aside: String?
    ) {
        let restoration = try Restoration(of: backup, into: path)
        return try restoration.finish(
            above: floor,
            stamp: stamp,
            by: .sample("ana", action: "restore-backup")
        ) {
            _ = try $0.set(StateKey(app: "aurora", kind: "restoration", name: "backup"), to: "\(floor)")
        }
    }

    @Test("goes on above every revision that was given out, and the old store stays beside it")
    func above() throws {
        try SQLiteStore(path: path, access: .write).set(.kill("b"), to: "1")
        let (changes, aside) = try restore()
        #expect(changes.map(\.revision) == [5])
        #expect(aside == path + ".before-restore-now")
        let store = try SQLiteStore(path: path, access: .write)
        #expect(try store.history().map(\.revision) == [5, 3, 2, 1])
        #expect(try store.read { try $0.document(.kill("b")) } == nil)
        #expect(try store.set(.flag("a"), to: "4").map(\.revision) == [6])
        #expect(try store.audit().firstBreak == nil)
        #expect(try store.audit().count == 5)
        let old = try SQLiteStore(path: path + ".before-restore-now", access: .read)
        #expect(try old.history().map(\.revision) == [4, 3, 2, 1])
    }

    @Test("brings back no token that was revoked since, and loses none that was made since")
    func tokens() throws {
        let store = try SQLiteStore(path: path, access: .write)
        try store.add(.sample("old", created: 1))
        _ = try store.backUp(to: backup, replacing: true)
        _ = try store.revoke("old", .init(time: 5, actor: "noor"))
        try store.add(.sample("new", created: 2))
        let expected = try store.tokens()
        _ = try restore()
        #expect(try SQLiteStore(path: path, access: .read).tokens() == expected)
        #expect(expected.map(\.revocation?.time) == [5, nil])
    }

    @Test("goes on above what is known from elsewhere, where that is more")
    func known() throws {
        #expect(try restore(above: 1_000).changes.map(\.revision) == [1_001])
        #expect(try SQLiteStore(path: path, access: .read).audit().firstBreak == nil)
    }

    @Test("where there is no store, or one that is damaged", arguments: [false, true])
    func lost(isDamaged: Bool) throws {
        for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + suffix) }
        if isDamaged { try Data(repeating: 0xA5, count: 50_000).write(to: URL(filePath: path)) }
        let restoration = try Restoration(of: backup, into: path)
        #expect(restoration.present == nil)
        #expect(
            restoration.presentProblem
                == (isDamaged ? .notAStore("the file is not an SQLite database") : .missing)
        )
        let (changes, aside) = try restore(above: 70)
        #expect(changes.map(\.revision) == [71])
        #expect((aside != nil) == isDamaged)
        #expect(try SQLiteStore(path: path, access: .read).read { try $0.document(.flag("a"))?.text } == "3")
    }

    @Test(
        "where the store's pages are damaged, so that it can be opened and not be trusted",
        arguments: 1...8
    )
    func damagedPage(page: Int) throws {
        try SQLiteStore(path: path, access: .write).database.emptyWriteAheadLog()
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: UInt64(page) * 4_096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        try file.close()
        #expect(try restore(above: 70).changes.map(\.revision) == [71])
        let store = try SQLiteStore(path: path, access: .write)
        #expect(try store.set(.flag("a"), to: "4").map(\.revision) == [72])
        #expect(try store.audit().firstBreak == nil)
    }

    @Test("leaves the files that readers need, with the permissions that the store had")
    func permissions() throws {
        for suffix in ["", "-wal", "-shm"] { #expect(chmod(path + suffix, 0o640) == 0) }
        _ = try restore()
        for suffix in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
            #expect(attributes[.posixPermissions] as? Int == 0o640, "\(suffix)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(!names.contains { $0.contains("partial") }, "\(names)")
    }

    @Test("refuses a program that still has the old store open, and no change of it is lost")
    func openWriter() throws {
        let writer = try SQLiteStore(path: path, access: .write)
        #expect(try writer.revision() == 3)
        _ = try restore()
        #expect(throws: StoreError(location: path, problem: .putAside)) {
            try writer.set(.kill("b"), to: "1")
        }
        #expect(try SQLiteStore(path: path, access: .write).set(.kill("b"), to: "1").map(\.revision) == [5])
    }

    @Test(
        "while two processes write: what was acknowledged is in the old store, and no revision is there twice"
    )
    func whileWriting() throws {
        let writers = try ["first", "second"].map {
            try RunningProgram.storeWriter(path: path, "write", $0, "100000")
        }
        var acknowledged = try writers.map { try #require(try $0.outputLine()) }
        let (changes, aside) = try restore()
        for writer in writers {
            acknowledged += try writer.remainingOutputLines()
            let end = try writer.finish()
            #expect(end.status == 1)
            #expect(end.errors.contains("a backup took this store's place just now"), "\(end.errors)")
        }
        let old = try SQLiteStore(path: #require(aside), access: .read)
        let recorded = try old.history()
        #expect(Set(acknowledged).isSubset(of: recorded.map { "\($0.revision) \($0.after ?? "")" }))
        #expect(changes.map(\.revision) == [try old.revision() + 1])
        #expect(try old.audit().firstBreak == nil)
        #expect(try SQLiteStore(path: path, access: .read).audit().firstBreak == nil)
    }

    @Test(
        "that was cut short before the files were moved is told to whoever changes something, and can be repeated"
    )
    func cutShort() throws {
        let store = try SQLiteStore(path: path, access: .write)
        try store.database.execute(
            script: """
                CREATE TRIGGER store_is_put_aside BEFORE INSERT ON changes
                BEGIN SELECT RAISE(ABORT, '\(putAsideMessage)'); END
                """
        )
        #expect(throws: StoreError(location: path, problem: .putAside)) { try store.set(.flag("a"), to: "4") }
        #expect(try restore().changes.map(\.revision) == [4])
        #expect(try SQLiteStore(path: path, access: .write).set(.flag("a"), to: "4").map(\.revision) == [5])
    }

    @Test("Of two at once, the second is refused")
    func two() throws {
        let (first, second) = (
            try Restoration(of: backup, into: path), try Restoration(of: backup, into: path)
        )
        let raise: (any StateEditor) throws -> Void = { _ = try $0.set(.kill("b"), to: "1") }
        let author = Author.sample("ana", action: "restore-backup")
        _ = try first.finish(above: 0, stamp: "1", by: author, raise)
        #expect(throws: StoreError(location: path, problem: .putAside)) {
            try second.finish(above: 0, stamp: "2", by: author, raise)
        }
        #expect(try SQLiteStore(path: path, access: .read).revision() == 4)
    }

    @Test("What was put aside can be restored in turn, and is changed again")
    func back() throws {
        try SQLiteStore(path: path, access: .write).set(.kill("b"), to: "1")
        let aside = try #require(try restore(stamp: "1").aside)
        let restoration = try Restoration(of: aside, into: path)
        _ = try restoration.finish(above: 0, stamp: "2", by: .sample("ana", action: "restore-backup")) {
            _ = try $0.set(.flag("a"), to: "back")
        }
        let store = try SQLiteStore(path: path, access: .write)
        #expect(try store.read { try $0.document(.kill("b"))?.text } == "1")
        #expect(try store.set(.kill("b"), to: nil).map(\.revision) == [7])
        #expect(try store.audit().firstBreak == nil)
    }

    @Test("A backup of an older schema is brought up to date")
    func older() throws {
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/schema-1.sqlite")
        try FileManager.default.removeItem(atPath: backup)
        try FileManager.default.copyItem(atPath: fixture.path, toPath: backup)
        #expect(try restore().changes.map(\.revision) == [5])
        #expect(try SQLiteStore(path: path, access: .read).audit().firstBreak == nil)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let complaint: String
        let damage: @Sendable (String) throws -> Void

        init(_ what: String, _ complaint: String, _ damage: @escaping @Sendable (String) throws -> Void) {
            testDescription = what
            self.complaint = complaint
            self.damage = damage
        }
    }

    static let cases = [
        Case("missing", "there is no such file") { try FileManager.default.removeItem(atPath: $0) },
        Case("empty", "not a Widget Rollout store: the file is empty") {
            try Data().write(to: URL(filePath: $0))
        },
        Case("no database", "not a Widget Rollout store: the file is not an SQLite database") {
            try Data("An afternoon's notes, and not a database at all.\n".utf8).write(to: URL(filePath: $0))
        },
        Case("cut short in the middle of a page", "the backup is damaged") { path in
            #expect(truncate(path, 30_000) == 0)
        },
        Case("cut short between pages", "the backup is damaged") { path in
            #expect(truncate(path, 16_384) == 0)
        },
        Case("cut down to its header", "the backup is damaged") { path in #expect(truncate(path, 100) == 0) },
        Case("another application's", "an SQLite database of another application") { path in
            try FileManager.default.removeItem(atPath: path)
            try Database(path: path, access: .readWriteCreate, busyTimeout: .zero)
                .execute(script: "CREATE TABLE recipes (a)")
        },
        Case("a newer version's", "use the newer version") { path in
            try Database(path: path, access: .readWrite, busyTimeout: .zero).setUserVersion(99)
        },
        Case("a folder", "it is a directory") { path in
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        },
    ]

    @Test("is refused when it is no whole store, and the store stays as it is", arguments: cases)
    func refused(_ sample: Case) throws {
        try sample.damage(backup)
        let error = #expect(throws: StoreError.self) { try restore() }
        #expect(error?.location == backup)
        #expect(error?.description.contains(sample.complaint) == true, "\(String(describing: error))")
        let store = try SQLiteStore(path: path, access: .write)
        #expect(try store.set(.flag("a"), to: "4").map(\.revision) == [4])
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names.filter { $0.hasPrefix("rollout") }.count == 3, "\(names)")
    }

    @Test("is not the store itself")
    func itself() throws {
        let error = #expect(throws: StoreError.self) { try Restoration(of: path, into: path) }
        #expect(error?.problem == .backup("that is the store itself; name a backup"))
    }

    @Test("An error of whoever makes its changes leaves the store as it is")
    func refusal() throws {
        struct Refusal: Error {}
        let restoration = try Restoration(of: backup, into: path)
        #expect(throws: Refusal.self) {
            try restoration.finish(above: 0, stamp: "1", by: .sample(action: "restore-backup")) { _ in
                throw Refusal()
            }
        }
        #expect(try SQLiteStore(path: path, access: .write).set(.flag("a"), to: "4").map(\.revision) == [4])
    }
}
