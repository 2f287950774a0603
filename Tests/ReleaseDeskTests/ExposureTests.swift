import Definitions
import LiveState
import ReleaseDesk
import Rollout
import StrictJSON
import Testing

/// In aurora `enabled` gates both widgets, and is rolled out to 1 % at hour 0; in minimal it gates one, and is not.
@Suite("What an operation would show to more people")
struct ExposureTests {
    private let desk: Desk
    private static let aurora = AppSelection.named(["aurora"])

    init() throws {
        desk = try Desk.open()
        _ = try desk.now.perform(.startRollout(of: "enabled", in: Self.aurora), .plain)
    }

    /// "aurora Home", and so on.
    private func shown(_ operation: Operation, _ order: ReleaseDesk.Order = .plain) throws -> [String] {
        try desk.now.exposures(by: operation, order).flatMap { exposure in
            exposure.widgets.map { "\(exposure.state.profile.id) \($0.widget.kind)" }
        }
    }

    private static let both = ["aurora Home", "aurora Lock"]

    @Test(
        "is told of what gives more",
        arguments: [
            (Operation.completeRollout(of: "enabled", in: aurora), both),
            (.completeRollout(of: "enabled", in: .all), both),
            (.setRollout(of: "enabled", to: .all, in: aurora), both),
            (.setFlag("enabled", to: "true", in: aurora), both),
            (.setFlag("enabled", to: "true", in: .all), both + ["minimal Home"]),
            (.startRollout(of: "enabled", in: .named(["minimal"])), ["minimal Home"]),
            // Nothing of it is there yet, and its time travels to the clients.
            (.startRollout(of: "enabled", in: .named(["minimal"]), at: Desk.moment(99)), ["minimal Home"]),
            // What gates nothing, gives less, or is for what silences.
            (.setFlag("spacing", to: "60", in: .all), []), (.setFlag("enabled", to: "false", in: .all), []),
            (.pauseRollout(of: "enabled", in: aurora), []), (.haltRollout(of: "enabled", in: aurora), []),
            (.unsetFlag("enabled", in: .all), []), (.kill(KillOrder(), in: .all), []),
        ] as [(Operation, [String])]
    )
    func more(_ operation: Operation, _ expected: [String]) throws {
        #expect(try shown(operation) == expected)
    }

    @Test("is a pause's end, and a share above the one it was held at, but none below")
    func held() throws {
        _ = try desk.at(48).perform(.pauseRollout(of: "enabled", in: Self.aurora), .plain)
        #expect(try shown(.resumeRollout(of: "enabled", in: Self.aurora)) == Self.both)
        // Two days on, 5 %.
        #expect(try shown(.setRollout(of: "enabled", to: Percent(6), in: Self.aurora)) == Self.both)
        for percent in [1, 5] {
            #expect(
                try shown(.setRollout(of: "enabled", to: Percent(Double(percent)), in: Self.aurora)) == []
            )
        }
    }

    @Test("is what an override hides, when that is taken back")
    func unset() throws {
        _ = try desk.now.perform(.setFlag("enabled", to: "false", in: Self.aurora), .removing)
        #expect(try shown(.unsetFlag("enabled", in: Self.aurora)) == Self.both)
        _ = try desk.now.perform(.haltRollout(of: "enabled", in: Self.aurora), .plain)
        // Testers have it by a rule.
        #expect(try shown(.unsetFlag("enabled", in: Self.aurora)) == Self.both)
        #expect(try shown(.unsetFlag("enabled", in: .named(["minimal"]))) == [])
    }

    @Test("is what a rollback gives back, be it by a flag or by a kill that it lifts")
    func rollback() throws {
        let start = try desk.revision
        _ = try desk.now.perform(.haltRollout(of: "enabled", in: Self.aurora), .plain)
        let halted = try desk.revision
        #expect(try shown(.rollBack(to: start)) == Self.both)
        _ = try desk.now.perform(.kill(KillOrder(widget: "Lock"), in: Self.aurora), .plain)
        #expect(try shown(.rollBack(to: halted)) == ["aurora Lock"])
        #expect(try shown(.rollBack(to: halted - 2)) == ["aurora Lock"])
        #expect(try shown(.rollBack(to: try desk.revision)) == [])
    }

    @Test("is all that waits for a flag through others, when what they wait for is given")
    func prerequisite() throws {
        var sample = Sample()
        sample.change("enabled", "prerequisites", [["flag": "spacing", "value": 60]])
        _ = try desk.now.perform(.apply(sample.definitions()), .removing)
        #expect(try shown(.setFlag("spacing", to: "60", in: Self.aurora)) == Self.both)
        #expect(try shown(.setFlag("spacing", to: "90", in: Self.aurora)) == [])
    }

    @Test("is all that its flag gates where it waits for its time")
    func later() throws {
        let later = ReleaseDesk.Order(at: Desk.moment(9))
        let resume = Operation.resumeRollout(of: "enabled", in: .named(["minimal"]))
        #expect(try shown(resume, later) == ["minimal Home"])
        #expect(try shown(.resumeRollout(of: "spacing", in: .named(["minimal"])), later) == [])
        // No more than now, and perhaps more than then.
        let less = try Operation.setRollout(of: "enabled", to: Percent(0.5), in: Self.aurora)
        #expect(try shown(less) == [])
        #expect(try shown(less, later) == Self.both)
        #expect(try shown(.kill(KillOrder(), in: .all), later) == [])
        #expect(throws: DeskError.self) { try shown(resume) }
        #expect(throws: DeskError.self) { try shown(.setFlag("enabeld", to: "true", in: .all), later) }
    }
}
