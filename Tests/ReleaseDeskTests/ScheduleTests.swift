import Dispatch
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Synchronization
import Testing
import TestSupport

extension Desk {
    /// What comes of a tick at the hour that was last set.
    @discardableResult
    func tick() throws -> [DueReport] {
        var reports: [DueReport] = []
        try by("widgetd").makeDue { reports.append($0) }
        return reports
    }

    func lastChanges(_ count: Int) throws -> [Change] {
        try store.history(HistoryFilter(limit: count)).reversed()
    }
}

extension DueReport {
    /// Why it was refused; nil: it was not.
    var refusal: String? { if case .refused(let why) = result { why } else { nil } }
}

@Suite("A scheduled change")
struct ScheduleTests {
    let desk: Desk
    let aurora = AppSelection.named(["aurora"])

    init() throws { desk = try Desk.open() }

    private func order(at hour: Int64, reason: String = "because") -> ReleaseDesk.Order {
        ReleaseDesk.Order(reason: reason, at: Desk.moment(hour))
    }

    @discardableResult
    private func schedule(_ operation: Operation, at hour: Int64, on now: Int64 = 0) throws -> Int64 {
        let outcome = try desk.at(now).perform(operation, order(at: hour))
        guard case .time(let id, Desk.moment(hour)) = outcome.waits else {
            Issue.record("\(outcome)")
            return 0
        }
        #expect(outcome.changes.map(\.revision) == [id])
        return id
    }

    @Test("waits, is made at its time as whoever scheduled it, and only once")
    func once() throws {
        let before = try desk.state()
        let id = try schedule(.kill(KillOrder(widget: "Lock"), in: aurora), at: 2)
        // No app's revision moves, so no client gets a new bundle.
        #expect(try desk.state() == before)
        #expect(try desk.now.scheduled().map(\.change.id) == [id])

        _ = desk.at(1)
        #expect(try desk.tick() == [])
        _ = desk.at(2)
        let reports = try desk.tick()
        #expect(reports.map(\.id) == ["\(id)"])
        #expect(reports.map(\.words) == ["kill Lock in aurora"])
        let kill = try #require(desk.state().kills.first?.record)
        #expect((kill.actor, kill.reason, kill.since) == ("ana", "because", Desk.moment(2)))
        #expect(try desk.now.scheduled() == [])
        let changes = try desk.lastChanges(2)
        #expect(changes.map(\.key.kind) == ["kill", "schedule"])
        #expect(changes.map(\.actor) == ["ana", "ana"])
        #expect(changes.map(\.action) == ["kill", "kill"])
        #expect(
            changes.map(\.reason)
                == Array(repeating: "scheduled as \(id) for 2026-12-01T02:00:00Z: because", count: 2)
        )
        #expect(changes[1].subject == "end of scheduled change \(id): kill Lock in aurora")

