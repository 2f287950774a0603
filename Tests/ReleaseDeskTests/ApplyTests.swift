import Definitions
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing

@Suite("Definitions applied at the desk")
struct ApplyTests {
    let desk: Desk

    init() throws {
        desk = try Desk.open()
    }

    private func apply(_ order: ReleaseDesk.Order = .plain, _ edit: (inout Sample) -> Void) throws -> Outcome
    {
        var sample = Sample()
        edit(&sample)
        return try desk.now.perform(.apply(sample.definitions()), order)
    }

    private func removals(_ edit: (inout Sample) -> Void) throws -> [String] {
        let before = try desk.revision
        let error = #expect(throws: DeskError.self) { try apply(.plain, edit) }
        #expect(try desk.revision == before, "something was applied in spite of the refusal")
        guard case .wouldRemove(let effects)? = error else { return [] }
        return effects
    }

    @Test("a second time change nothing")
    func twice() throws {
        let outcome = try apply { _ in }
        #expect(outcome.changes.isEmpty)
        #expect(outcome.notes == [])
        #expect(outcome.warnings == [])
    }

    @Test("to an empty store name every new app")
    func first() throws {
        let outcome = try Desk().now.perform(.apply(Sample().definitions()), .plain)
        #expect(
            outcome.notes == [
                "aurora: a new app with 4 flags and the widgets Home, Lock",
                "minimal: a new app with 4 flags and the widgets Home",
            ]
        )
        #expect(outcome.revision == 10)
    }

    struct Difference: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let edit: @Sendable (inout Sample) -> Void

        init(_ note: String, _ edit: @escaping @Sendable (inout Sample) -> Void) {
            testDescription = note
            self.edit = edit
        }
    }

    /// What is said of `aurora` for each difference alone.
    static let differences = [
        Difference(
            "aurora: enabled: default false to true; adds up to 100 % of installations; the rules \"testers\" give true to some of them already"
        ) {
            $0.change("enabled", "default", true)
        },
        Difference("aurora: spacing: default 30 to 60; changes it for 100 % of installations") {
            $0.change("spacing", "default", 60)
        },
        Difference(#"aurora: picks: rollout value ["b"] to ["c"]"#) {
            $0.change("picks", "rollout", ["value": ["c"], "schedule": "10@0d,50@3d"])
        },
        Difference("aurora: picks: rollout schedule 10@0d,50@3d to none; rollout value [\"b\"] to none") {
            $0.change("picks", "rollout", nil)
        },
        Difference("aurora: picks: salt its own to s") {
            $0.change("picks", "rollout", ["value": ["b"], "schedule": "10@0d,50@3d", "salt": "s"])
        },
        Difference("aurora: enabled: kind permission to operational; safe value none to false") {
            $0.change("enabled", "kind", "operational")
            $0.change("enabled", "safe", false)
        },
        Difference("aurora: enabled: owner nobody to ana; expiry never to 2030-01-01") {
            $0.change("enabled", "owner", "ana")
            $0.change("enabled", "expires", "2030-01-01")
        },
        Difference("aurora: enabled: status active to off") { $0.change("enabled", "status", "off") },
        Difference("aurora: enabled: applies at-once to next-launch") {
            $0.change("enabled", "applies", "next-launch")
        },
        Difference("aurora: enabled: its description") { $0.change("enabled", "description", "e") },
        Difference("aurora: spacing: a new rule \"ja\": 60 for locale ja and app version >=2") {
            let rule: JSON = ["name": "ja", "when": ["locale": ["ja"], "appVersion": ">=2"], "value": 60]
            $0.change("spacing", "rules", [rule])
        },
        Difference(
            "aurora: spacing: a new rule \"all\": 60 for everyone; changes it for 100 % of installations"
        ) {
            $0.change("spacing", "rules", [["name": "all", "value": 60]])
        },
        Difference("aurora: enabled: the rule \"testers\" is gone") { $0.change("enabled", "rules", nil) },
        Difference("aurora: enabled: rule \"testers\" for distribution testFlight to distribution appStore") {
            let rule: JSON = ["name": "testers", "when": ["distribution": ["appStore"]], "value": true]
            $0.change("enabled", "rules", [rule])
        },
        Difference("aurora: target: prerequisites enabled = true to none") {
            $0.change("target", "prerequisites", nil)
        },
        Difference("aurora: new_one: a new flag, default 1.5") {
            $0.flags["new_one"] = [
                "kind": "permission", "type": "number", "description": "d", "default": .number(1.5),
            ]
        },
        Difference("aurora: spacing: the flag is gone") { $0.flags["spacing"] = nil },
        Difference(
            "aurora: spacing: type integer to string; default 30 to \"30\"; changes it for 100 % of installations"
        ) {
            $0.change("spacing", "type", "string")
            $0.change("spacing", "default", "30")
        },
        Difference("aurora: name Aurora to Northern Lights") {
            $0.changeApp("aurora", "name", "Northern Lights")
        },
        Difference("aurora: minimum OS 17 to 18") { $0.changeApp("aurora", "minimumOS", "18") },
        Difference("aurora: locales en, ja to en") { $0.changeApp("aurora", "locales", ["en"]) },
        Difference("aurora: the widget Lock is gone") {
            $0.changeApp("aurora", "widgets", ["Home": Sample.home])
        },
        Difference("aurora: Lock: gates enabled to none") {
            guard case .object(var lock) = Sample.lock else { return }
            lock["flags"] = nil
            $0.changeApp("aurora", "widgets", ["Home": Sample.home, "Lock": .object(lock)])
        },
        Difference(
            "aurora: Lock: timeline static, 1 entry to timer, 6 entries 30 minutes apart, next after 180 minutes"
        ) {
            guard case .object(var lock) = Sample.lock else { return }
            lock["timeline"] = [
                "pattern": "timer", "entries": 6, "entrySpacingMinutes": 30, "nextTimelineAfterMinutes": 180,
            ]
            $0.changeApp("aurora", "widgets", ["Home": Sample.home, "Lock": .object(lock)])
        },
        Difference("aurora: Lock: dates none to day in accessoryCircular (template d)") {
            guard case .object(var lock) = Sample.lock else { return }
            lock["dates"] = [["id": "day", "template": "d", "family": "accessoryCircular"]]
            $0.changeApp("aurora", "widgets", ["Home": Sample.home, "Lock": .object(lock)])
        },
    ]

    @Test("say every difference in words and numbers", arguments: differences)
    func difference(_ difference: Difference) throws {
        let outcome = try apply(.removing, difference.edit)
        #expect(outcome.notes.first == difference.testDescription)
        #expect(!outcome.changes.isEmpty)
        #expect(outcome.changes.allSatisfy { $0.action == "apply" && $0.reason == "because" })
    }

    @Test("count what a rollout gives already")
    func numbers() throws {
        _ = try desk.now.perform(
            .setRollout(of: "enabled", to: Percent(parsing: "20"), in: .named(["aurora"])),
            .plain
        )
        let outcome = try apply { $0.change("enabled", "default", true) }
        #expect(
            outcome.notes == [
                "aurora: enabled: default false to true; adds up to 80 % of installations; the rules \"testers\" give true to some of them already",
                "minimal: enabled: default false to true; adds up to 100 % of installations; the rules \"testers\" give true to some of them already",
            ]
        )
    }

    struct Loss: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let edit: @Sendable (inout Sample) -> Void

        init(_ effect: String, _ edit: @escaping @Sendable (inout Sample) -> Void) {
            testDescription = effect
            self.edit = edit
        }
    }

    static let losses = [
        Loss("aurora: enabled, at 20 %: it becomes archived") { $0.change("enabled", "status", "archived") },
        Loss("aurora: enabled, at 20 %: it gets the prerequisite spacing = 30") {
            $0.change("enabled", "prerequisites", [["flag": "spacing", "value": 30]])
        },
        Loss("aurora: enabled, at 20 %: the rule \"not in japan\" gives false") {
            $0.change(
                "enabled",
                "rules",
                [["name": "not in japan", "when": ["region": ["JP"]], "value": false]]
            )
        },
        Loss("aurora: enabled, at 20 %: its type changes") {
            $0.apps["aurora"] = Sample().apps["aurora"]
            $0.change("enabled", "type", "json")
            $0.change("enabled", "rules", nil)
            $0.change("target", "prerequisites", nil)
            for app in ["aurora", "minimal"] { $0.changeApp(app, "widgets", ["Home": Sample.ungated]) }
        },
        Loss("aurora: enabled, at 20 %: the flag is gone") {
            $0.flags["enabled"] = nil
            $0.change("target", "prerequisites", nil)
            for app in ["aurora", "minimal"] { $0.changeApp(app, "widgets", ["Home": Sample.ungated]) }
        },
    ]

    @Test("that take from a running rollout are refused whole, and go with leave", arguments: losses)
    func loss(_ loss: Loss) throws {
        _ = try desk.now.perform(
            .setRollout(of: "enabled", to: Percent(parsing: "20"), in: .named(["aurora"])),
            .plain
        )
        #expect(try removals(loss.edit).contains(loss.testDescription))
        let outcome = try apply(.removing, loss.edit)
        #expect(!outcome.changes.isEmpty)
        #expect(try desk.state().configuration().revision > 0)
    }

    @Test(
        "that take a widget, gate it, or take from those whom a rule matches need leave",
        arguments: [
            Loss("aurora: Lock: the widget would be gone") {
                $0.changeApp("aurora", "widgets", ["Home": Sample.home])
            },
            Loss("aurora: Lock: the new gate gate would hide it wherever it is not true") {
                $0.flags["gate"] = [
                    "kind": "permission", "type": "boolean", "description": "d", "default": false,
                ]
                guard case .object(var lock) = Sample.lock else { return }
                lock["flags"] = ["enabled", "gate"]
                $0.changeApp("aurora", "widgets", ["Home": Sample.home, "Lock": .object(lock)])
            },
            Loss("aurora: enabled: installations that the rule \"testers\" matches would lose true") {
                $0.change("enabled", "rules", nil)
            },
            Loss("aurora: enabled: installations that the rule \"testers\" matches would lose true") {
                let when: JSON = ["distribution": ["testFlight"], "region": ["JP"]]
                $0.change("enabled", "rules", [["name": "testers", "when": when, "value": true]])
            },
        ]
    )
    func possibleLoss(_ loss: Loss) throws {
        #expect(try removals(loss.edit).contains(loss.testDescription))
        #expect(try !apply(.removing, loss.edit).changes.isEmpty)
    }

    @Test("that rename a rule, or add one that gives more, take nothing")
    func renamedRule() throws {
        let rules: JSON = [
            ["name": "japan", "when": ["region": ["JP"]], "value": true],
            ["name": "beta", "when": ["distribution": ["testFlight"]], "value": true],
        ]
        #expect(try apply { $0.change("enabled", "rules", rules) }.changes.count == 2)
    }

    @Test("that narrow a rule take nothing from a rollout")
    func narrowed() throws {
        let wide: JSON = ["name": "no", "when": ["region": ["JP", "KR"]], "value": false]
        let narrow: JSON = ["name": "no", "when": ["region": ["JP"]], "value": false]
        _ = try apply(.removing) { $0.change("enabled", "rules", [wide]) }
        _ = try desk.now.perform(.setRollout(of: "enabled", to: Percent(parsing: "20"), in: .all), .plain)
        #expect(try apply { $0.change("enabled", "rules", [narrow]) }.changes.count == 2)
        #expect(
            try removals { $0.change("enabled", "rules", [wide]) } == [
                "aurora: enabled, at 20 %: the rule \"no\" gives false",
                "minimal: enabled, at 20 %: the rule \"no\" gives false",
            ]
        )
    }

    @Test("that drop an override need leave, and say what goes")
    func droppedOverride() throws {
        _ = try desk.now.perform(.setFlag("spacing", to: "60", in: .named(["aurora"])), .plain)
        let gone: (inout Sample) -> Void = { $0.flags["spacing"] = nil }
        #expect(try removals(gone) == ["aurora: spacing, set to 60 for everyone: the flag is gone"])
        let outcome = try apply(.removing, gone)
        #expect(outcome.notes.first == "aurora: spacing: the flag is gone; its override 60 is dropped")
        #expect(try desk.state().overrides.isEmpty)
        // Back again, it starts afresh.
        _ = try apply { _ in }
        #expect(try desk.state().overrides.isEmpty)
    }

    @Test("without an app need leave, and take everything of it along")
    func removedApp() throws {
        _ = try desk.now.perform(.kill(KillOrder(), in: .named(["minimal"])), .plain)
        #expect(
            try removals { $0.apps["minimal"] = nil } == [
                "minimal: the app would be gone, with all that is live in it"
            ]
        )
        let outcome = try apply(.removing) { $0.apps["minimal"] = nil }
        #expect(outcome.notes == ["minimal: the app is gone; its clients keep the bundle that they have"])
        #expect(
            outcome.warnings == [
                "minimal: a kill goes with the app: the app for everyone (revision 11 by ana: because)"
            ]
        )
        #expect(try desk.now.states(of: .all).map(\.profile.id.text) == ["aurora"])
    }

    @Test("leave kills in force though what they silence is gone, and these can be lifted")
    func danglingKills() throws {
        _ = try desk.now.perform(.kill(KillOrder(widget: "Lock"), in: .named(["aurora"])), .plain)
        _ = try desk.now.perform(.kill(KillOrder(flag: "spacing"), in: .named(["aurora"])), .plain)
        let outcome = try apply(.removing) {
            $0.changeApp("aurora", "widgets", ["Home": Sample.home])
            $0.flags["spacing"] = nil
        }
        #expect(
            outcome.warnings == [
                "aurora: a kill outlives what it silences: Lock for everyone (revision 11 by ana: because); lift it with "
                    + "widgetctl restore aurora Lock",
                "aurora: a kill outlives what it silences: flag spacing for everyone (revision 12 by ana: because); lift "
                    + "it with widgetctl restore aurora --flag spacing",
            ]
        )
        #expect(throws: DeskError.self) {
            try desk.now.perform(.kill(KillOrder(widget: "Lock"), in: .all), .plain)
        }
        // Back again, it is still silent.
        _ = try apply { _ in }
        let lock = try desk.state().configuration().decide(
            WidgetKind("Lock"),
            for: Context(distribution: .testFlight),
            at: Desk.moment(0)
        )
        #expect(lock?.reason == .killed(revision: 11))
        _ = try apply(.removing) { $0.changeApp("aurora", "widgets", ["Home": Sample.home]) }
        let order = KillOrder(widget: "Lock")
        #expect(
            try desk.now.perform(.restore(order, everyScope: false, in: .named(["aurora"])), .plain).changes
                .count == 1
        )
    }

    @Test("keep a rollout that is under way as it started, with a warning")
    func rolloutUnderWay() throws {
        _ = try desk.now.perform(.startRollout(of: "picks", in: .named(["aurora"])), .plain)
        let outcome = try apply { $0.change("picks", "rollout", ["value": ["c"], "schedule": "at-once"]) }
        #expect(
            outcome.warnings == [
                "aurora: the rollout of picks that is under way keeps its value, schedule and salt"
            ]
        )
        #expect(try desk.rollout("aurora", "picks")?.value == .json(["b"]))
    }

    @Test("warn once of a flag that has expired, from its day on")
    func expired() throws {
        let edit: (inout Sample) -> Void = {
            $0.change("enabled", "owner", "ana")
            $0.change("enabled", "expires", "2026-12-02")
        }
        #expect(try apply(.plain, edit).warnings == [])
        _ = desk.at(24)
        #expect(
            try apply(.plain, edit).warnings == [
                "enabled was to be gone by 2026-12-02; its owner (ana) should remove it"
            ]
        )
    }
}

extension Sample {
    static let ungated: JSON = [
        "families": ["systemSmall"], "timeline": ["pattern": "static", "entries": 1],
        "whenDisabled": "placeholder",
    ]
}
