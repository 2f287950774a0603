import Definitions
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing
import TestSupport

@Suite("A rollback")
struct RollbackTests {
    private static let lock = KillOrder(widget: "Lock")
    private static let both = AppSelection.named(["aurora", "minimal"])

    private func texts(_ desk: Desk, _ app: String = "aurora") throws -> [StateKey: String] {
        let documents = try desk.store.read { try $0.documents(app: app) }
        return Dictionary(documents.map { ($0.key, $0.text) }) { first, _ in first }
    }

    @Test("brings overrides and rollouts back, as a new change that says which revision")
    func back() throws {
        let desk = try Desk.open()
        _ = try desk.now.perform(.setFlag("spacing", to: "60", in: Self.both), .plain)
        _ = try desk.now.perform(.setRollout(of: "enabled", to: Percent(5), in: Self.both), .plain)
        let revision = try desk.revision
        let (aurora, minimal) = (try texts(desk), try texts(desk, "minimal"))
        _ = try desk.at(1).perform(.setFlag("spacing", to: "90", in: Self.both), .plain)
        _ = try desk.now.perform(.setFlag("target", to: "page", in: Self.both), .plain)
        _ = try desk.now.perform(.unsetFlag("spacing", in: .named(["minimal"])), .plain)
        _ = try desk.now.perform(.completeRollout(of: "enabled", in: Self.both), .plain)

        let outcome = try desk.at(2).perform(.rollBack(to: revision), .removing)
        #expect(try texts(desk) == aurora)
        #expect(try texts(desk, "minimal") == minimal)
        #expect(outcome.changes.map(\.action) == Array(repeating: "rollback", count: 6))
        #expect(Set(outcome.changes.map(\.reason)) == ["to revision \(revision): because"])
        #expect(
            outcome.notes == [
                "aurora: enabled: 100 %, completed to 5 %, paused; waiting: 10 %, 20 %, 50 %, 100 %",
                "aurora: spacing: set to 60 instead of 90", "aurora: target: no longer set to \"page\"",
                "minimal: enabled: 100 %, completed to 5 %, paused; waiting: 10 %, 20 %, 50 %, 100 %",
                "minimal: spacing: set to 60", "minimal: target: no longer set to \"page\"",
            ]
        )
        #expect(outcome.warnings == [])
        #expect(try desk.now.perform(.rollBack(to: revision), .plain).changes == [])
        // It can be rolled back itself.
        _ = try desk.now.perform(.rollBack(to: outcome.changes[0].revision - 1), .removing)
        #expect(try desk.state().overrides[FlagKey("spacing")] == .integer(90))
    }

    @Test("touches no app but those that are named")
    func oneApp() throws {
        let desk = try Desk.open()
        let revision = try desk.revision
        _ = try desk.now.perform(.setFlag("spacing", to: "60", in: Self.both), .plain)
        let minimal = try texts(desk, "minimal")
        let outcome = try desk.now.perform(.rollBack(to: revision, in: .named(["aurora"])), .plain)
        #expect(outcome.changes.map(\.key.app) == ["aurora"])
        #expect(try texts(desk, "minimal") == minimal)
    }

    @Test("takes from installations what they have only with leave, and a dry run says what")
    func removal() throws {
        let desk = try Desk.open()
        _ = try desk.now.perform(.setRollout(of: "enabled", to: Percent(5), in: .named(["aurora"])), .plain)
        let revision = try desk.revision
        _ = try desk.now.perform(.completeRollout(of: "enabled", in: .named(["aurora"])), .plain)
        let removals = ["aurora: enabled would go from 100 % to 5 % of installations"]
        #expect(throws: DeskError.wouldRemove(removals)) {
            try desk.now.perform(.rollBack(to: revision), .plain)
        }
        let dry = try desk.now.perform(.rollBack(to: revision), .dryRun)
        #expect(dry.refusedRemovals == removals)
        #expect(dry.changes.count == 1)
        #expect(try desk.rollout()?.percent(at: Desk.moment(0)) == .all)
    }

    @Test("lifts a kill only with leave, and brings back one that was lifted without")
    func kills() throws {
        let desk = try Desk.open()
        _ = try desk.now.perform(.kill(Self.lock, in: .named(["aurora"])), ReleaseDesk.Order(reason: "dates"))
        let revision = try desk.revision
        _ = try desk.now.perform(.restore(Self.lock, everyScope: false, in: .named(["aurora"])), .plain)
        _ = try desk.by("bo").perform(.kill(KillOrder(flag: "enabled"), in: .named(["aurora"])), .plain)
        let lifts = ["aurora: flag enabled for everyone (revision \(revision + 2) by bo: because)"]
        for order in [ReleaseDesk.Order.plain, .removing] {
            #expect(throws: DeskError.wouldLift(lifts, removals: [])) {
                try desk.now.perform(.rollBack(to: revision), order)
            }
        }
        let dry = try desk.now.perform(.rollBack(to: revision), .dryRun)
        #expect(dry.refusedLifts == lifts)
        #expect(dry.refusal == .wouldLift(lifts, removals: []))
        #expect(try desk.revision == revision + 2)

        let outcome = try desk.now.perform(.rollBack(to: revision), ReleaseDesk.Order(liftsKills: true))
        #expect(
            outcome.notes == [
                "aurora: killed: Lock for everyone (by ana: dates)",
                "aurora: no longer killed: flag enabled for everyone (by bo: because)",
                "minimal: live as at revision \(revision) already",
            ]
        )
        #expect(try desk.state().kills.map(\.record.target) == [.widget(WidgetKind("Lock"))])
    }

    @Test("leaves a kill that is in force then and now with who made it last, and why")
    func sameKill() throws {
        let desk = try Desk.open()
        _ = try desk.now.perform(.kill(Self.lock, in: .named(["aurora"])), ReleaseDesk.Order(reason: "dates"))
        let revision = try desk.revision
        _ = try desk.now.perform(.restore(Self.lock, everyScope: false, in: .named(["aurora"])), .plain)
        _ = try desk.by("bo").perform(
            .kill(Self.lock, in: .named(["aurora"])),
            ReleaseDesk.Order(reason: "again")
        )
        #expect(try desk.now.perform(.rollBack(to: revision), .plain).changes == [])
        #expect(try desk.state().kills.map(\.record.reason) == ["again"])
    }

    @Test("names what it would take away beside the kills that it would lift")
    func both() throws {
        let desk = try Desk.open()
        let revision = try desk.revision
        _ = try desk.now.perform(.setRollout(of: "enabled", to: Percent(5), in: .named(["aurora"])), .plain)
        _ = try desk.now.perform(.kill(Self.lock, in: .named(["aurora"])), .plain)
        let error = #expect(throws: DeskError.self) { try desk.now.perform(.rollBack(to: revision), .plain) }
        #expect(
            error?.description == """
                this would lift kills:
                  aurora: Lock for everyone (revision \(revision + 2) by ana: because)
                add --lift-kills if that is meant
                this would take away what installations have:
                  aurora: enabled would go from 5 % to 0 % of installations
                add --allow-removal if that is meant
                """
        )
    }

    @Test("lets a rollout that was running go on as if nothing had happened, and says where that is")
    func stages() throws {
        let desk = try Desk.open()
        _ = try desk.now.perform(.startRollout(of: "enabled", in: .named(["aurora"])), .plain)
        let revision = try desk.revision
        _ = try desk.at(30).perform(.haltRollout(of: "enabled", in: .named(["aurora"])), .plain)
        let outcome = try desk.at(5 * 24).perform(.rollBack(to: revision, in: .named(["aurora"])), .plain)
        #expect(try desk.rollout()?.percent(at: Desk.moment(5 * 24)) == Percent(50))
        #expect(
            outcome.notes == [
                "aurora: enabled: 0 %, halted to 50 %, running; 100 % at 2026-12-07T00:00:00Z"
            ]
        )
        #expect(
            outcome.warnings == [
                "aurora: enabled was at 1 % at revision \(revision), and its stages went on: it is at 50 % now; "
                    + "`widgetctl rollout set` moves it"
            ]
        )
    }

    @Test("says when the revision is the middle of a command")
    func middle() throws {
        let desk = try Desk.open()
        let before = try desk.revision
        _ = try desk.at(1).perform(.setFlag("spacing", to: "60", in: Self.both), .plain)
        _ = try desk.at(2).perform(.setFlag("spacing", to: "90", in: Self.both), .plain)
        let outcome = try desk.now.perform(.rollBack(to: before + 1), .plain)
        #expect(
            outcome.warnings == [
                "revision \(before + 1) lies within one command, which made \(before + 1) to \(before + 2): "
                    + "\(before + 2) has it whole, \(before) is before it"
            ]
        )
    }
}

