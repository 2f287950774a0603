import Foundation
import Rollout
import Testing
import TestSupport
@testable import WidgetGating

@Suite("One App Group, several processes", .timeLimit(.minutes(5)))
struct AppGroupProcessTests {
    let sample: KeptSample
    var directory: TemporaryDirectory { sample.directory }

    init() throws {
        sample = try KeptSample()
    }

    @Test("Readers always have a whole, genuine bundle, never an older one, while 1,000 writers are killed")
    func killed() throws {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        let readers = try (0..<2).map { _ in try RunningProgram.appGroupUser(directory, "read") }
        let crasher = try RunningProgram.appGroupUser(
            directory,
            "crash",
            "1000",
            "\(generator.next() & 0xFFFF_FFFF)"
        )
        let end = try crasher.finish()
        #expect(end.status == 0 && end.errors == "", "\(seed): \(end.errors)")
        // "killed 1000, REVISION the newest, INTERRUPTED while writing"
        let numbers = end.output.split { !$0.isNumber }.compactMap { Int64($0) }
        try #require(numbers.count == 3, "\(seed): \(end.output)")
        #expect(
            numbers[1] > 20 && numbers[2] > 20,
            "\(seed): killed at too few different moments: \(end.output)"
        )
        let newest = sample.file.read()
        #expect(newest.faults.isEmpty && newest.bundle?.revision == numbers[1], "\(seed)")
        for reader in readers {
            let end = try reader.finish()
            #expect(
                end == RunningProgram.End(status: 0, output: "read \(numbers[1])\n", errors: ""),
                "\(seed)"
            )
        }
        // Whatever was killed, there are no more files than these.
        let allowed = ["", ".new", ".previous"].map { "minimal-wallpapers.widget-bundle\($0)" }
        let found = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(Set(found).isSubset(of: allowed + ["minimal-wallpapers.lock"]))
    }

    @Test("Of two processes that write at once, the one with the newer revision wins, whoever comes first")
    func race() throws {
        for revision in stride(from: Int64(1), to: 21, by: 2) {
            let writers = try [revision, revision + 1].map {
                try RunningProgram.appGroupUser(directory, "write", "\($0)")
            }
            let ends = try writers.map { try $0.finish() }
            #expect(ends.map(\.errors) == ["", ""])
            #expect(["written\n", "newerStays(revision: \(revision + 1))\n"].contains(ends[0].output))
            #expect(ends[1].output == "written\n")
            #expect(sample.file.read().bundle?.revision == revision + 1)
        }
    }

    @Test(
        "A process that stopped with the lock keeps others from writing for a second, and from reading not at all"
    )
    func stopped() throws {
        #expect(try sample.file.write(KeptSample.bundle(revision: 1)) == .written)
        let lock = directory.file("minimal-wallpapers.lock")
        try OpenFile.withLock(lock) { () throws(AppGroupError) in
            let error = #expect(throws: AppGroupError.self) {
                try sample.file.write(KeptSample.bundle(revision: 2))
            }
            #expect(error == AppGroupError(operation: .lock, path: lock, cause: .busy))
            #expect(sample.file.read().bundle?.revision == 1)
        }
        #expect(try sample.file.write(KeptSample.bundle(revision: 2)) == .written)
    }

    @Test("Eight processes that want an identity at once get the same")
    func identity() throws {
        for _ in 0..<5 {
            let directory = try TemporaryDirectory()
            let makers = try (0..<8).map { _ in try RunningProgram.appGroupUser(directory, "identify") }
            for maker in makers { try maker.send(line: "now") }
            let ends = try makers.map { try $0.finish() }
            #expect(ends.map(\.errors) == Array(repeating: "", count: 8))
            #expect(Set(ends.map(\.output)).count == 1)
            let kept = try InstallationIdentity(
                in: AppGroupDirectory(path: directory.path),
                app: AppID("minimal-wallpapers")
            )
            #expect(ends.first?.output == "\(kept.id)\n")
        }
    }

    @Test("A directory that may not be written to leaves what was there, and says what to look at")
    func readOnly() throws {
        #expect(try RunningProgram.appGroupUser(directory, "write", "1").finish().output == "written\n")
        for name in ["widget-bundle", "lock"] { try setPermissions(0o444, of: "minimal-wallpapers.\(name)") }
        try setPermissions(0o555, of: "")
        let end = try RunningProgram.appGroupUser(directory, isUnprivileged: true, "write", "2").finish()
        #expect(end.status == 1)
        #expect(
            end.errors == """
                cannot lock \(directory.file("minimal-wallpapers.lock")): Permission denied; the App Group must be among \
                the entitlements, and the device have been unlocked since it was started

                """
        )
        try setPermissions(0o755, of: "")
        #expect(sample.file.read().bundle?.revision == 1)
    }

    private func setPermissions(_ mode: Int, of name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode],
            ofItemAtPath: directory.file(name)
        )
    }

    @Test(
        "A file that cannot grow to its size leaves what was there, and says so",
        arguments: [0, 100, 4096]
    )
    func full(limit: Int) throws {
        #expect(try RunningProgram.appGroupUser(directory, "write", "1").finish().output == "written\n")
        let end = try RunningProgram.appGroupUser(directory, "full", "\(limit)").finish()
        #expect(end.status == 1)
        #expect(
            end.errors == """
                cannot write \(directory.file("minimal-wallpapers.widget-bundle.new")): File too large; free some space

                """
        )
        let reading = sample.file.read()
        #expect(reading.bundle?.revision == 1 && reading.faults.isEmpty)
    }
}
