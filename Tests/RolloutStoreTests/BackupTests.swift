import Foundation
import SQLite
import Testing
import TestSupport

@testable import RolloutStore

@Suite("A backup", .timeLimit(.minutes(5)))
struct BackupTests {
    private let directory: TemporaryDirectory
    private let path: String
    private let backup: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("rollout.sqlite")
        backup = directory.file("backup.sqlite")
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    }

    @Test("is one file with the whole store, which goes on unharmed")
    func whole() throws {
        let store = try SQLiteStore(path: path, access: .create)
        for number in 1...3 { try store.set(.flag("a"), to: "\(number)") }
        var progress: [Int] = []
        let head = try SQLiteStore(path: path, access: .read).backUp(to: backup) { done, total in
            progress.append(done)
            #expect(done <= total)
        }
        #expect(head?.revision == 3)
        #expect(!progress.isEmpty)
        #expect(
            try files() == ["backup.sqlite", "rollout.sqlite", "rollout.sqlite-shm", "rollout.sqlite-wal"]
        )
        #expect(try store.set(.flag("a"), to: "4").map(\.revision) == [4])
        let copy = try SQLiteStore(path: backup, access: .read)
        #expect(try copy.history() == (try store.history(HistoryFilter(before: 4))))
        #expect(try copy.audit().firstBreak == nil)
        #expect(try copy.audit().head == head)
    }

    @Test("of an empty store has no last change")
    func empty() throws {
        #expect(try SQLiteStore(path: path, access: .create).backUp(to: backup) == nil)
        #expect(try SQLiteStore(path: backup, access: .read).revision() == 0)
    }

    @Test("while two processes write is what the store was at one moment, each time")
    func whileWriting() throws {
        let store = try SQLiteStore(path: path, access: .create)
        let writers = try ["first", "second"].map {
            try RunningProgram.storeWriter(path: path, "write", $0, "100000")
        }
        // Both are at work.
        for writer in writers { _ = try #require(try writer.outputLine()) }
        var last: Int64 = 0
        for round in 1...10 {
            let file = directory.file("backup-\(round).sqlite")
            let head = try #require(try store.backUp(to: file))
            #expect(head.revision > last)
            last = head.revision
            let audit = try SQLiteStore(path: file, access: .read).audit()
            #expect(audit == AuditResult(head: head, count: Int(head.revision), firstBreak: nil))
            // Nothing else happens between two backups than that they write on.
            _ = try writers[round % 2].outputLine()
        }
        for writer in writers { writer.send(signal: SIGKILL) }
        var acknowledged: [String] = []
        for writer in writers { acknowledged += try writer.remainingOutputLines() }
        let recorded = try store.history().map { "\($0.revision) \($0.after ?? "")" }
        #expect(Set(acknowledged).isSubset(of: recorded))
        #expect(try store.audit().firstBreak == nil)
    }

    @Test("does not take the place of a file unless that was asked for")
    func exists() throws {
        let store = try SQLiteStore(path: path, access: .create)
        try Data("notes".utf8).write(to: URL(filePath: backup))
        #expect(throws: StoreError(location: backup, problem: .exists)) { try store.backUp(to: backup) }
        #expect(try Data(contentsOf: URL(filePath: backup)) == Data("notes".utf8))
        _ = try store.backUp(to: backup, replacing: true)
        #expect(try SQLiteStore(path: backup, access: .read).revision() == 0)
        #expect(try files().count == 4)
    }

    @Test("never goes over the store itself, by whatever name, nor over what is no file")
    func itself() throws {
        let store = try SQLiteStore(path: path, access: .create)
        try store.set(.flag("a"), to: "1")
        let link = directory.file("link.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        for name in [path, link, directory.file("./rollout.sqlite")] {
            let error = #expect(throws: StoreError.self) { try store.backUp(to: name, replacing: true) }
            #expect(error?.problem == .backup("that is the store itself; name another file"))
        }
        for name in ["/dev/null", directory.path] {
            let error = #expect(throws: StoreError.self) { try store.backUp(to: name, replacing: true) }
            #expect(error?.problem == .backup("it is not a regular file"))
        }
        #expect(try store.audit().firstBreak == nil)
    }

    @Test("into a folder that is not there says so, and leaves nothing behind")
    func noFolder() throws {
        let store = try SQLiteStore(path: path, access: .create)
        let error = #expect(throws: StoreError.self) {
            try store.backUp(to: directory.file("no/backup.sqlite"))
        }
        #expect(
            error?.description
                == "\(directory.file("no/backup.sqlite")): cannot make a file beside it: No such file or directory"
        )
        #expect(try files().count == 3)
    }

    @Test("of a damaged store is refused, and no file appears")
    func damaged() throws {
        do {
            let store = try SQLiteStore(path: path, access: .create)
            for number in 1...200 { try store.set(.flag("a"), to: String(repeating: "x", count: number)) }
            try store.database.emptyWriteAheadLog()
        }
        // A page in the middle, which opening the store does not read.
        let file = try FileHandle(forUpdating: URL(filePath: path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: size / 2 / 4_096 * 4_096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        try file.close()
        let error = #expect(throws: StoreError.self) {
            try SQLiteStore(path: path, access: .read).backUp(to: backup)
        }
        #expect(error?.location == path)
        guard case .corrupt? = error?.problem else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try files() == ["rollout.sqlite", "rollout.sqlite-shm", "rollout.sqlite-wal"])
    }
}
