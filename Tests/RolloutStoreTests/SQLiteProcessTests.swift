import Foundation
import RolloutStore
import SQLite
import Testing
import TestSupport

@Suite("One file, several processes", .timeLimit(.minutes(5)))
struct SQLiteProcessTests {
    let directory: TemporaryDirectory
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("rollout.sqlite")
    }

    @Test("Two processes that write at once, from an empty directory on, lose none of 1,000 changes each")
    func twoWriters() throws {
        let actors = ["first", "second"]
        let writers = try actors.map { try RunningProgram.storeWriter(path: path, "write", $0, "1000") }
        let ends = try writers.map { try $0.finish() }
        let store = try SQLiteStore(path: path, access: .read)
        #expect(try store.revision() == 2_000)
        for (actor, end) in zip(actors, ends) {
            #expect(end.status == 0 && end.errors == "")
            let recorded = try store.history(HistoryFilter(actor: actor)).reversed()
            #expect(recorded.map { "\($0.revision) \($0.after ?? "")" } == end.lines)
            #expect(recorded.map(\.after) == (1...1_000).map(String.init))
        }
    }

    @Test("Eight processes that make the store at once all succeed")
    func manyMakers() throws {
        let makers = try (0..<8).map { _ in try RunningProgram.storeWriter(path: path, "create") }
        for maker in makers {
            #expect(try maker.remainingOutputLines() == ["0"])
            #expect(try maker.finish() == .silentSuccess)
        }
    }

    @Test("A store whose writer is killed, fifty times, opens and holds every acknowledged change")
    func killed() throws {
        var acknowledged: [String] = []
        for round in 0..<50 {
            let writer = try RunningProgram.storeWriter(path: path, "write", "crasher", "100000")
            for _ in 0..<(round % 5) { acknowledged.append(try #require(try writer.outputLine())) }
            spin(for: .microseconds(round * 173 % 3_000))
            writer.send(signal: SIGKILL)
            // What reached the pipe before the end was acknowledged too.
            acknowledged += try writer.remainingOutputLines()
            _ = try writer.finish()
            // In the first rounds the writer may die before there is a store.
            guard !acknowledged.isEmpty else { continue }

            // Who repairs the file first: a reader, or the next writer.
            let store = try SQLiteStore(path: path, access: round.isMultiple(of: 2) ? .read : .write)
            let recorded = try store.history(HistoryFilter(actor: "crasher")).reversed()
            #expect(Set(acknowledged).isSubset(of: recorded.map { "\($0.revision) \($0.after ?? "")" }))
            #expect(recorded.map(\.revision) == Array(1...(try store.revision())))
            #expect(recorded.map(\.after) == (1...recorded.count).map(String.init))
            #expect(try integrity() == "ok")
        }
        #expect(acknowledged.count >= 50)
    }

    @Test("A reader without any right to write opens the store while nobody has it open, and follows it")
    func reader() throws {
        do { try SQLiteStore(path: path, access: .create).set(.flag("a"), to: "1") }
        try setPermissions(file: 0o444, directory: 0o555)
        let reader = try RunningProgram.storeWriter(path: path, isUnprivileged: true, "read")
        #expect(try reader.outputLine() == "1")

        try setPermissions(file: 0o644, directory: 0o755)
        let store = try SQLiteStore(path: path, access: .write)
        try setPermissions(file: 0o444, directory: 0o555)
        for revision in 2...4 as ClosedRange<Int64> {
            try store.set(.flag("a"), to: "\(revision)")
            try reader.send(line: "again")
            #expect(try reader.outputLine() == "\(revision)")
        }
        #expect(try reader.finish() == .silentSuccess)
        try setPermissions(file: 0o644, directory: 0o755)
    }

    @Test("A reader without any right to write opens what a killed writer left")
    func readerAfterKill() throws {
        let writer = try RunningProgram.storeWriter(path: path, "write", "crasher", "100000")
        _ = try #require(try writer.outputLine())
        writer.send(signal: SIGKILL)
        let last = try #require(try writer.remainingOutputLines().last?.split(separator: " ").first ?? "1")
        _ = try writer.finish()
        try setPermissions(file: 0o444, directory: 0o555)
        let reader = try RunningProgram.storeWriter(path: path, isUnprivileged: true, "read")
        let revision = try #require(try reader.outputLine().flatMap { Int($0) })
        #expect(revision >= Int(last) ?? .max)
        #expect(try reader.finish() == .silentSuccess)
        try setPermissions(file: 0o644, directory: 0o755)
    }

    private func integrity() throws -> String? {
        let database = try Database(path: path, access: .readOnly, busyTimeout: .seconds(10))
        return try database.first("PRAGMA integrity_check") { row throws(SQLiteError) in try row.text(0) }
    }

    private func setPermissions(file: Int, directory mode: Int) throws {
        for suffix in ["", "-wal", "-shm"] {
            try FileManager.default.setAttributes([.posixPermissions: file], ofItemAtPath: path + suffix)
        }
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: directory.path)
    }
}
