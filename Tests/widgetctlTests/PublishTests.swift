import ConfigBundle
import Cryptography
import Foundation
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Synchronization
import Testing
import TestSupport

@Suite("widgetctl publish")
struct PublishTests {
    let program: WidgetctlProcess

    init() throws { program = try WidgetctlProcess.applied() }

    private var out: String { program.directory.file("out") }

    @Test("says what was made, what changed and what is kept, and needs a key or --unsigned")
    func text() throws {
        let unsigned = try program.run("publish", "out")
        #expect(unsigned.status == 1)
        #expect(
            unsigned.errors
                == "widgetctl: var/keys: no key is active; `widgetctl keys create` makes one, and --unsigned does "
                + "without\n"
        )
        #expect(!FileManager.default.fileExists(atPath: out))
        try program.succeed("keys", "create")
        let foreseen = try program.succeed("publish", "out", "--dry-run")
        #expect(!FileManager.default.fileExists(atPath: out))
        let first = try program.succeed("publish", "out")
        #expect(
            first.output == """
                anime-wallpapers-hd: revision 7
                aurora-wallpapers: revision 14
                beautiful-hd-wallpapers: revision 21
                cute-animals-wallpapers: revision 28
                healing-wallpaper-plus: revision 35
                minimal-wallpapers: revision 42
                out: 6 apps at revision 42; 62 files made, 0 kept, 0 deleted

                """
        )
        #expect(foreseen.output == first.output + "dry run: nothing was changed\n")
        #expect(
            try program.succeed("publish", "out").output
                == "out: 6 apps at revision 42; 0 files made, 62 kept, 0 deleted\n"
        )
        try program.succeed("kill", "minimal-wallpapers", "WallpaperLockWidget", "--reason", "test")
        #expect(
            try program.succeed("publish", "out").output == """
                minimal-wallpapers: revision 43
                out: 6 apps at revision 43; 13 files made, 50 kept, 0 deleted

                """
        )
    }

    @Test("prints what was made as JSON")
    func json() throws {
        let end = try program.succeed("publish", "out", "--unsigned", "--json")
        let report = try JSON(parsing: Array(end.output.utf8))
        #expect(report.member("revision") == 42 && report.member("dryRun") == false)
        #expect(report.member("files")?.member("made") == 62)
        guard case .array(let apps)? = report.member("apps") else { throw RawClient.Failure(end.output) }
        #expect(apps.first == ["app": "anime-wallpapers-hd", "revision": 7, "state": "published"])
    }

    @Test(
        "refuses an age that cannot be read or is too short",
        arguments: [("soon", "--prune-after"), ("10m", "an hour at least"), ("7", "--prune-after")]
    )
    func age(_ text: String, _ complaint: String) throws {
        let end = try program.run("publish", "out", "--unsigned", "--prune-after", text)
        #expect(end.status == 2 && end.errors.contains(complaint))
        #expect(!FileManager.default.fileExists(atPath: out))
    }

    @Test("fails with the app's name when one cannot be read, after publishing the others")
    func unreadable() throws {
        let script = """
            import sqlite3
            store = sqlite3.connect(request)
            for trigger, in store.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
                store.execute(f'DROP TRIGGER "{trigger}"')
            store.execute("UPDATE documents SET text = '7' WHERE app = 'minimal-wallpapers' AND kind = 'app'")
            store.commit()
            answer = None
            """
        _ = try Python.answer(to: .string(program.store), script)
        let end = try program.run("publish", "out", "--unsigned")
        #expect(end.status == 1)
        #expect(
            end.errors.hasPrefix("widgetctl: minimal-wallpapers cannot be read, nothing of it is published: ")
        )
        #expect(end.output.contains("out: 5 apps at revision 42;"))
    }

    @Test("says that the disk is full, and what was published stays whole", arguments: [0, 1, 2, 3, 8])
    func diskFull(blocks: Int) throws {
        try program.succeed("publish", "out", "--unsigned")
        let before = try Published(out)
        try program.succeed("kill", "all", "WallpaperLockWidget", "--reason", "test")
        // With the files beside the store there, it is read without writing.
        let store = try SQLiteStore(path: program.store, access: .read)
        // A limit on the size of files, which stands for a disk that is full after so many blocks of 512 bytes.
        let end = try program.start(
            ["-c", "trap '' XFSZ; ulimit -f \(blocks); exec \"$0\" publish out --unsigned", widgetctl()],
            through: URL(filePath: "/bin/sh")
        ).finish()
        if blocks < 8 {
            #expect(end.status == 1, "\(end.errors)")
            #expect(
                end.errors.contains("cannot write it: File too large; what was published before stays whole"),
                "\(end.errors)"
            )
        } else {
            #expect(end.status == 0, "\(end.errors)")
        }
        withExtendedLifetime(store) {}
        let after = try Published(out)
        for app in before.revisions.keys {
            #expect(try after.revisions[app] ?? 0 >= #require(before.revisions[app]))
        }
        try program.succeed("publish", "out", "--unsigned")
        #expect(try Published(out).revisions.values.allSatisfy { $0 > 42 })
    }

    private func widgetctl() throws -> String { try RunningProgram.built("widgetctl").path }

    @Test("another user who may not write gets a reason, and changes nothing", .enabled(if: geteuid() == 0))
    func readOnly() throws {
        try program.succeed("publish", "out", "--unsigned")
        let before = try Published(out)
        try program.succeed("kill", "all", "WallpaperLockWidget", "--reason", "test")
        // The other user reads the store, and so may write the files beside it.
        for path in [program.directory.path, program.store, program.store + "-wal", program.store + "-shm"] {
            #expect(chmod(path, 0o777) == 0 || errno == ENOENT)
        }
        let other = ["--reuid=65534", "--regid=65534", "--clear-groups"]
        let end = try program.start(
            other + [widgetctl(), "publish", "out", "--unsigned"],
            through: URL(filePath: "/usr/bin/setpriv")
        ).finish()
        #expect(end.status == 1 && end.errors.contains("Permission denied; run this as a user who may"))
        #expect(try Published(out).revisions == before.revisions)
    }

    @Test("killed at any moment, never leaves a pointer without its files, and the next run goes on")
    func killed() throws {
        try program.succeed("publish", "out", "--unsigned")
        let reader = PublishedReader(out)
        let desk = ReleaseDesk(
            store: try SQLiteStore(path: program.store, access: .write),
            actor: "test",
            clock: { Instant(millisecondsSince1970: 1_796_083_200_000) }
        )
        let (order, apps) = (
            KillOrder(widget: "WallpaperLockWidget"),
            AppSelection(["aurora-wallpapers", "minimal-wallpapers"])
        )
        var generator = SeededGenerator()
        var (killed, done) = (0, 0)
        // So long a run is let go on at most; brought to where about as many are ended as are not.
        var patience = 0.1
        for round in 0..<80 {
            let how = ReleaseDesk.Order(reason: "test")
            _ =
                try round.isMultiple(of: 2)
                ? desk.perform(.kill(order, in: apps), how)
                : desk.perform(.restore(order, everyScope: false, in: apps), how)
            let publishing = try program.start(["publish", "out", "--unsigned"])
            spin(for: .seconds(.random(in: 0...patience, using: &generator)))
            publishing.send(signal: SIGKILL)
            if try publishing.finish().status == 0 {
                done += 1
                patience *= 0.9
            } else {
                killed += 1
                patience *= 1.1
            }
        }
        #expect(killed > 10 && done > 10, "\(killed) killed, \(done) done, \(generator)")
        try program.succeed("publish", "out", "--unsigned")
        let looks = try reader.finish()
        #expect(looks > 0)
        #expect(try Published(out).revisions["minimal-wallpapers"] == 42 + 2 * 80)
    }
}

