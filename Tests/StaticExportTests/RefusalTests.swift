import ConfigBundle
import Definitions
import Files
import Foundation
import Publishing
import ReleaseDesk
import RolloutStore
import StaticExport
import Testing
import TestSupport

@Suite("Publishing is refused")
struct RefusalTests {
    private let fixture: Fixture

    init() throws { fixture = try Fixture() }

    /// Expects a refusal, by which nothing changes.
    private func expectRefusal(
        _ problem: StaticExportError,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try FileManager.default.subpathsOfDirectory(atPath: fixture.directory).sorted()
        let export = try fixture.export()
        let store = fixture.desk.store
        #expect(throws: problem, sourceLocation: sourceLocation) { try export.publish(store) }
        let after = try FileManager.default.subpathsOfDirectory(atPath: fixture.directory).sorted()
        #expect(after == before, sourceLocation: sourceLocation)
    }

    @Test("in a directory that holds something and was never published to, not even a lock is put there")
    func foreignDirectory() throws {
        try FileManager.default.createDirectory(
            atPath: "\(fixture.directory)/v1",
            withIntermediateDirectories: true
        )
        let error = StaticExportError.foreign(directory: fixture.directory, name: "v1")
        try expectRefusal(error)
        #expect(throws: error) { try fixture.export().preview(fixture.desk.store) }
        // Empty, as far as others are concerned.
        #expect(rmdir("\(fixture.directory)/v1") == 0)
        try Data().write(to: URL(filePath: "\(fixture.directory)/.widget-rollout.lock"))
        try Data().write(to: URL(filePath: "\(fixture.directory)/..widget-rollout.new"))
        #expect(try fixture.publish().apps.count == 6)
    }

    @Test("where a newer version has published")
    func newerVersion() throws {
        try fixture.publish()
        let marker = "\(fixture.directory)/.widget-rollout"
        let text = try String(contentsOfFile: marker, encoding: .utf8)
        try Data("{\"format\":2}".utf8).write(to: URL(filePath: marker))
        try expectRefusal(.newerFormat(path: marker))
        try Data(text.utf8).write(to: URL(filePath: marker))
        let pointer = fixture.path("pointer.json")
        let newer = try String(contentsOfFile: pointer, encoding: .utf8).replacing(
            "\"format\":1",
            with: "\"format\":2"
        )
        try Data(newer.utf8).write(to: URL(filePath: pointer))
        try expectRefusal(.newerFormat(path: pointer))
    }

    @Test("through a link, which could lead anywhere", arguments: ["v1", "v1/apps"])
    func linkedFolder(_ name: String) throws {
        try fixture.publish()
        let (path, elsewhere) = ("\(fixture.directory)/\(name)", fixture.temporary.file("elsewhere"))
        try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
        let before = try FileManager.default.subpathsOfDirectory(atPath: elsewhere).sorted()
        try fixture.kill("ja")
        try expectRefusal(.files(FileError("open", path, .link)))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: elsewhere).sorted() == before)
    }

    @Test("for a store with an older revision than clients have seen")
    func olderRevision() throws {
        try fixture.kill("ja")
        try fixture.publish()
        let other = try Fixture()
        let export = StaticExport(
            directory: fixture.directory,
            signer: Signer([]),
            pruneAfter: 3600,
            thumbnails: fixture.temporary.file("thumbnails"),
            holder: "a test",
            clock: other.desk.clock
        )
        let error = #expect(throws: StaticExportError.self) { try export.publish(other.desk.store) }
        #expect(error == .olderRevision(app: Fixture.app, found: 42, published: 43))
        #expect(try fixture.pointer().revision == 43)
    }

    @Test("while another publishes, who is named")
    func locked() throws {
        try fixture.publish()
        let holder = try LockFile(
            ".widget-rollout.lock",
            in: Directory(fixture.directory),
            holder: "process 1"
        )
        try expectRefusal(
            .files(
                FileError(
                    "lock",
                    "\(fixture.directory)/.widget-rollout.lock",
                    .held(by: "process 1")
                )
            )
        )
        // A dry run changes nothing, and so need not wait.
        #expect(try fixture.export().preview(fixture.desk.store).madeFiles == 0)
        withExtendedLifetime(holder) {}
    }

    @Test("in a place that cannot be a directory")
    func noPlace() throws {
        try Data().write(to: URL(filePath: fixture.directory))
        #expect(throws: StaticExportError.files(FileError("open", fixture.directory, .system(ENOTDIR)))) {
            try fixture.publish()
        }
    }
}

