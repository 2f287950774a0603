import ConfigBundle
import ConfigPolling
import Foundation
import Rollout
import SigningKeys
import StrictJSON
import Testing
import TestSupport
import WidgetGating

@testable import WidgetConfig

@Suite("A client of a real server", .timeLimit(.minutes(2)))
struct ServerTests {
    private let server: LiveServer
    private let device: TestDevice

    init() throws {
        server = try LiveServer()
        device = try TestDevice(server)
    }

    @Test("decides by the first bundle that it gets, and keeps it for the widgets")
    func first() async throws {
        let revision = try server.startRollout("widget_enabled", "100@0d")
        let client = device.launch()
        #expect(client.decision(for: .widgets) == nil && client.boolean(.lockWidget, or: true))
        #expect(
            await client.freshness
                == Freshness(source: .nothing, revision: nil, confirmedAt: nil, age: nil, lastProblem: nil)
        )
        let update = try #require(await client.refresh().update)
        #expect(update.revision == revision && update.widgetsToReload == [.home, .lock])
        #expect(client.decision(for: .widgets)?.reason == .rollout)
        #expect(client.boolean(.lockWidget) && client.integer(.spacing, or: 0) == 30)
        #expect(client.decision(for: .lock, in: .accessoryCircular)?.isEnabled == true)
        let freshness = await client.freshness
        #expect(freshness.source == .server && freshness.revision == revision && freshness.age == .zero)
        #expect(freshness.lastProblem == nil)
        let reading = device.kept()
        #expect(reading.faults.isEmpty && reading.bundle?.revision == revision)
        #expect(
            try reading.bundle?.bytes
                == RawClient(server.address).request("GET", "/v1/apps/\(LiveServer.app)/config").body
        )
    }

    @Test("is told in a few bytes that nothing is new, and knows how old what it has is")
    func unchanged() async throws {
        let client = device.launch()
        _ = await client.refresh()
        device.time.advance(by: .seconds(3_600))
        #expect(await client.freshness.age == .seconds(3_600))
        #expect(await client.refresh() == .unchanged)
        #expect(try server.answers(304) == 1)
        let age = try #require(await client.freshness.age)
        #expect(age < .seconds(1))
    }

    @Test("gets a kill as a delta, and says which widget is to reload")
    func delta() async throws {
        try server.startRollout("widget_enabled", "100@0d")
        let client = device.launch()
        _ = await client.refresh()
        let revision = try server.kill()
        let update = try #require(await client.refresh().update)
        #expect(try server.answers(226) == 1)
        #expect(update.revision == revision && update.flags == [] && update.killsLifted == [])
        #expect(update.killsBegun.map(\.revision) == [revision] && update.widgetsToReload == [.lock])
        #expect(client.decision(for: .lock)?.reason == .killed(revision: revision))
        #expect(device.kept().bundle?.revision == revision)
        try server.restore()
        let next = try #require(await client.refresh().update)
        #expect(next.killsLifted == update.killsBegun && next.widgetsToReload == [.lock])
    }

    @Test("is not told to reload for a kill that does not mean it")
    func otherLocale() async throws {
        let client = device.launch()
        _ = await client.refresh()
        try server.kill(locale: "ko")
        let update = try #require(await client.refresh().update)
        #expect(update.killsBegun.count == 1 && update.widgetsToReload == [] && update.flags == [])
    }

    @Test("that waits gets a kill at once, without a pause and for every consumer")
    func waiting() async throws {
        try server.startRollout("widget_enabled", "100@0d")
        let client = device.launch()
        let (first, second) = (client.updates, client.updates)
        await client.start()
        #expect(try await eventuallyHolds { server.waitingCount == 1 })
        let revision = try server.kill()
        for updates in [first, second] {
            var iterator = updates.makeAsyncIterator()
            var update = await iterator.next()
            // Whoever asks late gets both changes as one.
            if update?.revision != revision { update = await iterator.next() }
            #expect(update?.revision == revision && update?.killsBegun.count == 1)
            #expect(update?.widgetsToReload.contains(.lock) == true)
        }
        #expect(device.kept().bundle?.revision == revision)
        // After less than a second it waits again.
        #expect(try await eventuallyHolds { device.time.sleeps.first.map { $0 < .seconds(1) } ?? false })
        device.time.advance(by: .seconds(1))
        #expect(try await eventuallyHolds { server.waitingCount == 1 })
        await client.stop()
    }

    @Test("waits on the screen alone, and when no energy is to be saved")
    func conditions() async throws {
        let client = device.launch()
        await client.start()
        #expect(try await eventuallyHolds { server.waitingCount == 1 })
        await client.enterBackground()
        #expect(try await eventuallyHolds { server.waitingCount == 0 })
        #expect(try await eventuallyHolds { device.time.sleeps.first.map { $0 >= .seconds(900) } ?? false })
        await client.enterForeground()
        #expect(try await eventuallyHolds { server.waitingCount == 1 })
        await client.setLowPower(true)
        #expect(try await eventuallyHolds { server.waitingCount == 0 })
        #expect(
            try await eventuallyHolds {
                device.time.sleeps.first.map { $0 >= .seconds(240) && $0 < .seconds(301) } ?? false
            }
        )
        // It asked once at the start, and once when it came back to the screen.
        #expect(try server.answers(200) == 1 && server.answers(304) >= 1)
        await client.setLowPower(false)
        #expect(try await eventuallyHolds { server.waitingCount == 1 })
        await client.stop()
        #expect(try await eventuallyHolds { server.waitingCount == 0 })
    }

    @Test("backs off while the server is away, and has what changed meanwhile when it is back")
    func restart() async throws {
        let client = device.launch()
        let recorder = UpdateRecorder(client)
        await client.start()
        #expect(try await eventuallyHolds { server.waitingCount == 1 })
        server.stop()
        // The wait ends without anything new; one pause later there is nobody.
        let failed = try await eventuallyHolds {
            device.time.passPause()
            return await client.freshness.lastProblem != nil
        }
        #expect(failed)
        let cause = try #require(await client.freshness.lastProblem?.problem.cause)
        guard case .noAnswer = cause else { throw RawClient.Failure("\(cause)") }
        #expect(client.decision(for: .spacing) != nil)
        let revision = try server.kill()
        try server.restart()
        let arrived = try await eventuallyHolds {
            device.time.passPause()
            return recorder.updates.last?.revision == revision
        }
        #expect(arrived && recorder.updates.last?.killsBegun.map(\.revision) == [revision])
        #expect(try await eventuallyHolds { server.waitingCount == 1 })
        await client.stop()
    }

    @Test("goes on with what it had before it was ended, without any server")
    func relaunch() async throws {
        try server.startRollout("widget_enabled", "100@0d")
        let revision = try server.kill()
        _ = await device.launch().refresh()
        server.stop()
        device.time.advance(by: .seconds(86_400))
        let client = device.launch()
        #expect(client.decision(for: .lock)?.reason == .killed(revision: revision))
        let freshness = await client.freshness
        #expect(freshness.source == .server && freshness.revision == revision)
        let age = try #require(freshness.age)
        #expect((.seconds(86_400) ..< .seconds(86_401)).contains(age))
        let problem = try #require(await client.refresh().problem)
        #expect(await client.freshness.lastProblem?.problem == problem)
        #expect(await client.freshness.confirmedAt == freshness.confirmedAt)
        #expect(client.decision(for: .lock)?.reason == .killed(revision: revision))
    }

    @Test("begins with the bundle that came with the app, and asks for what is new since")
    func embedded() async throws {
        let bundle = try RawClient(server.address).request("GET", "/v1/apps/\(LiveServer.app)/config").body
        server.stop()
        let client = device.launch { $0.embedded = bundle }
        #expect(client.integer(.spacing, or: 0) == 30)
        #expect(await client.freshness.source == .embedded)
        #expect(await client.freshness.age == nil)
        _ = await client.refresh()
        #expect(device.kept().bundle == nil)
        try server.restart()
        // The server has just started and remembers nothing; it is the same bundle though, and signed.
        #expect(await client.refresh() == .unchanged)
        #expect(await client.freshness.source == .server)
        #expect(device.kept().bundle?.bytes == bundle)
        let revision = try server.kill()
        _ = await client.refresh()
        #expect(try server.answers(226) == 1)
        #expect(await client.freshness.revision == revision)
    }

    @Test(
        "says why the bundle that came with the app is of no use",
        arguments: ["{", "{\"format\":2}", "other"]
    )
    func uselessEmbedded(_ text: String) async throws {
        var bundle = Array(text.utf8)
        if text == "other" {
            bundle = try RawClient(server.address).request("GET", "/v1/apps/aurora-wallpapers/config").body
        }
        let client = device.launch { $0.embedded = bundle }
        let freshness = await client.freshness
        #expect(freshness.source == .nothing)
        #expect(freshness.lastProblem?.problem.operation == .use)
        #expect(
            freshness.lastProblem?.problem.description.hasPrefix(
                "cannot use the bundle that came with the app: "
            ) == true
        )
        #expect(await client.refresh().update != nil)
    }

    @Test("reaches a stage by itself, and says so")
    func stage() async throws {
        try server.startRollout("widget_enabled", "1@0d,100@1d")
        let device = device.lateInstallation
        let client = device.launch()
        let updates = client.updates
        await client.start()
        #expect(try await eventuallyHolds { server.waitingCount == 1 })
        #expect(client.decision(for: .widgets)?.reason == .rolloutExcluded)
        server.stop()
        #expect(try await eventuallyHolds { device.time.sleeps.last.map { $0 > .seconds(86_000) } ?? false })
        var iterator = updates.makeAsyncIterator()
        let first = await iterator.next()
        device.time.advance(by: .seconds(86_401))
        let update = await iterator.next()
        #expect(update?.revision == first?.revision && update?.flags.map(\.key) == [.widgets])
        #expect(
            update?.flags.first?.new?.value == .boolean(true)
                && update?.flags.first?.old?.value == .boolean(false)
        )
        #expect(update?.widgetsToReload == [.home, .lock] && update?.killsBegun == [])
        #expect(client.decision(for: .widgets)?.reason == .rollout)
        await client.stop()
    }

    @Test(
        "knows the server's time whatever the device's clock says, also after it was set by a year",
        arguments: [-365, 365]
    )
    func clockJumps(_ days: Int) async throws {
        let year = Duration.seconds(days * 86_400)
        try server.startRollout("widget_enabled", "1@0d,100@1d")
        let device = device.lateInstallation
        let client = device.launch()
        _ = await client.refresh()
        device.time.setClock(ahead: year)
        // The device's time stands still meanwhile, and the server's does not. An answer tells it to the second.
        func isRight(_ offset: Duration) -> Bool {
            let error = LiveServer.now.duration(since: device.time.device.wall) - offset
            return abs(error.milliseconds) < 20_000
        }
        // While the app runs, nothing changes.
        #expect(client.decision(for: .widgets)?.reason == .rolloutExcluded)
        #expect(isRight(client.serverTimeOffset))
        // The next poll has the widgets told.
        #expect(await client.refresh() == .unchanged)
        #expect(try isRight(.milliseconds(#require(device.kept().bundle?.clock.aheadMilliseconds))))
        // And so does the next launch begin.
        let next = device.launch()
        #expect(next.decision(for: .widgets)?.reason == .rolloutExcluded)
        #expect(isRight(next.serverTimeOffset))
        // A jump while the app is not running is mended by the first answer.
        device.time.setClock(ahead: .zero - year)
        let last = device.launch()
        _ = await last.refresh()
        #expect(last.decision(for: .widgets)?.reason == .rolloutExcluded)
        #expect(isRight(last.serverTimeOffset))
    }

    @Test("decides anew for another context, and says what that changes")
    func context() async throws {
        let client = device.launch()
        _ = await client.refresh()
        let updates = client.updates
        let installation = try #require(client.installation)
        var context = device.settings.context
        context.appVersion = try Version(parsing: "1.0")
        await client.setContext(context)
        var iterator = updates.makeAsyncIterator()
        let update = await iterator.next()
        #expect(update?.flags.map(\.key) == [.homeWidget, .lockWidget])
        #expect(client.installation == installation && device.launch().installation == installation)
    }

    @Test("asks once for many that want to know at once")
    func coalesced() async throws {
        let client = device.launch()
        _ = await client.refresh()
        let outcomes = await withTaskGroup(of: RefreshOutcome.self) { group in
            for _ in 0..<20 { group.addTask { await client.refresh() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes == Array(repeating: .unchanged, count: 20))
        #expect(try server.answers(304) < 20)
    }
}

@Suite("A client of widgetd", .timeLimit(.minutes(2)))
struct ProgramTests {
    @Test("gets over the server being killed while it waits, and has the kill that was made meanwhile")
    func killed() async throws {
        let server = try LiveServer()
        server.stop()
        let arguments = [
            "--store", server.directory.file("rollout.sqlite"), "--keys", server.keys.directory,
            "--listen", "\(server.address)", "--access-log", "off",
        ]
        let program = try RunningProgram(RunningProgram.built("widgetd"), arguments)
        #expect(try program.errorLine()?.contains("listening on") == true)
        let device = try TestDevice(server)
        let client = device.launch()
        let recorder = UpdateRecorder(client)
        await client.start()
        // With a quick answer it goes on to wait.
        #expect(
            try await eventuallyHolds {
                device.time.sleeps.contains(Fetcher.deadline + .seconds(Rhythm.wait))
            }
        )
        program.send(signal: SIGKILL)
        #expect(try program.finish().status == -SIGKILL)
        #expect(try await eventuallyHolds { await client.freshness.lastProblem != nil })
        let revision = try server.kill()
        let again = try RunningProgram(RunningProgram.built("widgetd"), arguments)
        #expect(try again.errorLine()?.contains("listening on") == true)
        let arrived = try await eventuallyHolds {
            device.time.passPause()
            return recorder.updates.last?.revision == revision
        }
        #expect(arrived)
        await client.stop()
    }
}