/// What a client finds in a directory: for each app, the pointer and all that it leads to, with the right content.
private struct Published {
    var revisions: [String: Int64] = [:]

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    init(_ directory: String) throws {
        let apps = "\(directory)/v1/apps"
        for app in try FileManager.default.contentsOfDirectory(atPath: apps) {
            let bytes = try Self.bytes("\(apps)/\(app)/\(BundlePointer.name)")
            let pointer = try BundlePointer(parsing: bytes)
            for path in pointer.paths { _ = try Self.bytes("\(apps)/\(app)/\(path)") }
            for (path, content) in [
                (pointer.bundlePath, pointer.bundle), (pointer.killsPath, pointer.kills),
            ] {
                guard try SHA256.hash(Self.bytes("\(apps)/\(app)/\(path)")).hexadecimal == content.digest
                else {
                    throw Missing(description: "\(app): \(path) has another digest")
                }
            }
            revisions[app] = pointer.revision
        }
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Missing(description: "\(path) is missing")
        }
        return Array(data)
    }
}

/// Looks at what is published again and again, on a thread of its own, until told to finish.
private final class PublishedReader: Sendable {
    private let outcome: Outcome

    private final class Outcome: Sendable {
        let isDone = Atomic(false)
        let looks = Mutex<Result<Int, any Error>>(.success(0))
        let finished = DispatchSemaphore(value: 0)
    }

    init(_ directory: String) {
        let outcome = Outcome()
        self.outcome = outcome
        DispatchQueue(label: "reader").async {
            var looks = 0
            while !outcome.isDone.load(ordering: .relaxed) {
                do {
                    _ = try Published(directory)
                    looks += 1
                } catch {
                    outcome.looks.withLock { $0 = .failure(error) }
                    break
                }
            }
            outcome.looks.withLock { if case .success = $0 { $0 = .success(looks) } }
            outcome.finished.signal()
        }
    }

    /// How often everything was found whole; throws what was not.
    func finish() throws -> Int {
        outcome.isDone.store(true, ordering: .relaxed)
        outcome.finished.wait()
        return try outcome.looks.withLock { try $0.get() }
    }
}
