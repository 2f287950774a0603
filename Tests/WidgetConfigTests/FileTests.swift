import BundleSamples
import ConfigBundle
import ConfigPolling
import Foundation
import Publishing
import ReleaseDesk
import Rollout
import RolloutStore
import SigningKeys
import StaticExport
import Testing
import TestSupport
import WallpaperManifest
import WidgetGating

@testable import WidgetConfig

@Suite("A client of published files behind nginx", .timeLimit(.minutes(2)))
struct FileTests {
    private let server: LiveServer
    private let nginx: Nginx
    private let device: TestDevice
    private let temporary: TemporaryDirectory

    private var directory: String { temporary.file("out") }

    init() throws {
        let (server, temporary) = (try LiveServer(), try TemporaryDirectory())
        self.server = server
        self.temporary = temporary
        let log = temporary.file("log")
        nginx = try Nginx { address in
            let servers = try Repository.text("Documentation/nginx/widgets.conf")
                .replacing("listen 8080;", with: "listen \(address);\n    access_log \(log) requests;")
                .replacing("root /srv/widgets;", with: "root \(temporary.file("out"));")
            return "log_format requests '$status $uri';\n\(servers)"
        }
        let url = try #require(URL(string: "http://\(nginx.address)"))
        device = try TestDevice(.files(url), trust: server.trust())
        try publish()
    }

    private func publish() throws {
        let export = StaticExport(
            directory: directory,
            signer: Signer(try server.keys.requiredSigningKeys()),
            pruneAfter: 7 * 86_400,
            thumbnails: server.thumbnails,
            holder: "a test",
            clock: { LiveServer.now }
        )
        _ = try export.publish(server.desk.store)
    }

    /// What nginx has answered so far, such as `200 pointer.json`, without what differs by content.
    private func answers() -> [String] {
        let log = (try? String(contentsOfFile: temporary.file("log"), encoding: .utf8)) ?? ""
        return log.split(separator: "\n").map { line in
            let parts = line.split(separator: " ")
            let path = parts[1].dropFirst("/v1/apps/\(LiveServer.app)/".count)
            return "\(parts[0]) \(path.prefix { $0 != "/" })"
        }
    }

    @Test("gets the whole first, then deltas, and is told in between that nothing is new")
    func follows() async throws {
        let client = device.launch()
        #expect(await client.refresh().update != nil)
        #expect(await client.refresh() == .unchanged)
        let revision = try server.kill()
        try publish()
        let update = try #require(await client.refresh().update)
        #expect(update.revision == revision && update.killsBegun.count == 1)
        #expect(client.decision(for: .lock)?.reason == .killed(revision: revision))
        #expect(device.kept().bundle?.revision == revision && device.kept().faults.isEmpty)
        #expect(await client.refresh() == .unchanged)
        let freshness = await client.freshness
        #expect(freshness.source == .server && freshness.lastProblem == nil && freshness.age == .zero)
        let expected = [
            "200 pointer.json", "200 bundles", "304 pointer.json", "200 pointer.json", "200 deltas",
            "304 pointer.json",
        ]
        #expect(eventually { answers() == expected }, "\(answers())")
    }

