import BundleSamples
import ConfigBundle
import ConfigPolling
import Foundation
import HTTPServer
import Rollout
import Testing
import TestSupport
import WallpaperManifest
import WidgetGating

@testable import WidgetConfig

@Suite("A client of a server that has wallpapers", .timeLimit(.minutes(2)))
struct WallpaperTests {
    private let server: LiveServer
    private let device: TestDevice

    init() throws {
        server = try LiveServer()
        device = try TestDevice(server)
    }

    @Test("keeps their manifest for the widgets, says so once, and knows where the pictures are")
    func keeps() async throws {
        let hash = try server.publishWallpapers("dunes")
        let client = device.launch()
        let recorder = UpdateRecorder(client)
        #expect(try device.wallpaper().reason == .unnamed)
        #expect(await client.refresh().update?.wallpapers == hash)
        let shown = try device.wallpaper()
        let picture = try #require(shown.picture)
        #expect(shown.reason == .picked && shown.wallpaper?.id.text == "dunes")
        try await expectPicture(picture, at: client.settings.address(of: picture.file))
        #expect(await client.refresh() == .unchanged)
        #expect(try await eventuallyHolds { recorder.updates.compactMap(\.wallpapers) == [hash] })
        #expect(await client.freshness.lastProblem == nil)
    }

    @Test("changes to the next manifest with the bundle that names it")
    func changes() async throws {
        try server.publishWallpapers("dunes")
        let client = device.launch()
        _ = await client.refresh()
        let next = try server.publishWallpapers("fjord")
        let update = try #require(await client.refresh().update)
        #expect(update.wallpapers == next && update.widgetsToReload == [])
        #expect(try device.wallpaper().wallpaper?.id.text == "fjord")
    }

    @Test("does not fetch what an earlier launch has kept, and fetches it again when it is gone or damaged")
    func nextLaunch() async throws {
        let hash = try server.publishWallpapers("dunes")
        _ = await device.launch().refresh()
        #expect(await device.launch().refresh() == .unchanged)
        let file = URL(filePath: device.directory.file("\(LiveServer.app).wallpapers"))
        var bytes = [UInt8](try Data(contentsOf: file))
        bytes[bytes.count / 2] ^= 1
        try Data(bytes).write(to: file)
        #expect(try device.wallpaper().reason == .otherManifest(ManifestHash(of: bytes)))
        #expect(await device.launch().refresh().update?.wallpapers == hash)
        #expect(try device.wallpaper().reason == .picked)
        try FileManager.default.removeItem(at: file)
        #expect(try device.wallpaper().reason == .notKept)
        #expect(await device.launch().refresh().update?.wallpapers == hash)
        #expect(try device.wallpaper().reason == .picked)
    }

    @Test("on the screen has a new bundle at once, and asks for its manifest a little later than others")
    func foreground() async throws {
        try server.publishWallpapers("dunes")
        let client = device.launch()
        let recorder = UpdateRecorder(client)
        await client.start()
        #expect(try await eventuallyHolds { server.waitingCount == 1 })
        #expect(try await eventuallyHolds { recorder.updates.contains { $0.wallpapers != nil } })
        let before = await client.freshness.revision
        let next = try server.publishWallpapers("fjord")
        #expect(try await eventuallyHolds { await client.freshness.revision != before })
        // The loop's own pause, and the one before the manifest is asked for.
        #expect(try await eventuallyHolds { device.time.sleeps.count { $0 <= ConfigClient.spread } == 2 })
        guard case .otherManifest = try device.wallpaper().reason else {
            Issue.record("\(try device.wallpaper())")
            return
        }
        device.time.advance(by: ConfigClient.spread)
        #expect(try await eventuallyHolds { recorder.updates.compactMap(\.wallpapers).last == next })
        #expect(try device.wallpaper().wallpaper?.id.text == "fjord")
        await client.stop()
    }

    @Test("asks again when the server is not there yet, and keeps what it has if that lasts")
    func onItsWay() async throws {
        let first = try server.publishWallpapers("dunes")
        let client = device.launch()
        _ = await client.refresh()
        // The store names it, and the folder does not have it yet.
        let manifest = try SampleManifest.make(["fjord"], app: LiveServer.app)
        let next = ManifestHash(of: manifest.published)
        try server.record(next)
        async let outcome = client.refresh()
        #expect(
            try await eventuallyHolds { device.time.sleeps.contains(.seconds(2)) },
            "\(device.time.sleeps)"
        )
        let problem = try #require(await client.freshness.lastProblem?.problem)
        #expect(problem.cause == .otherManifest(found: first, wanted: next))
        #expect(problem.subject == "\(server.url)/v1/apps/\(LiveServer.app)/wallpapers")
        device.time.advance(by: .seconds(2))
        #expect(
            try await eventuallyHolds { device.time.sleeps.contains(.seconds(8)) },
            "\(device.time.sleeps)"
        )
        _ = try server.writeWallpapers(manifest)
        try server.publishWallpapers("fjord")
        device.time.advance(by: .seconds(8))
        #expect(await outcome.update?.wallpapers == next)
        #expect(try device.wallpaper().wallpaper?.id.text == "fjord")
    }
}

