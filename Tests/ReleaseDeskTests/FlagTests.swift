import Definitions
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing
import TestSupport

@Suite("Overrides at the desk")
struct FlagTests {
    let desk: Desk

    init() throws {
        desk = try Desk.open()
    }

    @Test("say whom they reach, and stand in place of rules and rollout")
    func set() throws {
        let outcome = try desk.now.perform(.setFlag("enabled", to: "true", in: .named(["aurora"])), .plain)
        #expect(
            outcome.notes == [
                "aurora: enabled is true for everyone, instead of its rules and rollout; adds up to 100 % of installations; "
                    + "the rules \"testers\" give true to some of them already"
            ]
        )
        let decision = try desk.state().configuration().decide(
            FlagKey("enabled"),
            for: Context(),
            at: Desk.moment(0)
        )
        #expect(decision?.value == .boolean(true))
        #expect(
            try desk.now.perform(.setFlag("enabled", to: "true", in: .named(["aurora"])), .plain).changes
                .isEmpty
        )
        #expect(
            try desk.now.perform(.setFlag("enabled", to: "false", in: .named(["aurora"])), .removing).notes
                == [
                    "aurora: enabled is false for everyone, instead of true; removes 100 % of installations"
                ]
        )
    }

    @Test(
        "take values of the flag's type, and refuse others",
        arguments: [
            ("spacing", "60", "60"), ("spacing", "6e1", nil), ("spacing", "sixty", nil),
            ("enabled", "1", nil),
            ("target", "wallpaper", "\"wallpaper\""), ("target", "\"wallpaper\"", "\"wallpaper\""),
            ("target", "60", "\"60\""), ("target", "", "\"\""),
            ("picks", #"{"b":1,"a":[null]}"#, #"{"a":[null],"b":1}"#),
            ("picks", "{", nil),
        ]
    )
    func values(_ flag: String, _ text: String, _ value: String?) throws {
        guard let value else {
            let error = #expect(throws: DeskError.self) {
                try desk.now.perform(.setFlag(flag, to: text, in: .all), .plain)
            }
            guard case .invalid = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            return
        }
        _ = try desk.now.perform(.setFlag(flag, to: text, in: .all), .plain)
        #expect(try desk.state("minimal").overrides[FlagKey(flag)]?.description == value)
    }

    @Test("over a rollout that would lose by it need leave, in every app or in none")
    func removal() throws {
        _ = try desk.now.perform(.startRollout(of: "enabled", in: .named(["minimal"])), .plain)
        let before = try desk.revision
        #expect(
            throws: DeskError.wouldRemove([
                "aurora: enabled: installations that the rule \"testers\" matches would lose true",
                "minimal: enabled would go from 1 % to 0 % of installations",
                "minimal: enabled: installations that the rule \"testers\" matches would lose true",
            ])
        ) { try desk.now.perform(.setFlag("enabled", to: "false", in: .all), .plain) }
        #expect(try desk.revision == before)
        #expect(try desk.state().overrides.isEmpty)
        #expect(try desk.now.perform(.setFlag("enabled", to: "true", in: .all), .plain).changes.count == 2)
        // What the rollout gave, everyone has now, and would lose.
        #expect(throws: DeskError.self) {
            try desk.now.perform(.setFlag("enabled", to: "false", in: .all), .plain)
        }
        #expect(
            try desk.now.perform(.setFlag("enabled", to: "false", in: .all), .removing).changes.count == 2
        )
    }

    @Test("taken back need leave where some had true by them alone, and warn of other values")
    func unset() throws {
        _ = try desk.now.perform(
            .setRollout(of: "enabled", to: Percent(parsing: "5"), in: .named(["aurora"])),
            .plain
        )
        _ = try desk.now.perform(.setFlag("enabled", to: "true", in: .named(["aurora"])), .plain)
        #expect(
            throws: DeskError.wouldRemove(["aurora: enabled would go from 100 % to 5 % of installations"])
        ) { try desk.now.perform(.unsetFlag("enabled", in: .all), .plain) }
        let outcome = try desk.now.perform(.unsetFlag("enabled", in: .all), .removing)
        #expect(
            outcome.notes == [
                "aurora: enabled follows its rules and rollout again, instead of true; removes 95 % of installations",
                "minimal: enabled has no override",
            ]
        )
        _ = try desk.now.perform(.setFlag("spacing", to: "60", in: .named(["aurora"])), .plain)
        #expect(
            try desk.now.perform(.unsetFlag("spacing", in: .all), .plain).warnings == [
                "aurora: 100 % of installations lose 60 for spacing, unless a rule gives it to them"
            ]
        )
        #expect(try desk.now.perform(.unsetFlag("enabled", in: .all), .plain).changes.isEmpty)
    }

    @Test("warn of what keeps them from everyone")
    func hindrances() throws {
        let outcome = try desk.now.perform(.setFlag("target", to: "x", in: .named(["aurora"])), .plain)
        #expect(outcome.notes.first?.hasSuffix("; changes it for 100 % of installations") == true)
        #expect(
            outcome.warnings == [
                "aurora: target gives its default wherever enabled is not true, which is its prerequisite"
            ]
        )
    }
}

