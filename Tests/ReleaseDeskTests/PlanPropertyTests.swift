import Definitions
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing
import TestSupport

@Suite("A dry run")
struct PlanPropertyTests {
    /// Definitions with some of their parts changed at random.
    private func sample(_ random: inout SeededGenerator) -> Sample {
        var sample = Sample()
        func chance() -> Bool { Int.random(in: 0..<3, using: &random) == 0 }
        if chance() { sample.change("enabled", "default", true) }
        if chance() { sample.change("enabled", "status", "off") }
        if chance() { sample.change("enabled", "rules", nil) }
        if chance() { sample.change("spacing", "default", 60) }
        if chance() { sample.flags["spacing"] = nil }
        if chance() { sample.change("picks", "default", ["z"]) }
        if chance() { sample.change("picks", "rollout", nil) }
        if chance() { sample.change("target", "prerequisites", nil) }
        if chance() { sample.change("target", "rules", [["name": "all", "value": "x"]]) }
        if chance() { sample.apps["minimal"] = nil }
        if chance() { sample.changeApp("aurora", "widgets", ["Home": Sample.home]) }
        if chance() { sample.flags["extra"] = Sample().flags["spacing"] }
        return sample
    }

    /// Live state at random; what is refused is not of interest here.
    private func live(_ desk: ReleaseDesk, _ random: inout SeededGenerator) throws {
        let flags = ["enabled", "spacing", "target", "picks"]
        for _ in 0..<4 {
            let flag = flags[Int.random(in: 0..<4, using: &random)]
            let outcome = try? Result {
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    try desk.perform(
                        .setFlag(flag, to: flag == "enabled" ? "true" : "90", in: .all),
                        .removing
                    )
                case 1: try desk.perform(.startRollout(of: flag, in: .all), .removing)
                case 2: try desk.perform(.kill(KillOrder(flag: flag), in: .all), .plain)
                default:
                    try desk.perform(.setRollout(of: flag, to: Percent(parsing: "40"), in: .all), .removing)
                }
            }.get()
            #expect(outcome?.isDryRun != true)
        }
    }

    @Test(
        "says what the real one then does, changes nothing itself, and leaves nothing to do after it",
        arguments: 0..<60 as Range<UInt64>
    )
    func plan(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let desk = try Desk.open(sample(&random))
        try live(desk.at(1), &random)
        let target = try sample(&random).definitions()
        let before = try desk.revision
        let state = try desk.now.states(of: .all)

        var order = ReleaseDesk.Order.dryRun
        order.allowsRemoval = true
        let planned = try desk.at(30).perform(.apply(target), order)
        #expect(try desk.revision == before)
        #expect(try desk.now.states(of: .all) == state)

        let applied = try desk.now.perform(.apply(target), .removing)
        #expect(planned.notes == applied.notes)
        #expect(planned.warnings == applied.warnings)
        #expect(planned.changes == applied.changes)
        #expect(applied.isDryRun == false && planned.isDryRun)
        #expect(
            applied.changes.isEmpty == applied.notes.isEmpty,
            "a change without a word, or a word without one"
        )

        #expect(try desk.now.perform(.apply(target), .plain).changes.isEmpty)
        // What stands in the store now is what a fresh store would have, but for what is live.
        let fresh = try Desk()
        _ = try fresh.now.perform(.apply(target), .plain)
        let (now, expected) = (try desk.now.states(of: .all), try fresh.now.states(of: .all))
        #expect(now.map(\.profile) == expected.map(\.profile))
        #expect(now.map(\.definitions) == expected.map(\.definitions))
    }

    @Test("of every operation says the same as the real one and changes nothing")
    func operations() throws {
        let desk = try Desk.open()
        let operations: [@Sendable (ReleaseDesk.Order) throws -> Outcome] = [
            { try desk.now.perform(.startRollout(of: "enabled", in: .all), $0) },
            { try desk.at(1).perform(.pauseRollout(of: "enabled", in: .all), $0) },
            { try desk.at(2).perform(.setRollout(of: "enabled", to: Percent(parsing: "30"), in: .all), $0) },
            { try desk.at(3).perform(.resumeRollout(of: "enabled", in: .all), $0) },
            { try desk.at(4).perform(.completeRollout(of: "enabled", in: .all), $0) },
            { try desk.at(5).perform(.haltRollout(of: "enabled", in: .all), $0) },
            { try desk.at(6).perform(.setFlag("spacing", to: "60", in: .all), $0) },
            { try desk.at(7).perform(.unsetFlag("spacing", in: .all), $0) },
            { try desk.at(8).perform(.kill(KillOrder(widget: "Lock"), in: .all), $0) },
            { try desk.at(9).perform(.restore(KillOrder(widget: "Lock"), everyScope: false, in: .all), $0) },
        ]
        for operation in operations {
            let before = try desk.revision
            let planned = try operation(.dryRun)
            #expect(try desk.revision == before)
            let done = try operation(.plain)
            #expect(planned.notes == done.notes)
            #expect(planned.warnings == done.warnings)
            #expect(planned.changes == done.changes)
            #expect(done.revision == (try desk.revision))
            #expect(done.changes.allSatisfy { $0.actor == "ana" && $0.reason == "because" })
        }
    }
}