@Suite("A client whose server says something else of wallpapers", .timeLimit(.minutes(2)))
struct HostileWallpaperTests {
    /// A device and a server whose bundle names a manifest.
    private struct Scene {
        let server: ScriptedServer
        let device: TestDevice
        let client: ConfigClient
        let asked = Counter(0)

        init(naming manifest: ManifestHash, _ reply: @escaping @Sendable () -> ScriptedServer.Reply) throws {
            let bundle = try SampleBundle(5, naming: manifest).reply()
            server = try ScriptedServer { [asked] head in
                guard head.hasPrefix("GET /v1/apps/\(SampleBundle.app)/wallpapers ") else { return bundle }
                asked.set(asked.value + 1)
                return reply()
            }
            device = try TestDevice("http://\(server.address)", trust: .signed(by: [.sample(1)]))
            client = device.launch()
        }
    }

    private let manifest = try? SampleManifest.make(["dunes"]).published

    static let replies: [(ScriptedServer.Reply, ConfigProblem.Cause)] = [
        (.init(404), .refused(status: 404, detail: nil)),
        (.init(304), .refused(status: 304, detail: nil)),
        (.init(503, [("Retry-After", "7200")]), .refused(status: 503, detail: nil)),
        (.init(200, body: [0x1F, 0x8B, 8]), .unusable("")),
        (.init(Array("nonsense".utf8)), .noAnswer("")),
        (.init(200, body: Array(repeating: 0x20, count: 4 << 20 | 1)), .tooLarge(limit: 4 << 20)),
    ]

    @Test(
        "keeps nothing of it, says what was wrong, and asks again a minute later and not before",
        arguments: replies.indices
    )
    func refused(index: Int) async throws {
        let manifest = try #require(manifest)
        let (reply, cause) = Self.replies[index]
        let scene = try Scene(naming: ManifestHash(of: manifest)) { reply }
        let outcome = await scene.client.refresh()
        #expect(outcome.update?.revision == 5 && outcome.update?.wallpapers == nil)
        let problem = try #require(await scene.client.freshness.lastProblem?.problem)
        #expect(problem.operation == .fetch && problem.subject.hasSuffix("/wallpapers"))
        switch (problem.cause, cause) {
        case (.unusable, .unusable), (.noAnswer, .noAnswer): break
        default: #expect(problem.cause == cause)
        }
        #expect(try scene.device.wallpaper().reason == .notKept)
        let asked = scene.asked.value
        scene.device.time.advance(by: .seconds(59))
        _ = await scene.client.refresh()
        #expect(scene.asked.value == asked)
        scene.device.time.advance(by: .seconds(1))
        _ = await scene.client.refresh()
        let isQuiet = reply.bytes.starts(with: Array("HTTP/1.1 503".utf8))
        #expect((scene.asked.value > asked) == !isQuiet)
        // However long it wants to be left alone, an hour is enough.
        scene.device.time.advance(by: .seconds(3600))
        _ = await scene.client.refresh()
        #expect(scene.asked.value > asked)
    }

    @Test("believes none but the one that the bundle names, older, newer, damaged or of another app")
    func otherManifest() async throws {
        let manifest = try #require(manifest)
        let wanted = ManifestHash(of: manifest)
        for other in [
            try SampleManifest.make(["dunes", "fjord"]).published, try SampleManifest.make([]).published,
            try SampleManifest.make(["dunes"], app: "aurora").published, Array(manifest.dropLast()), [],
        ] {
            let scene = try Scene(naming: wanted) { .init(200, body: other) }
            async let outcome = scene.client.refresh()
            for pause in [Duration.seconds(2), .seconds(8)] {
                #expect(
                    try await eventuallyHolds { scene.device.time.sleeps.contains(pause) },
                    "\(scene.device.time.sleeps)"
                )
                scene.device.time.advance(by: pause)
            }
            #expect(await outcome.update?.wallpapers == nil)
            #expect(scene.asked.value == 3)
            let cause = await scene.client.freshness.lastProblem?.problem.cause
            #expect(cause == .otherManifest(found: ManifestHash(of: other), wanted: wanted))
            #expect(try scene.device.wallpaper().reason == .notKept)
        }
    }

    @Test("takes one that is compressed, whoever undoes that")
    func compressed() async throws {
        let manifest = try #require(manifest)
        let gzip = try Representation(manifest).gzip
        let scene = try Scene(naming: ManifestHash(of: manifest)) { .init(200, body: gzip) }
        #expect(await scene.client.refresh().update?.wallpapers == ManifestHash(of: manifest))
        #expect(try scene.device.wallpaper().reason == .picked)
    }

    @Test("says so when it cannot be kept")
    func notKept() async throws {
        let manifest = try #require(manifest)
        let scene = try Scene(naming: ManifestHash(of: manifest)) { .init(200, body: manifest) }
        let file = scene.device.directory.file("\(SampleBundle.app).wallpapers")
        try FileManager.default.createDirectory(
            atPath: file + "/in-the-way",
            withIntermediateDirectories: true
        )
        #expect(await scene.client.refresh().update?.wallpapers == nil)
        let problem = try #require(await scene.client.freshness.lastProblem?.problem)
        #expect(problem.operation == .keep && problem.description.contains(file))
    }
}