@Suite("Texts that people and programs hand to the desk")
struct HostileTextTests {
    let desk: Desk

    init() throws {
        desk = try Desk.open()
    }

    @Test(
        "come back as they were, whatever they hold",
        arguments: [
            "line\nline", "\u{1B}]0;title\u{7}\u{1B}[2J", "\u{0}", "a\u{0}b", "\u{202E}abc",
            "'; DROP TABLE changes; --",
            "\u{FFFD}", Shown(String(repeating: "é", count: 500)), "\"}{", "",
        ] as [Shown<String>]
    )
    func reasons(_ shown: Shown<String>) throws {
        let text = shown.value
        _ = try desk.now.perform(.kill(KillOrder(), in: .named(["aurora"])), ReleaseDesk.Order(reason: text))
        #expect(try desk.state().kills.first?.record.reason == text)
        #expect(try desk.now.history(limit: 1).changes.first?.reason == text)
        #expect(
            try desk.now.perform(.restore(KillOrder(), everyScope: false, in: .all), .plain).changes.count
                == 1
        )
    }

    @Test("that are too long are refused, and nothing is changed")
    func limits() throws {
        let long = String(repeating: "x", count: 1 << 20)
        #expect(throws: DeskError.invalid("the reason has 1048576 bytes; at most 1000 are kept")) {
            try desk.now.perform(.kill(KillOrder(), in: .all), ReleaseDesk.Order(reason: long))
        }
        #expect(throws: DeskError.invalid("the actor has 1048576 bytes; at most 128 are kept")) {
            try desk.by(long).perform(.kill(KillOrder(), in: .all), .plain)
        }
        #expect(throws: DeskError.invalid("the value for target has 1048576 bytes; at most 16384 may be set"))
        {
            try desk.now.perform(.setFlag("target", to: long, in: .all), .plain)
        }
        #expect(try desk.revision == 10)
    }

    @Test("that nest a value deeper than can be read back are refused, and nothing is changed")
    func depth() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        #expect(throws: DeskError.invalid("picks: a value nested deeper than 32 levels")) {
            try desk.now.perform(.setFlag("picks", to: nested(33), in: .all), .plain)
        }
        #expect(try desk.revision == 10)
        #expect(
            try desk.now.perform(.setFlag("picks", to: nested(32), in: .all), .removing).changes.count == 2
        )
    }

    @Test("do not leave the actor without a name", arguments: ["", " ", "\n\t"])
    func emptyActor(_ name: String) throws {
        #expect(throws: DeskError.invalid("the actor must have a name")) {
            try desk.by(name).perform(.kill(KillOrder(), in: .all), .plain)
        }
    }
}

@Suite("What the log says")
struct HistoryTests {
    @Test("names every change with what it came to")
    func subjects() throws {
        let desk = try Desk.open()
        _ = try desk.now.perform(.startRollout(of: "enabled", in: .named(["aurora"])), .plain)
        _ = try desk.at(1).perform(
            .setRollout(
                of: "enabled",
                to: Percent(parsing: "20"),
                in: .named(["aurora"])
            ),
            .plain
        )
        _ = try desk.at(2).perform(.haltRollout(of: "enabled", in: .named(["aurora"])), .plain)
        _ = try desk.at(3).perform(.setFlag("spacing", to: "60", in: .named(["aurora"])), .plain)
        _ = try desk.at(4).perform(.unsetFlag("spacing", in: .named(["aurora"])), .plain)
        _ = try desk.at(5).perform(.kill(KillOrder(widget: "Home"), in: .named(["aurora"])), .plain)
        _ = try desk.at(6).perform(
            .restore(
                KillOrder(widget: "Home"),
                everyScope: false,
                in: .named(["aurora"])
            ),
            .plain
        )
        #expect(
            try desk.now.history(HistoryFilter(app: "aurora"), limit: 20).changes.reversed().map {
                "\($0.action): \($0.subject)"
            } == [
                "apply: profile", "apply: enabled definition", "apply: picks definition",
                "apply: spacing definition", "apply: target definition",
                "rollout start: enabled 1 %, running",
                "rollout set: enabled 20 %, paused", "rollout halt: enabled 0 %, halted",
                "flag set: spacing 60",
                "flag unset: spacing without override", "kill: Home for everyone",
                "restore: Home for everyone",
            ]
        )
        #expect(throws: DeskError.self) { try desk.now.history(HistoryFilter(app: "aurorra"), limit: 20) }
    }
}
