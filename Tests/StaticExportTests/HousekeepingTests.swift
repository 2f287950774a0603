import ConfigBundle
import Definitions
import Files
import Foundation
import LiveState
import Publishing
import ReleaseDesk
import Rollout
import RolloutStore
import SigningKeys
import StaticExport
import Testing
import TestSupport

@Suite("What is published")
struct HousekeepingTests {
    private let fixture: Fixture

    init() throws { fixture = try Fixture() }

    @Test("is deleted when it has been out of use for long enough, counted from when it was replaced")
    func pruning() throws {
        try fixture.publish()
        let first = try fixture.pointer()
        fixture.advance(days: 30)
        try fixture.kill("ja")
        try fixture.publish()
        let second = try fixture.pointer()
        fixture.advance(days: 6)
        try fixture.kill("ko")
        #expect(try fixture.publish().deletedFiles == 0)
        let third = try fixture.pointer()
        fixture.advance(days: 1)
        // All but the first bundle, which the next version will be given a delta from as well.
        #expect(try fixture.publish().deletedFiles == first.paths.count - 1)
        var files = try fixture.files()
        for path in first.paths {
            #expect((files["v1/apps/\(Fixture.app)/\(path)"] != nil) == (path == first.bundlePath))
        }
        for path in second.paths + third.paths {
            #expect(files["v1/apps/\(Fixture.app)/\(path)"] != nil, "\(path)")
        }
        fixture.advance(days: 6)
        #expect(try fixture.publish().deletedFiles == second.paths.count - 1)
        files = try fixture.files()
        for path in third.paths { #expect(files["v1/apps/\(Fixture.app)/\(path)"] != nil) }
        fixture.advance(days: 1_000)
        #expect(try fixture.publish().deletedFiles == 0)
    }

    @Test("leaves alone what others have put beside it, however old")
    func foreignFiles() throws {
        try fixture.publish()
        let digest = String(repeating: "0", count: 64)
        let foreign = [
            "notes.txt", "bundles/README", "bundles/\(digest).json.bak", "bundles/0\(digest).json",
            "bundles/\(digest.dropLast())A.json", "kill-lists/\(digest).zdict", "deltas/\(digest).json",
            "deltas/\(digest)-.zdict", "deltas/.\(digest).zdict.new", "bundles/.keep.new",
        ]
        try FileManager.default.createDirectory(
            atPath: fixture.path("deltas"),
            withIntermediateDirectories: true
        )
        for name in foreign { try Data("x".utf8).write(to: URL(filePath: fixture.path(name))) }
        let folder = "\(fixture.directory)/v1/apps/.stash"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        fixture.advance(days: 10_000)
        #expect(try fixture.publish().deletedFiles == 0)
        for name in foreign { #expect(FileManager.default.fileExists(atPath: fixture.path(name)), "\(name)") }
        #expect(FileManager.default.fileExists(atPath: folder))
    }

    @Test("of an app that is taken out is out of sight at once and deleted later; it can come back")
    func withdrawal() throws {
        try fixture.publish()
        fixture.advance(days: 30)
        let files = try DefinitionFile.all(below: Repository.path)
        let rest = files.filter { $0.name != Fixture.app }
        _ = try fixture.desk.perform(.apply(Definitions(rest)), .init(allowsRemoval: true))
        let report = try fixture.publish()
        #expect(report.state(of: Fixture.app) == .withdrawn && report.deletedFiles == 6)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: fixture.path("")).sorted() == [
                "bundles", "kill-lists",
            ]
        )
        #expect(
            try !String(contentsOfFile: "\(fixture.directory)/v1/apps.json", encoding: .utf8).contains(
                Fixture.app
            )
        )
        fixture.advance(days: 6)
        #expect(try fixture.publish().deletedFiles == 0)
        fixture.advance(days: 1)
        #expect(try fixture.publish().deletedFiles == 4)
        #expect(!FileManager.default.fileExists(atPath: fixture.path("")))
        _ = try fixture.desk.perform(.apply(Definitions(files)), .init())
        #expect(try fixture.publish().state(of: Fixture.app) == .published)
        #expect(try fixture.pointer().deltas == [])
    }

    @Test("of an app that cannot be read stays as it is, while the others go on")
    func unreadable() throws {
        try fixture.publish()
        let before = try fixture.files().filter { $0.key.contains(Fixture.app) }
        let author = Author(actor: "test", millisecondsSince1970: 0, action: "test", reason: "")
        _ = try fixture.desk.store.change(by: author) { editor in
            try editor.set(StateKey(.flag, "widget_enabled", in: Fixture.app), to: "{\"kind\":7}")
        }
        _ = try fixture.desk.perform(
            .kill(KillOrder(), in: AppSelection(["aurora-wallpapers"])),
            .init(reason: "test")
        )
        fixture.advance(days: 100)
        let report = try fixture.publish()
        let app = try #require(report.apps.first { $0.name == Fixture.app })
        #expect(
            app.state == .unreadable && app.revision == 42 && app.fault?.contains("widget_enabled") == true
        )
        #expect(report.state(of: "aurora-wallpapers") == .published)
        #expect(try fixture.files().filter { $0.key.contains(Fixture.app) } == before)
        #expect(
            try String(contentsOfFile: "\(fixture.directory)/v1/apps.json", encoding: .utf8).contains(
                Fixture.app
            )
        )
    }

    @Test("is mended when files are missing, cut short or damaged, or a run was ended in the middle")
    func mending() throws {
        try fixture.publish()
        try fixture.kill("ja")
        try fixture.publish()
        let pointer = try fixture.pointer()
        let good = try Dictionary(
            uniqueKeysWithValues: (pointer.paths + ["config", "kills.gz", "pointer.json"]).map {
                ($0, try fixture.bytes($0))
            }
        )
        for path in pointer.paths.dropFirst() { #expect(unlink(fixture.path(path)) == 0) }
        #expect(truncate(fixture.path(pointer.bundlePath), 10) == 0)
        try Data("{}".utf8).write(to: URL(filePath: fixture.path("config")))
        #expect(unlink(fixture.path("kills.gz")) == 0)
        let leftOvers = [
            "bundles/.\(pointer.bundle.digest).json.new", ".pointer.json.new", "../.apps.json.new",
        ]
        for path in leftOvers { try Data("half".utf8).write(to: URL(filePath: fixture.path(path))) }
        #expect(try fixture.publish().madeFiles == pointer.paths.count + 2)
        for (path, bytes) in good { #expect(try fixture.bytes(path) == bytes, "\(path)") }
        for path in leftOvers where path != "../.apps.json.new" {
            #expect(!FileManager.default.fileExists(atPath: fixture.path(path)), "\(path)")
        }
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.directory)/v1/.apps.json.new"))
    }

    @Test("is mended when a bundle or list of kills is damaged without a change of its length")
    func damagedInPlace() throws {
        try fixture.publish()
        let pointer = try fixture.pointer()
        let good = try Dictionary(uniqueKeysWithValues: pointer.paths.map { ($0, try fixture.bytes($0)) })
        for (path, bytes) in good { try damage(path, bytes) }
        #expect(try fixture.publish().madeFiles == 4)
        for (path, bytes) in good { #expect(try fixture.bytes(path) == bytes, "\(path)") }
    }

    @Test("has no delta from a bundle that is damaged, which would fit nobody's")
    func damagedBase() throws {
        try fixture.publish()
        let path = try fixture.pointer().bundlePath
        try damage(path, fixture.bytes(path))
        try fixture.kill("ja")
        try fixture.publish()
        #expect(try fixture.pointer().deltas == [])
    }

    /// Changes a bit in the middle of a file.
    private func damage(_ path: String, _ bytes: [UInt8]) throws {
        var bytes = bytes
        bytes[bytes.count / 2] ^= 1
        try Data(bytes).write(to: URL(filePath: fixture.path(path)))
    }

    @Test(
        "stays as it is, and whole, when a run ends before what the new pointer leads to is there",
        arguments: ["bundles/", "kill-lists/"]
    )
    func unfinished(_ folder: String) throws {
        try fixture.publish()
        let front = ["config", "kills", "pointer.json"].flatMap { [$0, "\($0).gz"] } + ["../../apps.json"]
        let before = try front.map { try fixture.bytes($0) }
        // What will be published, learnt elsewhere.
        try fixture.kill("ja")
        let other = fixture.temporary.file("other")
        let export = StaticExport(
            directory: other,
            signer: Signer(try fixture.keys.requiredSigningKeys()),
            pruneAfter: 3600,
            thumbnails: fixture.temporary.file("thumbnails"),
            holder: "a test",
            clock: fixture.desk.clock
        )
        _ = try export.publish(fixture.desk.store)
        let pointer = try BundlePointer(
            parsing: Array(
                Data(contentsOf: URL(filePath: "\(other)/v1/apps/\(Fixture.app)/pointer.json"))
            )
        )
        // A directory where the file is written before it gets its name keeps that from being done.
        let path = try #require(pointer.paths.first { $0.hasPrefix(folder) })
        let obstacle = fixture.path("\(folder).\(path.dropFirst(folder.count)).new")
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        #expect(throws: StaticExportError.self) { try fixture.publish() }
        #expect(try front.map { try fixture.bytes($0) } == before)
        for path in try fixture.pointer().paths {
            #expect(FileManager.default.fileExists(atPath: fixture.path(path)))
        }
        try FileManager.default.removeItem(atPath: obstacle)
        try fixture.publish()
        #expect(try fixture.pointer().bundle == pointer.bundle)
    }

    @Test("keeps what nobody can tell to be out of use any more, after its pointer was damaged")
    func damagedPointer() throws {
        try fixture.publish()
        let before = try fixture.pointer()
        try Data("{".utf8).write(to: URL(filePath: fixture.path("pointer.json")))
        fixture.advance(days: 100)
        try fixture.kill("ja")
        #expect(try fixture.publish().deletedFiles == 0)
        let files = try fixture.files()
        for path in before.paths { #expect(files["v1/apps/\(Fixture.app)/\(path)"] != nil) }
        #expect(try fixture.pointer().revision == 43)
    }
}