    @Test("has the same bundle, to the last byte, as a client of the server")
    func same() async throws {
        let other = try TestDevice(server)
        _ = await other.launch().refresh()
        _ = await device.launch().refresh()
        let (mine, its) = (try #require(device.kept().bundle), try #require(other.kept().bundle))
        #expect(mine.bytes == its.bytes && mine.fields == its.fields && mine.entityTag == its.entityTag)
    }

    @Test("that has changed from the server to files goes on with what it has")
    func changesSource() async throws {
        var before = device
        before.settings.source = .server(try #require(URL(string: server.url)))
        _ = await before.launch().refresh()
        #expect(await device.launch().refresh() == .unchanged)
        #expect(eventually { answers() == ["200 pointer.json"] }, "\(answers())")
    }

    @Test("takes over signatures by another key for the bundle that it has")
    func changeOfKeys() async throws {
        let client = device.launch()
        _ = await client.refresh()
        let key = try server.keys.create(at: LiveServer.now)
        try publish()
        #expect(await client.refresh() == .unchanged)
        let fields = try #require(device.kept().bundle?.fields.list)
        #expect(fields.contains { $0.name == "Signature" && $0.value.contains("k\(key.id)=") })
    }

    @Test("keeps the manifest of wallpapers for the widgets, and knows where the pictures are")
    func wallpapers() async throws {
        let client = device.launch()
        let first = try server.publishWallpapers("dunes")
        try publish()
        #expect(await client.refresh().update?.wallpapers == first)
        let shown = try device.wallpaper()
        let picture = try #require(shown.picture)
        #expect(shown.reason == .picked && shown.wallpaper?.id.text == "dunes")
        try await expectPicture(picture, at: client.settings.address(of: picture.file))
        #expect(await client.refresh() == .unchanged)
        let second = try server.publishWallpapers("fjord")
        try publish()
        #expect(try device.wallpaper().wallpaper?.id.text == "dunes")
        #expect(await client.refresh().update?.wallpapers == second)
        #expect(try device.wallpaper().wallpaper?.id.text == "fjord")
        #expect(await client.freshness.lastProblem == nil)
    }

    @Test("polls once and then pauses, also on the screen, since nothing waits there")
    func rhythm() async throws {
        let client = device.launch()
        await client.start()
        #expect(
            try await eventuallyHolds {
                device.time.sleeps.first.map { $0 >= .seconds(60) && $0 < .seconds(75) } ?? false
            }
        )
        #expect(eventually { answers() == ["200 pointer.json", "200 bundles"] }, "\(answers())")
        let revision = try server.kill()
        try publish()
        device.time.passPause()
        #expect(try await eventuallyHolds { await client.freshness.revision == revision })
        await client.stop()
    }
}

@Suite("A client of a host of files that has gone bad", .timeLimit(.minutes(2)))
struct HostileFileTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let cause: @Sendable () throws -> ConfigProblem.Cause
        /// Asked for after the pointer, which is always asked for.
        let paths: [String]
        let files: @Sendable () throws -> SampleFiles