@Suite("A rollback past a change of definitions")
struct RollbackDefinitionTests {
    private let desk: Desk
    private let revision: Int64

    /// An override and a rollout in both apps.
    init() throws {
        desk = try Desk.open()
        let both = AppSelection.named(["aurora", "minimal"])
        _ = try desk.now.perform(.setFlag("spacing", to: "60", in: both), .plain)
        _ = try desk.now.perform(.setRollout(of: "enabled", to: Percent(5), in: both), .plain)
        revision = try desk.revision
    }

    private func apply(_ change: (inout Sample) -> Void) throws {
        var sample = Sample()
        change(&sample)
        _ = try desk.at(1).perform(.apply(sample.definitions()), .removing)
    }

    @Test("keeps the new definitions, and says what is different")
    func changed() throws {
        try apply { $0.change("spacing", "default", 45) }
        _ = try desk.now.perform(.unsetFlag("spacing", in: .all), .plain)
        let outcome = try desk.now.perform(.rollBack(to: revision), .plain)
        #expect(outcome.notes == ["aurora: spacing: set to 60", "minimal: spacing: set to 60"])
        #expect(
            outcome.warnings
                == ["aurora", "minimal"].map {
                    "\($0): its definitions have changed since and stay as they are: spacing: default 30 to 45"
                }
        )
        #expect(try desk.state().definition(FlagKey("spacing"))?.defaultValue == .integer(45))
    }

    @Test("is refused where a flag is gone that something was live of, with what to do; nothing is touched")
    func gone() throws {
        try apply {
            $0.flags["spacing"] = nil
            $0.flags["other"] = [
                "kind": "permission", "type": "boolean", "description": "d", "default": false,
            ]
        }
        let before = try desk.revision
        let error = #expect(throws: DeskError.self) {
            try desk.now.perform(.rollBack(to: revision), .removing)
        }
        let lines = ["aurora", "minimal"].map {
            "\($0): spacing was set to 60 at revision \(revision), and the flag is gone since; bring Flags/spacing.json "
                + "back with `widgetctl apply`, or roll back other apps with --app"
        }
        #expect(error == .refused(lines.joined(separator: "\n")))
        #expect(try desk.revision == before)
        // A flag of which nothing was live then is no hindrance.
        let first = try desk.now.perform(.rollBack(to: revision - 4), .removing)
        #expect(first.changes.map(\.key.kind) == ["rollout", "rollout"])
    }

    @Test("is refused where a flag has another type since")
    func type() throws {
        try apply {
            $0.change("spacing", "type", "string")
            $0.change("spacing", "default", "short")
        }
        let error = #expect(throws: DeskError.self) {
            try desk.now.perform(.rollBack(to: revision, in: .named(["aurora"])), .plain)
        }
        #expect(
            error
                == .refused(
                    "aurora: spacing was set to 60 at revision \(revision), when its type was integer, and it is string now; "
                        + "bring the definition back with `widgetctl apply`, or roll back other apps with --app"
                )
        )
    }

    @Test("passes over an app that is new since, and is refused for it by name")
    func newApp() throws {
        try apply {
            $0.apps["zen"] = $0.apps["minimal"]
            $0.changeApp("zen", "bundleID", "com.example.zen")
            $0.changeApp("zen", "appGroup", "group.com.example.zen")
            $0.changeApp("zen", "urlScheme", "zen")
        }
        let outcome = try desk.now.perform(.rollBack(to: revision), .plain)
        #expect(outcome.warnings == ["passed over: zen was not there at revision \(revision)"])
        #expect(throws: DeskError.refused("zen was not there at revision \(revision)")) {
            try desk.now.perform(.rollBack(to: revision, in: .named(["zen"])), .plain)
        }
    }

    @Test("leaves alone an app that is gone since, and does not know it by name")
    func goneApp() throws {
        try apply { $0.apps["minimal"] = nil }
        let outcome = try desk.now.perform(.rollBack(to: revision), .plain)
        #expect(outcome.notes == ["aurora: live as at revision \(revision) already"])
        #expect(throws: DeskError.self) {
            try desk.now.perform(.rollBack(to: revision, in: .named(["minimal"])), .plain)
        }
    }

    @Test("brings back a kill of a widget that is gone, and says that it silences nothing")
    func goneWidget() throws {
        let lock = KillOrder(widget: "Lock")
        _ = try desk.now.perform(.kill(lock, in: .named(["aurora"])), .plain)
        let killed = try desk.revision
        _ = try desk.now.perform(.restore(lock, everyScope: false, in: .named(["aurora"])), .plain)
        try apply { $0.changeApp("aurora", "widgets", ["Home": Sample.home]) }
        let outcome = try desk.now.perform(.rollBack(to: killed, in: .named(["aurora"])), .plain)
        #expect(
            outcome.warnings.contains(
                "aurora: the kill of Lock silences nothing: the definitions no longer have it"
            )
        )
        #expect(try desk.state().kills.count == 1)
    }

    @Test(
        "to a revision that does not exist is refused, and says which is the last",
        arguments: [-1, 0, 1_000, .max] as [Int64]
    )
    func missing(revision: Int64) throws {
        let last = try desk.revision
        #expect(throws: DeskError.invalid("there is no revision \(revision); the last is \(last)")) {
            try desk.now.perform(.rollBack(to: revision), .plain)
        }
    }

    @Test(
        "whatever was done, brings every live document back to the byte",
        arguments: 1...5 as ClosedRange<UInt64>
    )
    func anything(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var states: [Int64: [StateKey: String]] = [:]
        let allowed = ReleaseDesk.Order(allowsRemoval: true, liftsKills: true)
        for hour in 1...25 as ClosedRange<Int64> {
            let now = desk.at(hour)
            let apps =
                [AppSelection.all, .named(["aurora"]), .named(["minimal"])].randomElement(using: &random)
                ?? .all
            let home = KillOrder(widget: "Home")
            // What is refused as things stand is as good a step as any.
            switch Int.random(in: 0..<7, using: &random) {
            case 0: _ = try now.perform(.setFlag("spacing", to: "\(hour)", in: apps), allowed)
            case 1: _ = try now.perform(.unsetFlag("spacing", in: apps), allowed)
            case 2:
                _ = try? now.perform(.setRollout(of: "enabled", to: Percent(Double(hour)), in: apps), allowed)
            case 3: _ = try? now.perform(.haltRollout(of: "enabled", in: apps), allowed)
            case 4: _ = try? now.perform(.startRollout(of: "picks", in: apps), allowed)
            case 5: _ = try now.perform(.kill(home, in: apps), allowed)
            default: _ = try? now.perform(.restore(home, everyScope: true, in: apps), allowed)
            }
            states[try desk.revision] = try live()
        }
        for (revision, expected) in states.shuffled(using: &random) {
            _ = try desk.now.perform(.rollBack(to: revision), allowed)
            let found = try live()
            #expect(found.keys == expected.keys, "\(random) revision \(revision)")
            for (key, text) in expected where key.kind != "kill" {
                #expect(found[key] == text, "\(random) revision \(revision)")
            }
        }
    }

    /// The documents of live state in both apps.
    private func live() throws -> [StateKey: String] {
        try desk.store.read { reader in
            let documents = try ["aurora", "minimal"].flatMap { try reader.documents(app: $0) }
            let live = documents.filter { ["override", "rollout", "kill"].contains($0.key.kind) }
            return Dictionary(live.map { ($0.key, $0.text) }) { first, _ in first }
        }
    }
}
