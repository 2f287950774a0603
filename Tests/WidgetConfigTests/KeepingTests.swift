import BundleSamples
import ConfigBundle
import ConfigPolling
import Foundation
import Rollout
import Testing
import TestSupport
import WidgetGating

@testable import WidgetConfig

@Suite("What a client keeps", .timeLimit(.minutes(2)))
struct KeepingTests {
    private let number: FlagKey
    private let device: TestDevice
    private let server: ScriptedServer
    private let revision = Counter(5)

    init() throws {
        number = try FlagKey("number")
        server = try ScriptedServer { [revision] _ in
            (try? SampleBundle(Int64(revision.value)).reply()) ?? .init([])
        }
        device = try TestDevice("http://\(server.address)", trust: .signed(by: [.sample(1)]))
    }

    private var file: String { device.directory.file("\(SampleBundle.app).widget-bundle") }

    @Test("is the one before it when the newest is damaged, and the client says so")
    func damaged() async throws {
        let client = device.launch()
        _ = await client.refresh()
        revision.set(6)
        _ = await client.refresh()
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        bytes[bytes.count - 1] ^= 1
        try Data(bytes).write(to: URL(filePath: file))
        let next = device.launch()
        #expect(next.integer(number, or: 0) == 5)
        #expect(await next.freshness.lastProblem?.problem.operation == .keep)
        #expect(await next.refresh().update?.revision == 6)
        #expect(device.kept().bundle?.revision == 6 && device.kept().faults == [])
    }

    @Test("does not keep it from deciding where nothing can be kept, and it says so")
    func nowhere() async throws {
        var settings = device.settings
        settings.directory = AppGroupDirectory(path: device.directory.file("nowhere"))
        let client = device.launch { $0 = settings }
        #expect(client.installation == nil)
        #expect(await client.refresh().update?.revision == 5)
        #expect(client.integer(number, or: 0) == 5)
        let problem = try #require(await client.freshness.lastProblem?.problem)
        guard case .file = problem.cause else { throw RawClient.Failure("\(problem)") }
        #expect(problem.description.contains("nowhere"))
        // Once there is a place, it is used.
        try FileManager.default.createDirectory(
            atPath: settings.directory.path,
            withIntermediateDirectories: false
        )
        #expect(await client.refresh() == .unchanged)
        await client.enterForeground()
        #expect(client.installation != nil)
        let verifier = BundleVerifier(app: settings.app, trust: settings.trust)
        #expect(BundleFile(in: settings.directory, verifier: verifier).read().bundle?.revision == 5)
    }

    @Test("is never older than what is there, even if that could not be read at the launch")
    func newerStays() async throws {
        let client = device.launch()
        revision.set(7)
        _ = await device.launch().refresh()
        revision.set(6)
        // The first client knows of nothing yet: a replay would work, were it not for the file.
        let outcome = await client.refresh()
        #expect(outcome.update?.revision == 7)
        #expect(
            await client.freshness.lastProblem?.problem.cause
                == .notBelieved(.olderRevision(6, newestSeen: 7))
        )
        #expect(client.integer(number, or: 0) == 7 && device.kept().bundle?.revision == 7)
    }

    @Test("says when it was confirmed, written anew every ten minutes at most")
    func confirmations() async throws {
        let client = device.launch()
        _ = await client.refresh()
        let first = try #require(device.kept().bundle?.confirmedAt)
        device.time.advance(by: .seconds(599))
        _ = await client.refresh()
        #expect(device.kept().bundle?.confirmedAt == first)
        device.time.advance(by: .seconds(2))
        _ = await client.refresh()
        let second = try #require(device.kept().bundle?.confirmedAt)
        #expect(second.duration(since: first) == .seconds(601))
    }
}

@Suite("A flag that applies at the next launch", .timeLimit(.minutes(2)))
struct NextLaunchTests {
    private let layout: FlagKey
    private let device: TestDevice
    private let server: ScriptedServer
    private let revision = Counter(5)

    init() throws {
        let layout = try FlagKey("layout")
        self.layout = layout
        server = try ScriptedServer { [revision] _ in
            (try? Self.reply(layout, Int64(revision.value))) ?? .init([])
        }
        device = try TestDevice("http://\(server.address)", trust: .signed(by: [.sample(1)]))
    }

    /// A bundle whose flag gives the revision, and is killed from revision 7 on.
    private static func reply(_ layout: FlagKey, _ revision: Int64) throws -> ScriptedServer.Reply {
        let flag = Flag(
            key: layout,
            applies: .nextLaunch,
            defaultValue: .integer(0),
            rules: [Rule(name: "all", conditions: [], value: .integer(revision))]
        )
        let kills = revision < 7 ? [] : [Kill(target: .flag(layout), scope: .everyone, revision: 7)]
        let bundle = try AppConfiguration(
            app: AppID(SampleBundle.app),
            revision: revision,
            flags: [flag],
            widgets: [],
            kills: kills
        )
        let sample = try SignedSample(bundle: bundle.bundleBytes, revision: revision)
        return .init(200, sample.fields.list, body: sample.bundle)
    }

    @Test("stays until then, also its default after a first launch, but for a kill")
    func pinned() async throws {
        let client = device.launch()
        #expect(await client.refresh().update?.revision == 5)
        #expect(client.integer(layout, or: -1) == 0)
        let next = device.launch()
        #expect(next.integer(layout, or: -1) == 5)
        revision.set(6)
        #expect(await next.refresh().update?.flags == [])
        #expect(next.integer(layout, or: -1) == 5)
        revision.set(7)
        let update = try #require(await next.refresh().update)
        #expect(update.flags.map(\.key) == [layout] && update.killsBegun.count == 1)
        #expect(next.integer(layout, or: -1) == 0)
        #expect(device.launch().decision(for: layout)?.reason == .killed(revision: 7))
    }
}
