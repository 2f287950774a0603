import ConfigBundle
import Foundation
import Publishing
import ReleaseDesk
import SigningKeys
import StaticExport
import Testing
import TestSupport

@testable import ConfigService

/// What is published as files is what the server sends.
@Suite struct PublishedFilesTests {
    private let fixture: Fixture
    private let wallpapers: PublishedWallpapers
    private let picture: String

    init() throws {
        let wallpapers = try PublishedWallpapers()
        let (manifest, names) = try wallpapers.publish(["dunes": PublishedWallpapers.picture(1)])
        fixture = try Fixture(adjust: { $0.thumbnailDirectory = wallpapers.path }) { try $0.record(manifest) }
        self.wallpapers = wallpapers
        picture = try #require(names["dunes"])
    }

    private func publish() throws {
        let export = StaticExport(
            directory: fixture.directory.file("out"),
            signer: Signer(try fixture.keys.requiredSigningKeys()),
            pruneAfter: 3600,
            thumbnails: wallpapers.path,
            holder: "a test",
            clock: { fixture.clock.now }
        )
        _ = try export.publish(fixture.desk.store)
    }

    private func file(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: fixture.directory.file("out/v1/\(path)"))))
    }

    @Test("Published files have the server's bytes, and pointers its fields, also of a delta")
    func parity() throws {
        let before = try fixture.request("GET", Fixture.config)
        try publish()
        try fixture.kill()
        let tag = try #require(before.header("ETag"))
        let after = try #require(try fixture.poll(Fixture.config) { $0.header("ETag") != tag })
        try publish()
        let folder = "apps/\(Fixture.app)"
        let pointer = try BundlePointer(parsing: file("\(folder)/pointer.json"))
        for (target, path, content) in [
            (Fixture.config, pointer.bundlePath, pointer.bundle),
            (Fixture.kills, pointer.killsPath, pointer.kills),
        ] {
            let plain = try fixture.request("GET", target)
            let packed = try fixture.request("GET", target, ["Accept-Encoding": "gzip"])
            #expect(try file("\(folder)/\(path)") == plain.body)
            #expect(try file("\(folder)/\(path).gz") == packed.body)
            #expect(content.byteCount == plain.body.count && content.gzipByteCount == packed.body.count)
            #expect(content.fields == BundleFields(plain.headers))
        }
        #expect(try file("\(folder)/config") == after.body)
        #expect(try file("apps.json") == fixture.request("GET", "/v1/apps").body)
        let packedList = try fixture.request("GET", "/v1/apps", ["Accept-Encoding": "gzip"])
        #expect(try file("apps.json.gz") == packedList.body)
        for path in ["wallpapers", "thumbnails/\(picture)"] {
            #expect(try file("\(folder)/\(path)") == fixture.request("GET", "/v1/\(folder)/\(path)").body)
        }
        let manifest = try fixture.request("GET", "/v1/\(folder)/wallpapers", ["Accept-Encoding": "gzip"])
        #expect(try file("\(folder)/wallpapers.gz") == manifest.body)
        let delta = try fixture.request("GET", Fixture.config, ["A-IM": "zdict", "If-None-Match": tag])
        #expect(delta.status == 226)
        #expect(try file("\(folder)/\(pointer.path(of: #require(pointer.deltas.first)))") == delta.body)
    }
}