/// What others have put into one app's folder keeps no kill of another app away.
@Suite("An app with something else in its folder is left alone, and the others are published")
struct OddFolderTests {
    private static let odd = "aurora-wallpapers"
    private let fixture: Fixture

    init() throws { fixture = try Fixture() }

    /// - Parameter error: What is said of the odd one.
    private func expectOthers(
        _ error: Files.FileError,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let folder = "\(fixture.directory)/v1/apps/\(Self.odd)"
        func listing() throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        }
        let before = try listing()
        let revision = try fixture.kill("ja")
        let report = try fixture.publish()
        #expect(try fixture.pointer().revision == revision, sourceLocation: sourceLocation)
        let faults = report.apps.filter { $0.state == .unreadable }
        #expect(faults.map(\.name) == [Self.odd], sourceLocation: sourceLocation)
        #expect(faults.first?.fault == error.description, sourceLocation: sourceLocation)
        // It stays on the list, as it was published.
        let list = try String(contentsOfFile: "\(fixture.directory)/v1/apps.json", encoding: .utf8)
        #expect(list.contains(#""app":"\#(Self.odd)""#), sourceLocation: sourceLocation)
        #expect(try listing() == before, sourceLocation: sourceLocation)
    }

    @Test("when it is a link, or its bundles are behind one", arguments: ["", "/bundles"])
    func linkedFolder(_ name: String) throws {
        try fixture.publish()
        let path = "\(fixture.directory)/v1/apps/\(Self.odd)\(name)"
        let elsewhere = fixture.temporary.file("elsewhere")
        try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
        let before = try FileManager.default.subpathsOfDirectory(atPath: elsewhere).sorted()
        try expectOthers(FileError("open", path, .link))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: elsewhere).sorted() == before)
    }

    @Test(
        "when one of its files is a link, a pipe or a directory",
        arguments: ["pointer.json", "config", "kills.gz", "bundles"],
        ["link", "pipe", "directory"]
    )
    func linkedFile(_ name: String, kind: String) throws {
        try fixture.publish()
        let folder = "\(fixture.directory)/v1/apps/\(Self.odd)"
        let first = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/bundles").sorted()[0]
        let path = "\(folder)/\(name == "bundles" ? "bundles/\(first)" : name)"
        #expect(unlink(path) == 0)
        switch kind {
        case "link":
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        default: #expect(mkdir(path, 0o700) == 0)
        }
        try expectOthers(FileError("use", path, kind == "link" ? .link : .special))
    }

    @Test("when a file has the name of an app that is not there")
    func strayFile() throws {
        try fixture.publish()
        let path = "\(fixture.directory)/v1/apps/index"
        try Data("x".utf8).write(to: URL(filePath: path))
        let revision = try fixture.kill("ja")
        #expect(try fixture.publish().apps.allSatisfy { $0.state != .unreadable })
        #expect(try fixture.pointer().revision == revision)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("x".utf8))
    }
}

@Suite("A dry run")
struct PreviewTests {
    @Test("says what publishing would do, and does nothing: at first, after a change, when files are old")
    func preview() throws {
        let fixture = try Fixture()
        func expectForesight(sourceLocation: SourceLocation = #_sourceLocation) throws {
            let exists = FileManager.default.fileExists(atPath: fixture.directory)
            let before = exists ? try fixture.files() : [:]
            let foreseen = try fixture.export().preview(fixture.desk.store)
            #expect(FileManager.default.fileExists(atPath: fixture.directory) == exists)
            if exists { #expect(try fixture.files() == before, sourceLocation: sourceLocation) }
            #expect(try fixture.publish() == foreseen, sourceLocation: sourceLocation)
        }
        try expectForesight()
        try expectForesight()
        try fixture.kill("ja")
        fixture.advance(days: 8)
        try expectForesight()
        fixture.advance(days: 8)
        try expectForesight()
        let files = try DefinitionFile.all(below: Repository.path)
        _ = try fixture.desk.perform(
            .apply(Definitions(files.filter { $0.name != Fixture.app })),
            .init(allowsRemoval: true)
        )
        try expectForesight()
    }
}
