import ConfigBundle
import Cryptography
import Foundation
import StaticExport
import StrictJSON
import Testing
import TestSupport

@Suite("Publishing wallpapers")
struct WallpaperTests {
    private let fixture: Fixture
    private let dunes = [UInt8](repeating: 1, count: 5000)
    private let fjord = [UInt8](repeating: 2, count: 6000)

    init() throws { fixture = try Fixture() }

    private func pictures() throws -> Set<String> {
        let names = try fixture.files().keys.filter { $0.contains("/thumbnails/") }
        return Set(names.compactMap { $0.split(separator: "/").last.map(String.init) })
    }

    private func list() throws -> JSON {
        try JSON(parsing: Array(Data(contentsOf: URL(filePath: "\(fixture.directory)/v1/apps.json"))))
    }

    @Test("writes the manifest and its pictures, and touches neither while nothing changes")
    func incremental() throws {
        try fixture.publish()
        #expect(try pictures().isEmpty && !FileManager.default.fileExists(atPath: fixture.path("wallpapers")))
        #expect(try !list().text.contains("\"wallpapers\":"))
        let first = try fixture.publishWallpapers(["dunes": dunes])
        #expect(try fixture.publish().state(of: Fixture.app) == .published)
        let name = try #require(first["dunes"])
        #expect(try fixture.bytes("thumbnails/\(name)") == dunes)
        let manifest = try fixture.bytes("wallpapers")
        let bundle = try fixture.bytes("config")
        #expect(
            try JSON(parsing: bundle).member("wallpapers")?.member("manifest")?.string
                == SHA256.hash(manifest).hexadecimal
        )
        #expect(try list().text.contains("\"wallpapers\":\"/v1/apps/\(Fixture.app)/wallpapers\""))
        let before = try fixture.files()
        #expect(try fixture.publish().state(of: Fixture.app) == .unchanged)
        #expect(try fixture.files() == before)
        // A second one is all that is written of pictures.
        let second = try fixture.publishWallpapers(["dunes": dunes, "fjord": fjord])
        try fixture.publish()
        #expect(try pictures() == Set(second.values))
        let path = "v1/apps/\(Fixture.app)/thumbnails/\(name)"
        #expect(try fixture.files()[path] == before[path])
    }

    @Test(
        "keeps a picture that is no longer named for as long as everything that is out of use, and then deletes it"
    )
    func pruning() throws {
        try fixture.publishWallpapers(["dunes": dunes])
        try fixture.publish()
        fixture.advance(days: 30)
        let next = try fixture.publishWallpapers(["fjord": fjord])
        try fixture.publish()
        #expect(try pictures().count == 2)
        fixture.advance(days: 6)
        try fixture.publish()
        #expect(try pictures().count == 2)
        fixture.advance(days: 2)
        try fixture.publish()
        #expect(try pictures() == Set(next.values))
    }

    @Test(
        "that cannot be had leaves those before, says why, and publishes all else",
        arguments: ["manifest", "unrecorded", "missing", "damaged", "longer"]
    )
    func fault(_ how: String) throws {
        let before = try fixture.publishWallpapers(["dunes": dunes])
        try fixture.publish()
        let manifest = try fixture.bytes("wallpapers")
        let name = try #require(try fixture.publishWallpapers(["fjord": fjord])["fjord"])
        let image = "\(fixture.temporary.file("thumbnails"))/images/\(name)"
        switch how {
        case "manifest":
            let path = "\(fixture.temporary.file("thumbnails"))/manifests/\(Fixture.app).json"
            try FileManager.default.removeItem(atPath: path)
        case "unrecorded": try fixture.write(manifest, to: "manifests/\(Fixture.app).json")
        case "missing": try FileManager.default.removeItem(atPath: image)
        case "damaged": try fixture.write(Array(fjord.dropLast()) + [9], to: "images/\(name)")
        default: try fixture.write(fjord + [9], to: "images/\(name)")
        }
        let revision = try fixture.kill("ja")
        let report = try fixture.publish()
        let app = try #require(report.apps.first { $0.name == Fixture.app })
        #expect(app.wallpaperFault != nil && app.revision == revision && app.hasWallpapers)
        #expect(try fixture.pointer().revision == revision)
        #expect(try fixture.bytes("wallpapers") == manifest)
        fixture.advance(days: 30)
        try fixture.publish()
        #expect(try pictures() == Set(before.values))
    }

    @Test("mends a published picture that is damaged, when it is asked to read them")
    func verification() throws {
        let names = try fixture.publishWallpapers(["dunes": dunes, "fjord": fjord])
        try fixture.publish()
        let name = try #require(names["dunes"])
        let damaged = Array(dunes.dropLast()) + [9]
        try Data(damaged).write(to: URL(filePath: fixture.path("thumbnails/\(name)")))
        let before = try fixture.files()
        // It has the right length.
        #expect(try fixture.publish().madeFiles == 0)
        #expect(try fixture.files() == before)
        #expect(try fixture.publish(readsPictures: true).madeFiles == 1)
        #expect(try fixture.bytes("thumbnails/\(name)") == dunes)
        #expect(try fixture.publish(readsPictures: true).madeFiles == 0)
    }

    @Test("leaves a damaged picture where it is and says so, when there is none to mend it with")
    func verificationWithoutSource() throws {
        let name = try #require(try fixture.publishWallpapers(["dunes": dunes])["dunes"])
        try fixture.publish()
        let damaged = Array(dunes.dropLast()) + [9]
        try Data(damaged).write(to: URL(filePath: fixture.path("thumbnails/\(name)")))
        try fixture.write(damaged, to: "images/\(name)")
        let report = try fixture.publish(readsPictures: true)
        #expect(report.apps.first { $0.name == Fixture.app }?.wallpaperFault != nil)
        #expect(try fixture.bytes("thumbnails/\(name)") == damaged)
    }

    @Test("are withdrawn with the app's last manifest, and their pictures go in time")
    func withdrawn() throws {
        try fixture.publishWallpapers(["dunes": dunes])
        try fixture.publish()
        try fixture.removeWallpapers()
        try fixture.publish()
        #expect(!FileManager.default.fileExists(atPath: fixture.path("wallpapers")))
        #expect(!FileManager.default.fileExists(atPath: fixture.path("wallpapers.gz")))
        #expect(try !list().text.contains("\"wallpapers\":"))
        #expect(try pictures().count == 1)
        fixture.advance(days: 8)
        try fixture.publish()
        #expect(try pictures().isEmpty)
    }
}