        #expect(try desk.tick() == [])
        // A clock that is set back, and comes to that time again.
        _ = desk.at(0)
        #expect(try desk.tick() == [])
        _ = desk.at(3)
        #expect(try desk.tick() == [])
    }

    @Test("comes in the order of times, and of one time as it was scheduled; overdue ones say how late")
    func order() throws {
        let ids = try [("45", 3), ("50", 2), ("55", 3), ("60", 1)].map { value, hour in
            try schedule(.setFlag("spacing", to: value, in: aurora), at: Int64(hour))
        }
        #expect(try desk.now.scheduled().map(\.change.id) == [ids[3], ids[1], ids[0], ids[2]])
        _ = desk.at(30)
        #expect(try desk.tick().map(\.id) == [ids[3], ids[1], ids[0], ids[2]].map { "\($0)" })
        #expect(try desk.state().overrides[FlagKey("spacing")] == .integer(55))
        let reason = try #require(desk.lastChanges(8).first?.reason)
        #expect(
            reason == "scheduled as \(ids[3]) for 2026-12-01T01:00:00Z, 29 h 0 min late: because"
        )
    }

    @Test("is refused when its target is gone, with the reason in the log, and hinders no other")
    func goneTarget() throws {
        let gone = try schedule(.kill(KillOrder(widget: "Lock"), in: aurora), at: 2)
        let other = try schedule(.setFlag("spacing", to: "60", in: aurora), at: 2)
        var sample = Sample()
        sample.changeApp("aurora", "widgets", ["Home": Sample.home])
        _ = try desk.now.perform(.apply(sample.definitions()), .removing)
        _ = desk.at(2)
        let reports = try desk.tick()
        #expect(reports.map(\.id) == ["\(gone)", "\(other)"])
        #expect(reports.map(\.refusal) == [#"aurora has no widget "Lock"; there is Home"#, nil])
        #expect(reports.map(\.isFailure) == [true, false])
        let change = try #require(
            try desk.store.history(HistoryFilter(action: "schedule refused")).first
        )
        #expect(
            change.reason == "scheduled as \(gone) for 2026-12-01T02:00:00Z: because: kill Lock in aurora: "
                + #"aurora has no widget "Lock"; there is Home"#
        )
        #expect(try desk.now.scheduled() == [])
        #expect(try desk.state().overrides[FlagKey("spacing")] == .integer(60))
    }

    @Test("of a flag that is gone is refused; of one that is killed it is made, with a warning")
    func flags() throws {
        try schedule(.setRollout(of: "enabled", to: Percent(parsing: "20"), in: aurora), at: 1)
        try schedule(.setFlag("spacing", to: "60", in: aurora), at: 2)
        _ = try desk.now.perform(.kill(KillOrder(flag: "enabled"), in: aurora), .plain)
        var sample = Sample()
        sample.flags["spacing"] = nil
        _ = try desk.now.perform(.apply(sample.definitions()), .removing)
        _ = desk.at(2)
        let reports = try desk.tick()
        guard case .made(let outcome) = reports[0].result else {
            Issue.record("\(reports[0])")
            return
        }
        #expect(outcome.warnings.count == 1 && outcome.warnings[0].hasPrefix("aurora: killed: flag enabled"))
        #expect(reports[1].refusal?.hasPrefix(#"aurora has no flag "spacing""#) == true)
    }

    @Test("that would take something away is refused unless it was scheduled with leave")
    func removal() throws {
        _ = try desk.now.perform(.startRollout(of: "enabled", in: aurora), .plain)
        _ = try desk.now.perform(.completeRollout(of: "enabled", in: aurora), .plain)
        let share = try Percent(parsing: "5")
        let outcome = try desk.now.perform(.setRollout(of: "enabled", to: share, in: aurora), order(at: 1))
        #expect(outcome.warnings.count == 1)
        #expect(outcome.warnings[0].hasPrefix("as things stand it would be refused: this would take away"))
        var allowed = order(at: 2)
        allowed.allowsRemoval = true
        _ = try desk.now.perform(.setRollout(of: "enabled", to: share, in: aurora), allowed)
        _ = desk.at(1)
        #expect(try desk.tick().map { $0.refusal == nil } == [false])
        #expect(try desk.rollout()?.percent(at: Desk.moment(1)) == .all)
        _ = desk.at(2)
        #expect(try desk.tick().map { $0.refusal == nil } == [true])
        #expect(try desk.rollout()?.percent(at: Desk.moment(2)) == share)
    }

    @Test("may be what is refused now and in order by then")
    func laterInOrder() throws {
        let outcome = try desk.now.perform(.pauseRollout(of: "enabled", in: aurora), order(at: 5))
        #expect(outcome.warnings == ["as things stand it would be refused: aurora: enabled has no rollout"])
        _ = try desk.at(1).perform(.startRollout(of: "enabled", in: aurora), .plain)
        _ = desk.at(5)
        #expect(try desk.tick().map(\.refusal) == [nil])
        #expect(try desk.rollout()?.state == .paused)
    }

    @Test("cannot be of the past, of next year, or of a name that does not exist, and then nothing is kept")
    func refusals() throws {
        let kill = Operation.kill(KillOrder(widget: "Lock"), in: aurora)
        let revision = try desk.revision
        _ = desk.at(10)
        for (hour, words) in [
            (10, "in the past"), (9, "in the past"), (366 * 24 + 11, "more than a year ahead"),
        ] {
            let error = #expect(throws: DeskError.self) {
                try desk.now.perform(kill, order(at: Int64(hour)))
            }
            #expect(error?.sort == .refused && error?.description.contains(words) == true)
        }
        for operation in [
            .kill(KillOrder(widget: "Lok"), in: aurora), .kill(KillOrder(), in: .named(["arora"])),
            .setFlag("spacing", to: "sixty", in: aurora),
        ] as [Operation] {
            let error = #expect(throws: DeskError.self) { try desk.now.perform(operation, order(at: 11)) }
            #expect(error?.sort == .notFound || error?.sort == .badInput)
        }
        let error = #expect(throws: DeskError.self) {
            try desk.now.perform(.unschedule(revision), order(at: 11))
        }
        #expect(error == .invalid("unschedule is always done at once"))
        #expect(try desk.revision == revision)
    }

    @Test("can be tried without being kept")
    func dryRun() throws {
        let revision = try desk.revision
        var order = order(at: 2)
        order.isDryRun = true
        let outcome = try desk.now.perform(.kill(KillOrder(widget: "Lock"), in: aurora), order)
        #expect(
            outcome.notes == [
                "scheduled for 2026-12-01T02:00:00Z as \(revision + 1): kill Lock in aurora",
                "as things stand: aurora: killed Lock for everyone",
            ]
        )
        #expect(try desk.revision == revision)
    }

    @Test("whose time has come can be tried too")
    func dryTick() throws {
        try schedule(.setFlag("spacing", to: "60", in: aurora), at: 1)
        try schedule(.resumeRollout(of: "enabled", in: aurora), at: 1)
        _ = desk.at(2)
        let revision = try desk.revision
        var reports: [DueReport] = []
        try desk.now.makeDue(isDryRun: true) { reports.append($0) }
        #expect(reports.map(\.refusal) == [nil, "aurora: enabled has no rollout"])
        #expect(try desk.revision == revision)
    }

    @Test("can be forgotten, and says so to whoever asks for it again")
    func unschedule() throws {
        let id = try schedule(.kill(KillOrder(widget: "Lock"), in: aurora), at: 2)
        let error = #expect(throws: DeskError.self) { try desk.now.perform(.unschedule(id + 1), .plain) }
        #expect(error == .unknown(what: "scheduled change", name: "\(id + 1)", place: nil, known: ["\(id)"]))
        _ = try desk.by("bo").perform(.unschedule(id), .plain)
        let again = #expect(throws: DeskError.self) { try desk.now.perform(.unschedule(id), .plain) }
        #expect(
            again
                == .refused(
                    "scheduled change \(id) waits no more since revision \(id + 1), unschedule by bo: because"
                )
        )
        _ = desk.at(2)
        #expect(try desk.tick() == [])
        #expect(try desk.state().kills == [])
    }

    @Test("is listed for the apps that it is about")
    func selection() throws {
        let ids = try [aurora, .named(["minimal"]), .all].enumerated().map { hour, apps in
            try schedule(.setFlag("spacing", to: "60", in: apps), at: Int64(hour + 1))
        }
        #expect(try desk.now.scheduled(in: aurora).map(\.change.id) == [ids[0], ids[2]])
        #expect(try desk.now.scheduled(in: .named(["minimal"])).map(\.change.id) == [ids[1], ids[2]])
        #expect(throws: DeskError.self) { try desk.now.scheduled(in: .named(["none"])) }
    }

    @Test("is made once by four that tick at the same time")
    func manyAtOnce() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("rollout.sqlite")
        let start = Desk.moment(0)
        let first = ReleaseDesk(store: try SQLiteStore(path: path, access: .create), actor: "ana") { start }
        _ = try first.perform(.apply(Sample().definitions()), .plain)
        for value in 31...50 {
            _ = try first.perform(.setFlag("spacing", to: "\(value)", in: aurora), order(at: Int64(value)))
        }
        let made = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            do {
                let desk = ReleaseDesk(store: try SQLiteStore(path: path, access: .write), actor: "widgetd") {
                    Desk.moment(100)
                }
                try desk.makeDue { report in made.withLock { $0.append(report.id) } }
            } catch {
                Issue.record(error)
            }
        }
        #expect(made.withLock { $0.count } == 20 && Set(made.withLock { $0 }).count == 20)
        let values = try first.store.history(HistoryFilter(app: "aurora", kind: "override")).reversed()
            .map { $0.after ?? "" }
        #expect(values == (31...50).map { #"{"value":\#($0)}"# })
        #expect(try first.store.audit().firstBreak == nil)
    }

    @Test("that a newer version wrote stays where it is, is told, and hinders no other")
    func unreadable() throws {
        let id = try schedule(.setFlag("spacing", to: "60", in: aurora), at: 1)
        let author = Author(actor: "new", millisecondsSince1970: 0, action: "teleport", reason: "")
        let text = #"{"operation":{"action":"teleport"},"time":"2026-12-01T00:30:00Z"}"#
        _ = try desk.store.change(by: author) {
            try $0.set(StateKey(app: "", kind: "schedule", name: "999"), to: text)
        }
        _ = desk.at(1)
        let reports = try desk.tick()
        #expect(reports.map(\.id) == ["999", "\(id)"])
        guard case .unreadable(let why) = reports[0].result else {
            Issue.record("\(reports[0])")
            return
        }
        #expect(why.contains(#"operation.action: unknown action "teleport""#))
        #expect(try desk.store.read { try $0.nextDue() } == Instant(parsing: "2026-12-01T00:30:00Z"))
        #expect(throws: LiveStateError.self) { try desk.now.scheduled() }
    }
}
