import Definitions
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing

@Suite("A comparison of two revisions")
struct ComparisonTests {
    private let desk: Desk
    /// After the definitions.
    private let first: Int64

    /// An override, a running rollout and a kill in aurora, an hour each.
    init() throws {
        desk = try Desk.open()
        first = try desk.revision
        let aurora = AppSelection.named(["aurora"])
        _ = try desk.at(1).perform(.setFlag("spacing", to: "60", in: aurora), .plain)
        _ = try desk.at(2).perform(.startRollout(of: "enabled", in: aurora), .plain)
        _ = try desk.at(3).perform(.kill(KillOrder(widget: "Lock"), in: aurora), .plain)
    }

    private static let lines = [
        "aurora: enabled: a rollout, 1 %, running; 2 % at 2026-12-02T02:00:00Z, 100 % at 2026-12-07T02:00:00Z",
        "aurora: spacing: set to 60", "aurora: killed: Lock for everyone (by ana: because)",
    ]

    @Test("says what was done between them, in words and documents")
    func forwards() throws {
        let comparison = try desk.now.compare(first)
        #expect((comparison.from, comparison.to) == (first, first + 3))
        #expect(comparison.words == Self.lines)
        #expect(comparison.documents.map(\.key.kind) == ["kill", "override", "rollout"])
        #expect(comparison.documents.allSatisfy { $0.before == nil && $0.after != nil })
        #expect(try desk.now.compare(first, first + 1).words == [Self.lines[1]])
    }

    @Test("tells it the other way round when the later one comes first")
    func backwards() throws {
        let comparison = try desk.now.compare(first + 3, first)
        #expect(
            comparison.words == [
                "aurora: enabled: no rollout, instead of 1 %, running; 2 % at 2026-12-02T02:00:00Z, 100 % at "
                    + "2026-12-07T02:00:00Z",
                "aurora: spacing: no longer set to 60",
                "aurora: no longer killed: Lock for everyone (by ana: because)",
            ]
        )
        #expect(comparison.documents.allSatisfy { $0.before != nil && $0.after == nil })
    }

    @Test("has nothing to say of an app that is the same, and of a revision and itself")
    func same() throws {
        #expect(try desk.now.compare(first, in: .named(["minimal"])).documents == [])
        #expect(try desk.now.compare(first + 2, first + 2).words == [])
    }

    @Test("from zero has the apps as new, with what is live in them; to zero as gone")
    func zero() throws {
        #expect(
            try desk.now.compare(0).words
                == ["aurora: a new app with 4 flags"] + Self.lines + ["minimal: a new app with 4 flags"]
        )
        #expect(
            try desk.now.compare(first, 0).words == ["aurora: the app is gone", "minimal: the app is gone"]
        )
    }

    @Test("tells changes of definitions, and of an app that is gone by now")
    func definitions() throws {
        var sample = Sample()
        sample.change("spacing", "default", 45)
        sample.changeApp("aurora", "minimumOS", "18")
        sample.apps["minimal"] = nil
        _ = try desk.now.perform(.apply(sample.definitions()), .removing)
        #expect(
            try desk.now.compare(first + 3).words == [
                "aurora: minimum OS 17 to 18", "aurora: spacing: default 30 to 45",
                "minimal: the app is gone",
            ]
        )
        #expect(try desk.now.compare(first, first + 3, in: .named(["minimal"])).words == [])
    }

    @Test("is refused for revisions and apps that there are none of")
    func missing() throws {
        for (from, to) in [(99, nil), (first, 99), (-1, nil)] as [(Int64, Int64?)] {
            #expect(
                throws: DeskError.invalid(
                    "there is no revision \(from == first ? 99 : from); the last is \(first + 3)"
                )
            ) {
                try desk.now.compare(from, to)
            }
        }
        let error = #expect(throws: DeskError.self) { try desk.now.compare(first, in: .named(["auror"])) }
        #expect(error?.description.contains("did you mean \"aurora\"?") == true)
    }
}

@Suite("A change in full")
struct ChangeDetailTests {
    @Test("has what it did, its command, and what was live from then on")
    func show() throws {
        let desk = try Desk.open()
        let first = try desk.revision
        _ = try desk.at(1).perform(.setFlag("spacing", to: "60", in: .all), .plain)
        _ = try desk.at(2).perform(.kill(KillOrder(widget: "Lock"), in: .named(["aurora"])), .plain)
        _ = try desk.at(3).perform(.unsetFlag("spacing", in: .all), .plain)
        let kill = try desk.now.show(first + 3)
        #expect(kill.change == (try desk.store.read { try $0.change(first + 3) }))
        #expect(kill.last == first + 5)
        #expect(kill.command == first + 3...first + 3)
        #expect(kill.words == ["killed: Lock for everyone (by ana: because)"])
        #expect(kill.live == ["spacing: set to 60", "killed: Lock for everyone (by ana: because)"])
        #expect(try desk.now.show(first + 2).command == first + 1...first + 2)
        #expect(try desk.now.show(1).command == 1...first)
        #expect(try desk.now.show(first + 4).live == ["killed: Lock for everyone (by ana: because)"])
        for missing in [0, first + 6] as [Int64] {
            #expect(throws: DeskError.invalid("there is no revision \(missing); the last is \(first + 5)")) {
                try desk.now.show(missing)
            }
        }
    }

    @Test("finds the whole of a command that made more changes than are read at a time")
    func longCommand() throws {
        let desk = try Desk()
        for actor in ["a", "b", "c"] {
            let author = Author(actor: actor, millisecondsSince1970: 0, action: "apply", reason: "")
            _ = try desk.store.change(by: author) { editor in
                for number in 0..<450 {
                    _ = try editor.set(StateKey(app: "x", kind: "flag", name: "\(actor)\(number)"), to: "{}")
                }
            }
        }
        #expect(try desk.now.show(700).command == 451...900)
    }
}