        init(
            _ description: String,
            _ cause: @autoclosure @escaping @Sendable () throws -> ConfigProblem.Cause,
            then paths: [String] = [],
            _ files: @escaping @Sendable () throws -> SampleFiles
        ) {
            testDescription = description
            self.cause = cause
            self.paths = paths
            self.files = files
        }
    }

    /// The files of revision 6 with one replaced.
    private static func files(_ path: String, _ reply: ScriptedServer.Reply) throws -> SampleFiles {
        var files = try SampleFiles(SampleBundle(6))
        files[files.path(path)] = reply
        return files
    }

    private static let pointer = "pointer.json"
    private static let endless = ScriptedServer.Reply(
        Array("HTTP/1.1 200 OK\r\n\r\n".utf8),
        then: .endless([UInt8](repeating: 0x20, count: 65_536))
    )

    static let pointers: [Case] = [
        Case(
            "the pointer of another app",
            .notBelieved(.wrongApp(found: "other-app", expected: try AppID(SampleBundle.app)))
        ) { try SampleFiles(SampleBundle(6), app: "other-app") },
        Case("an old pointer", .notBelieved(.olderRevision(4, newestSeen: 5))) {
            try SampleFiles(SampleBundle(4))
        },
        Case("no pointer", .refused(status: 404, detail: nil)) { try files(pointer, .init(404)) },
        Case(
            "304 for what it never asked about",
            .unusable("the answer has status 304, which was not asked for")
        ) { try files(pointer, .init(304)) },
        Case("a pointer without an end", .tooLarge(limit: BundlePointer.byteLimit)) {
            try files(pointer, endless)
        },
        Case(
            "a pointer of a newer program",
            .unusable("the pointer has format 2, and this version reads format 1")
        ) { try files(pointer, .init(200, body: Array(#"{"format":2}"#.utf8))) },
        Case("a bundle larger than any may be", .tooLarge(limit: BundleVerifier.defaultByteLimit)) {
            try files(pointer, .init(200, body: huge()))
        },
    ]

    /// A pointer to more than is read.
    private static func huge() throws -> [UInt8] {
        let content = BundlePointer.Content(
            try Representation([UInt8](repeating: 0x20, count: BundleVerifier.defaultByteLimit + 1)),
            fields: BundleFields([])
        )
        return BundlePointer(
            app: try AppID(SampleBundle.app),
            revision: 6,
            bundle: content,
            deltas: [],
            kills: content
        ).bytes
    }

    static let contents: [Case] = [
        Case("content that is not what it is called", .notBelieved(.wrongDigest), then: ["bundles"]) {
            let other = try SampleFiles(SampleBundle(7))
            return try files("bundles/", other[other.path("bundles/")] ?? .init(404))
        },
        Case(
            "a new pointer to an old bundle",
            .notBelieved(.olderRevision(4, newestSeen: 5)),
            then: ["bundles"]
        ) {
            try SampleFiles(SampleBundle(4), revision: 9)
        },
        Case(
            "a stranger's signature",
            .notBelieved(.unknownKey([try BundleKey.sample(2).id])),
            then: ["bundles"]
        ) { try SampleFiles(SampleBundle(6, keys: [2])) },
        Case("no signature", .notBelieved(.noSignature), then: ["bundles"]) {
            try SampleFiles(SampleBundle(6, keys: []))
        },
        Case(
            "304 for a bundle",
            .unusable("the answer has status 304, which was not asked for"),
            then: ["bundles"]
        ) { try files("bundles/", .init(304)) },
    ]

    @Test("keeps what it has, and says what went wrong", arguments: pointers + contents)
    func kept(_ hostile: Case) async throws {
        let host = try await SpoiltHost()
        let before = host.paths.count
        // The first question after a restart has no condition.
        let client = host.device.launch()
        host.turn(try hostile.files())
        let problem = try #require(await client.refresh().problem)
        #expect(problem.cause == (try hostile.cause()))
        #expect(problem.operation == .fetch && problem.subject.hasPrefix("http://127.0.0.1:"))
        #expect(Array(host.paths.dropFirst(before)) == ["pointer.json"] + hostile.paths)
        #expect(try await host.isUnharmed())
    }

    @Test("takes no more of a bundle without an end than the pointer says that there is")
    func endlessBundle() async throws {
        let host = try await SpoiltHost()
        host.turn(try Self.files("bundles/", Self.endless))
        guard case .tooLarge(let limit)? = await host.client.refresh().problem?.cause else {
            throw RawClient.Failure("not too large")
        }
        #expect(limit < 1_000)
        #expect(try await host.isUnharmed())
    }

    @Test("asks again, by the pointer as well, for a bundle that is still on its way there")
    func late() async throws {
        let host = try await SpoiltHost()
        let whole = try SampleFiles(SampleBundle(6))
        var early = whole
        early[whole.path("bundles/")] = nil
        host.turn(early)
        let problem = try #require(await host.client.refresh().problem)
        #expect(problem.cause == .refused(status: 404, detail: nil) && problem.subject.contains("/bundles/"))
        #expect(try await host.isUnharmed())
        host.turn(whole)
        #expect(await host.client.refresh().update?.revision == 6)
        #expect(host.server.requests.last { $0.contains("pointer.json") }?.contains("If-None-Match") == false)
    }

    @Test("backs off from a host that fails, and leaves it alone for as long as it asks")
    func backOff() async throws {
        let host = try await SpoiltHost()
        host.turn(try Self.files("bundles/", .init(503, [("Retry-After", "120")])))
        #expect(await host.client.refresh().problem?.cause == .refused(status: 503, detail: nil))
        let count = host.paths.count
        #expect(await host.client.refresh().problem?.cause == .askedToWait(.seconds(120)))
        #expect(host.paths.count == count)
    }

    @Test("asks for the whole when there is anything wrong with a delta", arguments: 0..<6)
    func uselessDelta(_ number: Int) async throws {
        let nothing = Array("no delta".utf8)
        let replies: [ScriptedServer.Reply] = [
            .init(404), .init(200, body: nothing), .init(200), Self.endless, .init(226, body: nothing),
            .init([], then: .reset),
        ]
        let host = try await SpoiltHost()
        var files = try SampleFiles(SampleBundle(6), base: SampleBundle(5))
        files[files.path("deltas/")] = replies[number]
        host.turn(files)
        #expect(await host.client.refresh().update?.revision == 6)
        #expect(host.paths.suffix(3) == ["pointer.json", "deltas", "bundles"])
        #expect(await host.client.freshness.lastProblem == nil)
    }

    @Test("asks for nothing but the delta when that is right")
    func delta() async throws {
        let host = try await SpoiltHost()
        host.turn(try SampleFiles(SampleBundle(6), base: SampleBundle(5)))
        #expect(await host.client.refresh().update?.revision == 6)
        #expect(host.paths.suffix(2) == ["pointer.json", "deltas"])
    }
}
