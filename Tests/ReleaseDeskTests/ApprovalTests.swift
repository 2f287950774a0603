import Definitions
import Dispatch
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Synchronization
import Testing
import TestSupport

@Suite("A change that others have to approve")
struct ApprovalTests {
    let desk: Desk
    static let aurora = AppSelection.named(["aurora"])
    private let setSpacing = Operation.setFlag("spacing", to: "60", in: aurora)

    /// Two approvals for a rollout in aurora, by approvers; one by anyone for an override there.
    private static func sample(_ approvals: JSON? = policy) -> Sample {
        var sample = Sample()
        sample.changeApp("aurora", "approvals", approvals)
        return sample
    }

    private static let policy: JSON = [
        "rollout start": ["count": 2, "roles": ["approver"]], "flag set": [:], "rollout pause": [:],
    ]

    init() throws {
        var sample = Sample()
        sample.changeApp(
            "aurora",
            "approvals",
            [
                "rollout start": ["count": 2, "roles": ["approver"]], "flag set": [:],
                "rollback": ["hours": 2],
            ]
        )
        desk = try Desk.open(sample)
    }

    private func ask(_ operation: Operation, _ order: ReleaseDesk.Order = .plain) throws -> Int64 {
        let outcome = try desk.now.perform(operation, order)
        guard case .approval(let id) = outcome.waits else {
            Issue.record("\(outcome)")
            return 0
        }
        #expect(outcome.changes.map(\.revision) == [id])
        return id
    }

    private func approve(_ id: Int64, _ actor: String, comment: String = "") throws -> Outcome {
        try desk.by(actor).perform(.approve(id), ReleaseDesk.Order(reason: comment))
    }

    private func refusal(_ id: Int64, _ actor: String) -> String? {
        #expect(throws: DeskError.self) { try approve(id, actor) }?.description
    }

    private var spacing: FlagValue? { get throws { try desk.state().overrides[FlagKey("spacing")] } }

    @Test("becomes a request, and is made with the approval, by whoever approves")
    func approved() throws {
        let before = try desk.state()
        let outcome = try desk.now.perform(setSpacing, .plain)
        let id = try #require(outcome.revision)
        #expect(
            outcome.notes == [
                "waits for 1 approval as request \(id), until 2026-12-02T00:00:00Z: flag set spacing to 60 in aurora",
                "somebody else approves it with `widgetctl approve \(id)`",
                "once approved: aurora: spacing is 60 for everyone, instead of its rules and rollout; "
                    + "changes it for 100 % of installations",
            ]
        )
        #expect(try desk.state() == before)
        let reports = try desk.now.requests()
        #expect(reports.map(\.request.id) == [id])
        #expect(reports.map(\.standing) == [.waits("1 approval")])

