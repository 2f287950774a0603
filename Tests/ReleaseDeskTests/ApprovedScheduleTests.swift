import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing

@Suite("A scheduled change that others have to approve")
struct ApprovedScheduleTests: ApprovalSetup {
    let desk: Desk

    init() throws { desk = try Desk.approving() }

    @Test("is approved first, then waits for its time")
    func scheduled() throws {
        let time = Desk.moment(5)
        let id = try ask(setSpacing, ReleaseDesk.Order(reason: "because", at: time))
        #expect(try desk.now.requests().map(\.request.expires) == [time])
        let outcome = try approve(id, "bo")
        let scheduled = try #require(try desk.now.scheduled().first?.change)
        #expect(outcome.waits == .time(scheduled.id, time))
        #expect((scheduled.actor, scheduled.approvals.map(\.person)) == ("ana", ["bo"]))
        #expect(try spacing == nil)
        _ = desk.at(5)
        #expect(try desk.tick().map(\.refusal) == [nil])
        #expect(try spacing == .integer(60))
        #expect(
            try desk.lastChanges(1)[0].reason
                == "scheduled as \(scheduled.id) for 2026-12-01T05:00:00Z, approved by bo: because"
        )
    }

    @Test("is refused at its time once what it is about has changed, and until then listed as stale")
    func scheduledStale() throws {
        let id = try ask(setSpacing, ReleaseDesk.Order(reason: "because", at: Desk.moment(5)))
        _ = try approve(id, "bo")
        #expect(try desk.now.scheduled().map(\.staleness) == [nil])
        // What it is not about may change.
        _ = try desk.by("di").perform(.kill(KillOrder(widget: "Lock"), in: Self.aurora), .plain)
        #expect(try desk.now.scheduled().map(\.staleness) == [nil])
        _ = try approve(ask(.setFlag("spacing", to: "90", in: Self.aurora)), "cy")
        let moved = try desk.revision
        let change = "aurora: spacing 90, approve by cy at revision \(moved)"
        let why = "it is stale; what it is about has changed since it was approved:\n  \(change)\nask again"
        let report = try #require(desk.now.scheduled().first)
        #expect(report.staleness == why)
        #expect(report.json.member("state") == "stale")
        #expect(report.json.member("why") == .string(why))
        _ = desk.at(5)
        let refusal = "it is stale; what it is about has changed since it was approved: \(change); ask again"
        #expect(try desk.tick().map(\.refusal) == [refusal])
        #expect(try spacing == .integer(90))
        #expect(try desk.lastChanges(1)[0].action == "schedule refused")
        #expect(try desk.lastChanges(1)[0].reason.hasSuffix("flag set spacing to 60 in aurora: \(refusal)"))
        #expect(try desk.now.scheduled() == [])
    }

    @Test("is refused at its time once it would change more than was approved")
    func scheduledReach() throws {
        let id = try ask(.setFlag("spacing", to: "60", in: .all), ReleaseDesk.Order(at: Desk.moment(5)))
        _ = try approve(id, "bo")
        var sample = Self.sample(["flag set": [:]])
        sample.apps["zen"] = sample.apps["minimal"]
        sample.changeApp("zen", "bundleID", "com.example.zen")
        sample.changeApp("zen", "urlScheme", "zen")
        _ = try desk.by("di").perform(.apply(sample.definitions()), .plain)
        let refusal =
            "it is stale; it would by now change more than was approved: zen: flag spacing, zen: override spacing, "
            + "zen: rollout spacing; ask again"
        #expect(try desk.now.scheduled().map(\.staleness) == [refusal])
        _ = desk.at(5)
        #expect(try desk.tick().map(\.refusal) == [refusal])
        #expect(try spacing == nil)
    }

    @Test("goes on after a rollout's stages have come, and not after somebody has paused it")
    func scheduledRollout() throws {
        var sample = Sample()
        sample.changeApp("aurora", "approvals", ["rollout complete": [:]])
        _ = try desk.now.perform(.apply(sample.definitions()), .plain)
        for isPaused in [false, true] {
            _ = try desk.at(isPaused ? 100 : 0).perform(.startRollout(of: "enabled", in: Self.aurora), .plain)
            let time = Desk.moment(isPaused ? 172 : 72)
            let id = try ask(.completeRollout(of: "enabled", in: Self.aurora), ReleaseDesk.Order(at: time))
            _ = try approve(id, "bo")
            if isPaused {
                _ = try desk.at(120).perform(.pauseRollout(of: "enabled", in: Self.aurora), .plain)
            }
            _ = desk.at(isPaused ? 172 : 72)
            let refusals = try desk.tick().map(\.refusal)
            if isPaused {
                #expect(
                    refusals.first??.contains("aurora: enabled 1 %, paused, rollout pause by ana") == true,
                    "\(refusals)"
                )
            } else {
                #expect(refusals == [nil])
                #expect(try desk.rollout()?.percent(at: time) == .all)
                _ = try desk.now.perform(.haltRollout(of: "enabled", in: Self.aurora), .plain)
            }
        }
        #expect(try desk.rollout()?.state == .paused)
    }

    @Test(
        "that could not be made when it was asked for is about what is set of its flag all the same",
        arguments: ["between asking and approving", "after it was approved"]
    )
    func scheduledUnmakeable(_ moment: String) throws {
        var sample = Sample()
        sample.changeApp("aurora", "approvals", ["rollout resume": [:]])
        _ = try desk.now.perform(.apply(sample.definitions()), .plain)
        _ = try desk.now.perform(.startRollout(of: "enabled", in: Self.aurora), .plain)
        _ = try desk.now.perform(.haltRollout(of: "enabled", in: Self.aurora), .plain)
        let id = try ask(
            .resumeRollout(of: "enabled", in: Self.aurora),
            ReleaseDesk.Order(at: Desk.moment(5))
        )
        let approvesFirst = moment == "after it was approved"
        if approvesFirst {
            _ = try approve(id, "bo")
            #expect(try desk.now.scheduled().map(\.staleness) == [nil])
        }
        // Another rollout, which nobody has agreed to let go on.
        _ = try desk.by("di").perform(.startRollout(of: "enabled", in: Self.aurora), .plain)
        _ = try desk.by("di").perform(.pauseRollout(of: "enabled", in: Self.aurora), .plain)
        let change = "aurora: enabled 1 %, paused, rollout pause by di"
        if approvesFirst {
            #expect(try desk.now.scheduled().first?.staleness?.contains(change) == true)
            _ = desk.at(5)
            #expect(try desk.tick().first?.refusal?.contains(change) == true)
        } else {
            #expect(refusal(id, "bo")?.contains(change) == true)
        }
        #expect(try desk.rollout()?.state == .paused)
    }

    @Test("that could not be made when it was approved lifts no kill that nobody saw")
    func scheduledUnseen() throws {
        var sample = Sample()
        sample.changeApp("aurora", "approvals", ["restore": [:]])
        _ = try desk.now.perform(.apply(sample.definitions()), .plain)
        let scope = Kill.Scope(locales: [try LocaleTag(parsing: "ja")])
        _ = try desk.now.perform(.kill(KillOrder(widget: "Lock", scope: scope), in: Self.aurora), .plain)
        // Another scope than what is killed: refused as things stand, so nobody saw what it would lift.
        let id = try ask(
            .restore(KillOrder(widget: "Lock"), everyScope: false, in: Self.aurora),
            ReleaseDesk.Order(at: Desk.moment(5))
        )
        _ = try approve(id, "bo")
        _ = try desk.by("di").perform(.kill(KillOrder(widget: "Lock"), in: Self.aurora), .plain)
        _ = desk.at(5)
        #expect(
            try desk.tick().first?.refusal?.hasPrefix(
                "it is stale; it would by now change more than was approved: aurora: kill"
            ) == true
        )
        #expect(try desk.state().kills.count == 2)
    }

    @Test("is refused at its time when it was scheduled without the approval that it needs by then")
    func laterPolicy() throws {
        _ = try desk.now.perform(.apply(Sample().definitions()), .plain)
        _ = try desk.now.perform(setSpacing, ReleaseDesk.Order(at: Desk.moment(5)))
        _ = try desk.now.perform(.apply(Self.sample(["flag set": [:]]).definitions()), .plain)
        _ = desk.at(5)
        #expect(try desk.tick().map(\.refusal) == ["it needs 1 approval by now"])
    }
}
