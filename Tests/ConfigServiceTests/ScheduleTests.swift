import HTTPServer
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import Testing
import TestSupport

@testable import ConfigService

@Suite("The server makes scheduled changes", .timeLimit(.minutes(2)))
struct ScheduleTests {
    private let apps = AppSelection([Fixture.app])

    private func schedule(_ desk: ReleaseDesk, after seconds: Int64, _ operation: Operation? = nil) throws {
        let kill = Operation.kill(KillOrder(widget: "WallpaperLockWidget"), in: apps)
        let time = desk.clock().adding(seconds: seconds)
        _ = try desk.perform(operation ?? kill, ReleaseDesk.Order(reason: "tonight", at: time))
    }

    private func kills(_ desk: ReleaseDesk) throws -> Int { try desk.states(of: apps)[0].kills.count }

    @Test("when their time has come, and serves what they make of the bundle")
    func atTheirTime() throws {
        let fixture = try Fixture()
        let before = try fixture.request("GET", Fixture.config)
        try schedule(fixture.desk, after: 3600)
        let planned = try fixture.desk.store.revision()
        #expect(eventually { fixture.service.revision == planned })
        // Nothing of it is in the bundle yet.
        #expect(try fixture.request("GET", Fixture.config).header("ETag") == before.header("ETag"))
        fixture.clock.advance(seconds: 3600)
        let reply = try fixture.poll(Fixture.kills) { $0.text.contains("WallpaperLockWidget") }
        #expect(reply != nil)
        #expect(try kills(fixture.desk) == 1)
        #expect(try fixture.desk.scheduled() == [])
        let last = try #require(fixture.desk.store.history(HistoryFilter(limit: 1)).first)
        #expect(last.actor == "test" && last.reason.hasPrefix("scheduled as \(planned) for"))
        #expect(fixture.events.messages("schedule-made").count == 1)
    }

    @Test("that were due while no server ran, at once")
    func overdue() throws {
        let clock = TestClock()
        let fixture = try Fixture(
            clock: clock,
            prepare: { desk in
                try schedule(desk, after: 60)
                clock.advance(seconds: 7200)
            }
        )
        #expect(try eventually { try kills(fixture.desk) == 1 })
        let last = try #require(fixture.desk.store.history(HistoryFilter(limit: 1)).first)
        #expect(last.reason.contains("1 h 59 min late: tonight"))
    }

    @Test("once, also when two servers run on one store")
    func twoServers() throws {
        let fixture = try Fixture()
        var settings = ConfigService.Settings(address: fixture.service.address, storePath: fixture.storePath)
        settings.address.port = 0
        let clock = fixture.clock
        settings.clock = { clock.now }
        let events = EventRecorder()
        let other = try ConfigService(settings, events: events.log)
        defer { other.stop(within: .seconds(5)) }
        for value in 31...40 {
            let set = Operation.setFlag("refresh_spacing_minutes", to: "\(value)", in: apps)
            try schedule(fixture.desk, after: 60, set)
        }
        let planned = try fixture.desk.store.revision()
        fixture.clock.advance(seconds: 60)
        #expect(try eventually { try fixture.desk.scheduled().isEmpty })
        let made = try fixture.desk.store.history(HistoryFilter(kind: "override", after: planned))
        #expect(made.count == 10)
        // Each is told once it is done.
        #expect(
            eventually {
                fixture.events.messages("schedule-made").count + events.messages("schedule-made").count == 10
            }
        )
    }

    @Test("not, when it is told to leave them to others")
    func noSchedule() throws {
        let fixture = try Fixture(adjust: { $0.makesScheduledChanges = false })
        try schedule(fixture.desk, after: 60)
        fixture.clock.advance(seconds: 3600)
        // A later change is served, so that the one before would have been too.
        _ = try fixture.desk.perform(
            .setFlag("refresh_spacing_minutes", to: "45", in: apps),
            ReleaseDesk.Order()
        )
        let last = try fixture.desk.store.revision()
        #expect(eventually { fixture.service.revision == last })
        #expect(try fixture.desk.scheduled().count == 1)
        #expect(try kills(fixture.desk) == 0)
    }

    @Test("and says what was refused, and why")
    func refused() throws {
        let fixture = try Fixture()
        try schedule(fixture.desk, after: 60, .resumeRollout(of: "widget_enabled", in: apps))
        fixture.clock.advance(seconds: 60)
        let messages = eventually {
            let messages = fixture.events.messages("schedule-refused")
            return messages.isEmpty ? nil : messages
        }
        #expect(
            messages?.first?.hasSuffix(
                "was refused: rollout resume widget_enabled in minimal-wallpapers: minimal-wallpapers: widget_enabled "
                    + "has no rollout"
            ) == true
        )
        #expect(try fixture.desk.scheduled() == [])
    }

    @Test("also in a backup that took the store's place, but not again what was due before")
    func restoredBackup() throws {
        let fixture = try Fixture()
        try schedule(fixture.desk, after: 60)
        let spacing = Operation.setFlag("refresh_spacing_minutes", to: "60", in: apps)
        try schedule(fixture.desk, after: 7200, spacing)
        let backup = fixture.directory.file("backup.sqlite")
        _ = try SQLiteStore(path: fixture.storePath, access: .read).backUp(to: backup)
        fixture.clock.advance(seconds: 60)
        #expect(try eventually { try kills(fixture.desk) == 1 })

        let clock = fixture.clock
        let desk = BackupDesk(storePath: fixture.storePath, actor: "test") { clock.now }
        let outcome = try desk.restore(backup, above: nil, ReleaseDesk.Order(liftsKills: true))
        #expect(
            outcome.notes.contains {
                $0.hasPrefix("left out, since its time has passed: end of scheduled change")
                    && $0.hasSuffix("kill WallpaperLockWidget in minimal-wallpapers")
            }
        )
        let store = try SQLiteStore(path: fixture.storePath, access: .read)
        let restored = ReleaseDesk(store: store, actor: "test") { clock.now }
        #expect(try restored.scheduled().count == 1)
        fixture.clock.advance(seconds: 7200)
        #expect(try eventually { try restored.scheduled().isEmpty })
        #expect(try kills(restored) == 0)
        #expect(try restored.states(of: apps)[0].overrides.count == 1)
    }
}
