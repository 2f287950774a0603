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
struct ApprovalTests: ApprovalSetup {
    let desk: Desk

    init() throws { desk = try Desk.approving() }

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
