import Compression
import ConfigBundle
import Cryptography
import Foundation
import ReleaseDesk
import Rollout
import StrictJSON
import Testing
import TestSupport

@testable import ConfigService

@Suite("Wallpapers")
struct WallpaperTests {
    private let published: PublishedWallpapers
    private let fixture: Fixture
    private let dunes = PublishedWallpapers.picture(1)
    private let name: String
    private let manifest: ManifestHash

    private static let wallpapers = "/v1/apps/\(Fixture.app)/wallpapers"

    /// A service whose app has one wallpaper.
    init() throws {
        let published = try PublishedWallpapers()
        let (manifest, names) = try published.publish(["dunes": dunes])
        fixture = try Fixture(adjust: { $0.thumbnailDirectory = published.path }) { try $0.record(manifest) }
        self.published = published
        self.manifest = manifest
        name = try #require(names["dunes"])
    }

    private func path(_ name: String, of app: String = Fixture.app) -> String {
        "/v1/apps/\(app)/thumbnails/\(name)"
    }

    private func awaitManifest(_ hash: ManifestHash) throws -> RawClient.Reply {
        try #require(
            try fixture.poll(Self.wallpapers) { SHA256.hash($0.body).hexadecimal == hash.text },
            "\(fixture.events.messages("wallpapers-failed"))"
        )
    }

    // MARK: - The manifest

    @Test("come as a manifest, as it is and compressed, whose hash is in the signed bundle")
    func served() throws {
        let plain = try fixture.request("GET", Self.wallpapers)
        let packed = try fixture.request("GET", Self.wallpapers, ["Accept-Encoding": "gzip"])
        #expect(plain.status == 200 && packed.status == 200)
        #expect(SHA256.hash(plain.body).hexadecimal == manifest.text)
        #expect(try Gzip.decompress(packed.body, limit: 1 << 20) == plain.body)
        let bundle = try fixture.request("GET", Fixture.config)
        #expect(try AppConfiguration(bundle: bundle.body).wallpapers == manifest)
        let tag = "\"\(Base64URL.encode(SHA256.hash(plain.body).bytes))\""
        #expect(
            packed.headers.map(\.name) == [
                "Date", "Content-Type", "Content-Encoding", "Repr-Digest", "Unencoded-Digest", "Widget-App",
                "ETag", "Cache-Control", "Vary", "Content-Length",
            ]
        )
        #expect(packed.header("ETag") == tag && packed.header("Vary") == "Accept-Encoding")
        #expect(
            packed.header("Cache-Control")
                == "public, max-age=60, stale-while-revalidate=60, stale-if-error=86400"
        )
        let known = try fixture.request("GET", Self.wallpapers, ["If-None-Match": tag])
        #expect(known.status == 304 && known.body.isEmpty && known.header("ETag") == tag)
        let head = try fixture.request("HEAD", Self.wallpapers)
        #expect(head.status == 200 && head.header("Content-Length") == "\(plain.body.count)")
    }

    @Test("that are new are there without a restart, and a client that waits for the bundle hears of them")
    func news() throws {
        let tag = try #require(try fixture.request("GET", Fixture.config).header("ETag"))
        let waiting = try fixture.client()
        try waiting.send(
            "GET \(Fixture.config) HTTP/1.1\r\nHost: a\r\nIf-None-Match: \(tag)\r\nPrefer: wait=50\r\n\r\n"
        )
        let fjord = PublishedWallpapers.picture(2)
        let next = try published.publish(["dunes": dunes, "fjord": fjord])
        try fixture.desk.record(next.manifest)
        let reply = try #require(try waiting.reply())
        #expect(try AppConfiguration(bundle: reply.body).wallpapers == next.manifest)
        _ = try awaitManifest(next.manifest)
        let picture = try fixture.request("GET", path(#require(next.pictures["fjord"])))
        #expect(picture.status == 200 && picture.body == fjord)
        #expect(
            fixture.events.messages("wallpapers-published") == [
                "\(Fixture.app): 2 wallpapers, manifest \(next.manifest.text.prefix(12))"
            ]
        )
    }

    @Test("of an app that has none are not found, and so are an unknown app's")
    func none() throws {
        let none = try fixture.request("GET", "/v1/apps/aurora-wallpapers/wallpapers")
        #expect(none.status == 404 && none["detail"] == "aurora-wallpapers has no wallpapers.")
        #expect(none.header("Cache-Control") == "no-store")
        let unknown = try fixture.request("GET", "/v1/apps/aurora-wallpaper/wallpapers")
        #expect(unknown.status == 404 && unknown.text.contains("did you mean"))
        #expect(try fixture.request("GET", path(name, of: "aurora-wallpaper")).status == 404)
    }

    @Test("stay what they were while the manifest is another one than is recorded, told once, until it is")
    func mismatch() throws {
        let before = try fixture.request("GET", Self.wallpapers)
        let fjord = PublishedWallpapers.picture(2)
        let next = try published.publish(["fjord": fjord])
        // Published and not recorded: nothing has happened yet.
        try fixture.desk.record(try ManifestHash(String(repeating: "5d1c", count: 16)))
        let fault = try #require(eventually { fixture.events.messages("wallpapers-failed").first })
        #expect(
            fault.hasPrefix("\(Fixture.app): its wallpapers cannot be served, those before stay in force: ")
        )
        #expect(fault.contains("its hash is \(next.manifest), and the store names 5d1c5d1c"))
        #expect(try fixture.request("GET", Self.wallpapers).body == before.body)
        #expect(try fixture.request("GET", path(name)).status == 200)
        let down = "\nwidgetd_wallpapers_up{app=\"\(Fixture.app)\"} 0\n"
        #expect(try fixture.request("GET", "/metrics").text.contains(down))
        // What is recorded is there at last.
        try fixture.desk.record(next.manifest)
        _ = try awaitManifest(next.manifest)
        #expect(fixture.events.messages("wallpapers-failed").count == 1)
        #expect(try fixture.request("GET", "/metrics").text.contains(down.replacing("} 0", with: "} 1")))
    }

    @Test("are looked for again and again when they come later than their hash")
    func late() throws {
        let other = try PublishedWallpapers()
        let next = try other.publish(["fjord": PublishedWallpapers.picture(2)])
        try fixture.desk.record(next.manifest)
        #expect(eventually { fixture.events.messages("wallpapers-failed").count == 1 })
        try published.publish(["fjord": PublishedWallpapers.picture(2)])
        _ = try awaitManifest(next.manifest)
    }

    @Test(
        "that cannot be read at the start are answered with 503, and all else as ever",
        arguments: ["missing", "other", "damaged", "link", "folder", "large"]
    )
    func unreadableAtStart(_ how: String) throws {
        let published = try PublishedWallpapers()
        let file = "\(published.path)/manifests/\(Fixture.app).json"
        var (manifest, _) = try published.publish(["dunes": dunes])
        switch how {
        case "other": try published.publish(["fjord": dunes])
        case "damaged":
            try published.write([0x7B], to: "manifests/\(Fixture.app).json")
            manifest = try ManifestHash(SHA256.hash([0x7B]).hexadecimal)
        case "large":
            let bytes = [UInt8](repeating: 0x20, count: 33 << 20)
            try published.write(bytes, to: "manifests/\(Fixture.app).json")
            manifest = try ManifestHash(SHA256.hash(bytes).hexadecimal)
        default:
            try FileManager.default.moveItem(atPath: file, toPath: file + ".aside")
            if how == "link" { #expect(symlink(file + ".aside", file) == 0) }
            if how == "folder" { #expect(mkdir(file, 0o777) == 0) }
        }
        let fixture = try Fixture(adjust: { $0.thumbnailDirectory = published.path }) {
            try $0.record(manifest)
        }
        let reply = try fixture.request("GET", Self.wallpapers)
        #expect(reply.status == 503 && reply.header("Retry-After") == "60")
        #expect(try fixture.request("GET", path(name)).status == 404)
        #expect(try fixture.request("GET", Fixture.config).status == 200)
        let fault = try #require(fixture.events.messages("wallpapers-failed").first)
        #expect(fault.contains("they are answered with 503") && fault.contains(file))
    }

    @Test("go with the app's last manifest, and their pictures after the time of grace")
    func grace() throws {
        let next = try published.publish(["fjord": PublishedWallpapers.picture(2)])
        try fixture.desk.record(next.manifest)
        _ = try awaitManifest(next.manifest)
        #expect(try fixture.request("GET", path(name)).body == dunes)
        fixture.clock.advance(seconds: 7 * 86_400 - 1)
        #expect(try fixture.request("GET", path(name)).status == 200)
        fixture.clock.advance(seconds: 1)
        #expect(try fixture.request("GET", path(name)).status == 404)
        #expect(try fixture.request("GET", path(#require(next.pictures["fjord"]))).status == 200)
    }

    // MARK: - Pictures

    @Test("have pictures that caches keep for ever, to GET, HEAD and those who have them")
    func picture() throws {
        let reply = try fixture.request("GET", path(name))
        #expect(reply.status == 200 && reply.body == dunes)
        let tag = "\"\(name.prefix(64))\""
        #expect(
            reply.headers.map(\.name) == ["Date", "Content-Type", "ETag", "Cache-Control", "Content-Length"]
        )
        #expect(reply.header("Content-Type") == "image/jpeg" && reply.header("ETag") == tag)
        #expect(reply.header("Cache-Control") == "public, max-age=31536000, immutable")
        let client = try fixture.client()
        let head = try client.request("HEAD", path(name))
        #expect(head.status == 200 && head.headers.map(\.name) == reply.headers.map(\.name))
        #expect(head.header("Content-Length") == "\(dunes.count)")
        for condition in [tag, "W/\(tag)", "*", "\"a\", \(tag)"] {
            let known = try client.request("GET", path(name), ["If-None-Match": condition])
            #expect(known.status == 304 && known.body.isEmpty && known.header("ETag") == tag, "\(condition)")
        }
        #expect(try client.request("GET", path(name), ["If-None-Match": "\"a\""]).body == dunes)
        #expect(try client.request("GET", path(name), ["Accept-Encoding": "gzip"]).body == dunes)
        #expect(
            try client.request("GET", path("%" + hexadecimal(name.utf8.first) + name.dropFirst())).body
                == dunes
        )
        let metrics = try client.request("GET", "/metrics").text
        #expect(metrics.contains("\nwidgetd_http_requests_total{route=\"thumbnails\",status=\"304\"} 4\n"))
        #expect(metrics.contains("\nwidgetd_open_pictures 1\n"))
    }

    private func hexadecimal(_ byte: UInt8?) -> String { String(byte ?? 0, radix: 16) }

    @Test("have pictures in PNG too")
    func png() throws {
        let next = try published.publish(["emblem": dunes], format: "png")
        try fixture.desk.record(next.manifest)
        _ = try awaitManifest(next.manifest)
        let reply = try fixture.request("GET", path(#require(next.pictures["emblem"])))
        #expect(reply.status == 200 && reply.header("Content-Type") == "image/png")
    }

    @Test("give away nothing that their manifest does not name, whatever the name")
    func otherNames() throws {
        // In the folder, and not named by this app's manifest.
        let hidden = PublishedWallpapers.picture(9)
        let hiddenName = "\(SHA256.hash(hidden).hexadecimal).jpg"
        try published.write(hidden, to: "images/\(hiddenName)")
        let names = [
            hiddenName, "..", ".", "%2e%2e", "..%2Fmanifests%2F\(Fixture.app).json",
            String(repeating: "0", count: 64) + ".jpg", name.uppercased(),
            name.replacing(".jpg", with: ".JPG"),
            name.replacing(".jpg", with: ".png"), name.replacing(".jpg", with: ".gif"),
            name.replacing(".jpg", with: ""), name + ".jpg", name + "%20", "./" + name, name + "/",
            String(name.dropFirst()), "0" + name, "%2F" + name, name + "%0A",
        ]
        let client = try fixture.client()
        for name in names {
            #expect(try client.request("GET", path(name)).status == 404, "\(name)")
        }
        // A NUL is no part of any target.
        #expect(try fixture.request("GET", path(name + "%00")).status == 400)
        // Neither are they another app's.
        #expect(try fixture.request("GET", path(name, of: "aurora-wallpapers")).status == 404)
    }

    @Test(
        "whose picture is not as the manifest says are answered with 503, and told",
        arguments: ["deleted", "link", "folder", "pipe", "longer", "shorter"]
    )
    func spoilt(_ how: String) throws {
        let file = "\(published.path)/images/\(name)"
        let client = try fixture.client()
        #expect(try client.request("GET", path(name)).status == 200)
        #expect(rename(file, file + ".aside") == 0)
        switch how {
        case "link": #expect(symlink(file + ".aside", file) == 0)
        case "folder": #expect(mkdir(file, 0o777) == 0)
        case "pipe": #expect(mkfifo(file, 0o666) == 0)
        case "longer": try published.write(dunes + [0], to: "images/\(name)")
        case "shorter": try published.write(Array(dunes.dropLast()), to: "images/\(name)")
        default: break
        }
        let reply = try client.request("GET", path(name))
        #expect(reply.status == 503 && reply.header("Retry-After") == "60")
        let told = try #require(eventually { fixture.events.messages("picture-missing").first })
        #expect(told.contains(file))
        // Made anew, it is there at once.
        if how == "folder" { #expect(rmdir(file) == 0) }
        #expect(rename(file + ".aside", file) == 0)
        #expect(try client.request("GET", path(name)).body == dunes)
    }

    @Test("come to their end also when a picture is deleted while it is sent")
    func deletedWhileSent() throws {
        let large = PublishedWallpapers.picture(3, count: 8_000_000)
        let next = try published.publish(["large": large])
        try fixture.desk.record(next.manifest)
        _ = try awaitManifest(next.manifest)
        let picture = try #require(next.pictures["large"])
        let client = try RawClient(fixture.service.address, receiveBuffer: 4096)
        try client.send("GET \(path(picture)) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.receive(atMost: 1000))
        #expect(unlink("\(published.path)/images/\(picture)") == 0)
        #expect(try fixture.request("GET", path(picture)).status == 503)
        #expect(try client.reply()?.body == large)
    }

    @Test("are whole at every moment while manifest after manifest takes the place of the one before")
    func replaced() throws {
        let clients = try (0..<4).map { _ in try fixture.client() }
        var seen: Set<String> = []
        for round in 0..<10 {
            let pictures = ["a": round, "b": round + 1].mapValues { PublishedWallpapers.picture($0) }
            let next = try published.publish(pictures)
            for client in clients { seen.insert(try expectWhole(client)) }
            try fixture.desk.record(next.manifest)
            for client in clients { seen.insert(try expectWhole(client)) }
            _ = try awaitManifest(next.manifest)
        }
        #expect(seen.count == 10)
    }

    /// Fetches the manifest and all its pictures, and gives the manifest's tag.
    private func expectWhole(_ client: RawClient) throws -> String {
        let reply = try client.request("GET", Self.wallpapers)
        let tag = "\"\(Base64URL.encode(SHA256.hash(reply.body).bytes))\""
        #expect(reply.status == 200 && reply.header("ETag") == tag)
        for match in reply.text.matches(of: /"hash":"([0-9a-f]{64})"/) {
            let picture = try client.request("GET", path("\(match.1).jpg"))
            #expect(picture.status == 200 && SHA256.hash(picture.body).hexadecimal == match.1)
        }
        return tag
    }

    @Test("come from the folder that is at the path, also when another was put there")
    func otherFolder() throws {
        let fjord = PublishedWallpapers.picture(2)
        let other = try PublishedWallpapers()
        let next = try other.publish(["fjord": fjord])
        #expect(rename(published.path, published.path + ".old") == 0)
        #expect(rename(other.path, published.path) == 0)
        try fixture.desk.record(next.manifest)
        _ = try awaitManifest(next.manifest)
        let path = try path(#require(next.pictures["fjord"]))
        #expect(try fixture.poll(path) { $0.status == 200 }?.body == fjord)
    }
}

@Suite("A folder of pictures")
struct PictureFolderTests {
    private let published: PublishedWallpapers
    private let names: [PictureName]

    init() throws {
        published = try PublishedWallpapers()
        let pictures = Dictionary(
            uniqueKeysWithValues: (0..<4).map { ("\($0)", PublishedWallpapers.picture($0)) }
        )
        let files = try published.publish(pictures).pictures
        names = (0..<4).compactMap { files["\($0)"].flatMap { PictureName($0) } }
    }

    private func find(_ number: Int, in folder: PictureFolder) throws -> PictureFolder.Found {
        try folder.find(names[number], byteCount: 20_000)
    }

    @Test("keeps no more open than it may, and refuses rather than close one that is being sent")
    func limit() throws {
        let folder = PictureFolder(path: published.path, limit: 2)
        var sent: [PictureFolder.Found] = []
        sent.append(try find(0, in: folder))
        guard case .picture = try find(1, in: folder) else { return #expect(Bool(false)) }
        // The second is not being sent.
        sent.append(try find(2, in: folder))
        #expect(folder.openCount == 2)
        guard case .full = try find(3, in: folder) else { return #expect(Bool(false)) }
        // One that is open is there for more.
        guard case .picture = try find(2, in: folder) else { return #expect(Bool(false)) }
        sent.removeFirst()
        guard case .picture = try find(3, in: folder) else { return #expect(Bool(false)) }
        #expect(folder.openCount == 2)
    }

    @Test("closes what it no longer keeps")
    func closing() throws {
        for round in 0..<50 {
            let folder = PictureFolder(path: published.path, limit: 1)
            for number in 0..<4 {
                guard case .picture = try find((number + round) % 4, in: folder) else {
                    return #expect(Bool(false))
                }
            }
        }
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        #expect(open.filter { $0.hasPrefix(published.path) } == [])
    }
}