        let made = try approve(id, "bo", comment: "seen")
        #expect(made.waits == nil)
        #expect(try spacing == .integer(60))
        #expect(try desk.now.requests() == [])
        let changes = try desk.lastChanges(2)
        #expect(changes.map(\.key.kind) == ["request", "override"])
        #expect(changes.map(\.actor) == ["bo", "bo"])
        #expect(changes.map(\.action) == ["approve", "approve"])
        #expect(Set(changes.map(\.reason)) == ["request \(id) of ana, flag set: because; seen"])
        #expect(changes[0].subject == "end of request \(id): flag set spacing to 60 in aurora")
    }

    @Test("is approved neither by whoever asks, nor twice by one, nor without the role")
    func people() throws {
        let id = try ask(.startRollout(of: "enabled", in: Self.aurora))
        #expect(refusal(id, "ana") == "request \(id) is ana's own; somebody else has to approve it")
        func person(_ name: String, _ roles: [Role: AppSelection]) -> ReleaseDesk {
            ReleaseDesk(store: desk.store, person: Person(name, roles: roles)) { Desk.moment(0) }
        }
        for roles in [[.operator: .all], [.approver: .named(["minimal"])]] as [[Role: AppSelection]] {
            let error = #expect(throws: DeskError.self) {
                try person("di", roles).perform(.approve(id), .plain)
            }
            #expect(error == .refused("request \(id) needs 2 approvals by approver, which di is not"))
        }
        let first = try person("bo", [.approver: Self.aurora]).perform(.approve(id), .plain)
        #expect(first.waits == .approval(id))
        #expect(first.notes.first == "approved request \(id) of ana, which waits for 1 more approval")
        #expect(
            refusal(id, "bo")
                == "bo approved request \(id) at 2026-12-01T00:00:00Z already; it waits for others"
        )
        #expect(try desk.rollout() == nil)
        _ = try person("cy", [.approver: .all]).perform(.approve(id), .plain)
        #expect(try desk.rollout()?.state == .running)
    }

    @Test("never is a kill or a pause, nor what changes nothing or another app alone")
    func neverWaiting() throws {
        let minimal = AppSelection.named(["minimal"])
        _ = try desk.now.perform(.startRollout(of: "enabled", in: minimal), .plain)
        let operations: [Operation] = [
            .kill(KillOrder(), in: .all), .setFlag("spacing", to: "60", in: minimal),
            .pauseRollout(of: "enabled", in: minimal), .haltRollout(of: "enabled", in: minimal),
        ]
        for operation in operations {
            let outcome = try desk.now.perform(operation, .plain)
            #expect(outcome.waits == nil && !outcome.changes.isEmpty)
        }
        _ = try approve(ask(setSpacing), "bo")
        let again = try desk.now.perform(setSpacing, .plain)
        #expect(again.waits == nil && again.changes.isEmpty)
        // All apps, of which only the other one would change.
        #expect(try desk.now.perform(.setFlag("spacing", to: "60", in: .all), .plain).waits == nil)
    }

    @Test("in several apps waits as a whole for those that ask for it")
    func severalApps() throws {
        let id = try ask(.setFlag("spacing", to: "60", in: .all))
        #expect(try desk.state("minimal").overrides.isEmpty)
        _ = try approve(id, "bo")
        #expect(try desk.state("minimal").overrides.count == 1)
    }

    @Test("is stale once what it is about has changed, and says who changed what")
    func stale() throws {
        let id = try ask(setSpacing)
        // What it is not about may change.
        _ = try desk.by("di").perform(.kill(KillOrder(widget: "Lock"), in: Self.aurora), .plain)
        _ = try desk.by("di").perform(.unsetFlag("target", in: Self.aurora), .plain)
        #expect(try desk.now.requests().map(\.standing) == [.waits("1 approval")])
        let other = try ask(.setFlag("spacing", to: "90", in: Self.aurora))
        _ = try approve(other, "bo")
        let moved = try desk.revision
        let words =
            "request \(id) is stale; what it is about has changed since:\n"
            + "  aurora: spacing 90, approve by bo at revision \(moved)\nask again, or decline it"
        #expect(refusal(id, "bo") == words)
        #expect(try desk.now.requests().map(\.standing) == [.stale(words)])
        _ = try desk.by("bo").perform(.decline(id), .plain)
        #expect(try desk.now.requests() == [])
    }

    @Test("is stale once a flag that it is about is defined anew")
    func staleDefinition() throws {
        let id = try ask(.startRollout(of: "picks", in: Self.aurora))
        var sample = Self.sample(["rollout start": ["count": 2, "roles": ["approver"]]])
        sample.change("picks", "rollout", ["value": ["c"], "schedule": "100@0d"])
        _ = try desk.by("di").perform(.apply(sample.definitions()), .plain)
        #expect(refusal(id, "bo")?.contains("aurora: picks definition, apply by di") == true)
    }

    @Test("is stale once it would change more than was asked for")
    func staleReach() throws {
        let id = try ask(.setFlag("spacing", to: "60", in: .all))
        var sample = Self.sample(["flag set": [:]])
        sample.apps["zen"] = sample.apps["minimal"]
        sample.changeApp("zen", "bundleID", "com.example.zen")
        sample.changeApp("zen", "urlScheme", "zen")
        _ = try desk.by("di").perform(.apply(sample.definitions()), .plain)
        #expect(
            refusal(id, "bo")
                == "request \(id) is stale; it would by now change more than was asked for: zen: flag spacing, "
                + "zen: override spacing, zen: rollout spacing; ask again, or decline it"
        )
    }

    @Test("expires, and is closed by the next tick")
    func expiry() throws {
        _ = try desk.now.perform(.kill(KillOrder(), in: Self.aurora), .plain)
        var lifting = ReleaseDesk.Order.plain
        lifting.liftsKills = true
        let ids = [try ask(setSpacing), try ask(.rollBack(to: 6, in: Self.aurora), lifting)]
        _ = desk.at(2)
        #expect(
            refusal(ids[1], "bo")
                == "request \(ids[1]) could be approved until 2026-12-01T02:00:00Z, and it is 2026-12-01T02:00:00Z: "
                + "ask again"
        )
        #expect(try desk.now.requests().map(\.standing) == [.waits("1 approval"), .expired])
        #expect(try desk.tick().map(\.id) == ["\(ids[1])"])
        let last = try #require(desk.lastChanges(1).first)
        #expect((last.action, last.actor) == ("request expired", "ana"))
        #expect(
            refusal(ids[1], "bo")?.hasPrefix("request \(ids[1]) waits no more since revision") == true
        )
        _ = desk.at(24)
        #expect(try desk.tick().map(\.result) == [.expired])
    }

    @Test("is closed by declining it, also by whoever asked")
    func declined() throws {
        let ids = [try ask(setSpacing), try ask(setSpacing)]
        #expect(try desk.by("bo").perform(.decline(ids[0]), .plain).notes[0].hasPrefix("declined request"))
        #expect(try desk.now.perform(.decline(ids[1]), .plain).notes[0].hasPrefix("withdrew request"))
        let unknown = #expect(throws: DeskError.self) { try approve(4711, "bo") }
        #expect(unknown == .unknown(what: "request", name: "4711", place: nil, known: []))
        #expect(try spacing == nil)
    }

    @Test("may have a time too: it is approved first, then waits")
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

    @Test("and a time is refused at it once what it is about has changed, and until then listed as stale")
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

    @Test("and a time is refused at it once it would change more than was approved")
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

    @Test("and a time goes on after a rollout's stages have come, and not after somebody has paused it")
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
        "and a time, which could not be made when it was asked for, is about what is set of its flag all the same",
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

    @Test("and a time, which could not be made when it was approved, lifts no kill that nobody saw")
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

    @Test(
        "is stale once the profile is another in which it would show dates, and not for one that shows none"
    )
    func staleDates() throws {
        for hasDates in [true, false] {
            var sample = Self.sample(["rollout start": [:]])
            if hasDates {
                guard case .object(var lock) = Sample.lock else { return }
                lock["dates"] = [["id": "day", "template": "yMMMd", "family": "accessoryRectangular"]]
                sample.changeApp("aurora", "widgets", ["Home": Sample.home, "Lock": .object(lock)])
            }
            _ = try desk.now.perform(.apply(sample.definitions()), .removing)
            let id = try ask(.startRollout(of: "enabled", in: Self.aurora))
            sample.changeApp("aurora", "locales", ["en", "ja", "ko"])
            _ = try desk.by("di").perform(.apply(sample.definitions()), .plain)
            if hasDates {
                #expect(refusal(id, "bo")?.contains("aurora: profile, apply by di") == true)
            } else {
                _ = try approve(id, "bo")
                #expect(try desk.rollout()?.state == .running)
            }
        }
    }

    @Test("is refused at its time when it was scheduled without the approval that it needs by then")
    func laterPolicy() throws {
        _ = try desk.now.perform(.apply(Sample().definitions()), .plain)
        _ = try desk.now.perform(setSpacing, ReleaseDesk.Order(at: Desk.moment(5)))
        _ = try desk.now.perform(.apply(Self.sample(["flag set": [:]]).definitions()), .plain)
        _ = desk.at(5)
        #expect(try desk.tick().map(\.refusal) == ["it needs 1 approval by now"])
    }

    @Test("is made with the next approval once no policy asks for more")
    func loosenedPolicy() throws {
        let id = try ask(.startRollout(of: "enabled", in: Self.aurora))
        _ = try desk.now.perform(.apply(Sample().definitions()), .plain)
        _ = try approve(id, "bo")
        #expect(try desk.rollout()?.state == .running)
    }

    @Test("is not asked for when it would be refused, or take away without leave")
    func refusedAtOnce() throws {
        let revision = try desk.revision
        #expect(throws: DeskError.self) {
            try desk.now.perform(.setFlag("spacing", to: "x", in: Self.aurora), .plain)
        }
        let target = Operation.startRollout(of: "target", in: Self.aurora)
        #expect(throws: DeskError.self) { try desk.now.perform(target, .plain) }
        #expect(try desk.revision == revision)
    }

    @Test("can be tried: neither asking nor approving in a dry run changes anything")
    func dryRun() throws {
        let revision = try desk.revision
        #expect(try desk.now.perform(setSpacing, .dryRun).waits == .approval(revision + 1))
        let id = try ask(setSpacing)
        let outcome = try desk.by("bo").perform(.approve(id), .dryRun)
        #expect(outcome.notes.last?.hasPrefix("aurora: spacing is 60 for everyone") == true)
        #expect(try desk.revision == id)
        #expect(try spacing == nil)
    }

    @Test("is made once by two who approve at the same time", arguments: [1, 2])
    func twoAtOnce(count: Int) throws {
        for round in 0..<10 {
            let value = "\(31 + round)"
            let sample = Self.sample(["flag set": ["count": .integer(Int64(count))]])
            _ = try desk.now.perform(.apply(sample.definitions()), .plain)
            let id = try ask(.setFlag("spacing", to: value, in: Self.aurora))
            let refusals = Mutex(0)
            DispatchQueue.concurrentPerform(iterations: 2) { place in
                do {
                    _ = try approve(id, place == 0 ? "bo" : "cy")
                } catch let error as DeskError where error.sort == .refused {
                    refusals.withLock { $0 += 1 }
                } catch {
                    Issue.record(error)
                }
            }
            #expect(refusals.withLock { $0 } == 2 - count)
            #expect("\(try spacing.map { "\($0)" } ?? "")" == value)
            #expect(try desk.store.history(HistoryFilter(kind: "override", after: id)).count == 1)
        }
    }
}
