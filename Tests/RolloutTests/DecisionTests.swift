import Rollout
import Testing

@Suite struct DecisionTests {
    private static let now: Instant = "2026-12-03T12:00:00Z"
    /// Bucket 34356 of `beautiful-hd-wallpapers/widget_enabled`, by the handed vectors: in from 4 percent on.
    private static let salt = "beautiful-hd-wallpapers/widget_enabled"
    private static let installation = "F768064F-9585-47AD-A39E-ED24C2C063FE"
    private static let caller = Context(installation: installation, appVersion: "2.4.1", locale: "ja-JP")

    private static func rollout(_ percent: Percent, value: FlagValue = true) -> PhasedRollout {
        PhasedRollout(
            value: value,
            salt: salt,
            stages: [Stage(from: "2026-12-01T00:00:00Z", percent: percent)]
        )
    }

    private static let japan = Rule(name: "japan", conditions: [.locale(["ja"])], value: true)

    private func decide(
        _ flags: [Flag],
        kills: [Kill] = [],
        for context: Context = caller,
        at now: Instant = now
    ) throws -> Decision {
        let configuration = try AppConfiguration(
            app: "minimal-wallpapers",
            revision: 9,
            flags: flags,
            widgets: [],
            kills: kills
        )
        let first = try #require(flags.first)
        return try #require(configuration.decide(first.key, for: context, at: now))
    }

    // MARK: The layers

    @Test("What no layer answers is the default")
    func defaultValue() throws {
        let decision = try decide([Flag(key: "a", defaultValue: "plain")])
        #expect(decision == Decision(value: "plain", reason: .default))
        #expect(decision.variant == "default")
        #expect(decision.reason.description == "default")
    }

    @Test("Each layer answers before all that follow it")
    func order() throws {
        let other = Flag(key: "z", defaultValue: false)
        func flag(_ status: Flag.Status, _ wanted: FlagValue, _ rules: [Rule], _ percent: Percent) -> Flag {
            Flag(
                key: "a",
                status: status,
                defaultValue: false,
                prerequisites: [Flag.Prerequisite(flag: "z", value: wanted)],
                rules: rules,
                rollout: Self.rollout(percent)
            )
        }
        let kill = Kill(target: .flag("a"), scope: .everyone, revision: 4)
        let table: [(Flag, [Kill], FlagValue, Decision.Reason, String)] = [
            (flag(.off, true, [Self.japan], "100"), [kill], false, .killed(revision: 4), "killed"),
            (flag(.off, true, [Self.japan], "100"), [], false, .disabled, "disabled"),
            (flag(.archived, true, [Self.japan], "100"), [], false, .disabled, "disabled"),
            (flag(.active, true, [Self.japan], "100"), [], false, .prerequisite("z"), "prerequisite"),
            (flag(.active, false, [Self.japan], "1"), [], true, .rule("japan"), "rule"),
            (flag(.active, false, [], "4"), [], true, .rollout, "rollout"),
            (flag(.active, false, [], "3"), [], false, .rolloutExcluded, "rollout-excluded"),
        ]
        for (flag, kills, value, reason, word) in table {
            let decision = try decide([flag, other], kills: kills)
            #expect(decision == Decision(value: value, reason: reason))
            #expect(decision.reason.description == word)
        }
    }

    @Test("Of several rules the first that matches wins, and its name is the variant")
    func rules() throws {
        let flag = Flag(
            key: "a",
            defaultValue: 0,
            rules: [
                Rule(name: "korea", conditions: [.locale(["ko"])], value: 1),
                Rule(name: "newer", conditions: [.unreadable], value: 2),
                Rule(name: "japan", conditions: [.locale(["ja"])], value: 3),
                Rule(name: "everyone", conditions: [], value: 4),
            ]
        )
        #expect(try decide([flag]) == Decision(value: 3, reason: .rule("japan")))
        #expect(try decide([flag]).variant == "japan")
        #expect(try decide([flag], for: Context()) == Decision(value: 4, reason: .rule("everyone")))
    }

    @Test("A flag or widget that the app does not have gets no decision")
    func unknown() throws {
        let configuration = try AppConfiguration(app: "a", revision: 0, flags: [], widgets: [], kills: [])
        #expect(configuration.decide(FlagKey("a"), for: Self.caller, at: Self.now) == nil)
        #expect(configuration.decide(WidgetKind("a"), for: Self.caller, at: Self.now) == nil)
        #expect(configuration.explain(FlagKey("a"), for: Self.caller, at: Self.now) == nil)
        #expect(configuration.explain(WidgetKind("a"), for: Self.caller, at: Self.now) == nil)
    }

    // MARK: Rollout

    @Test(
        "Stages hold from their moment on, and before the first nobody is in",
        arguments: [
            ("2026-11-30T23:59:59.999Z", false), ("2026-12-01T00:00:00Z", false),
            ("2026-12-02T23:59:59.999Z", false), ("2026-12-03T00:00:00Z", true),
            ("2036-12-03T00:00:00Z", true),
        ] as [(Instant, Bool)]
    )
    func stages(now: Instant, isIn: Bool) throws {
        // Out of order, as a list may be written.
        let stages = [
            Stage(from: "2026-12-03T00:00:00Z", percent: "5"),
            Stage(from: "2026-12-01T00:00:00Z", percent: "1"),
            Stage(from: "2026-12-02T00:00:00Z", percent: "2"),
        ]
        let rollout = PhasedRollout(value: true, salt: Self.salt, stages: stages)
        let decision = try decide([Flag(key: "a", defaultValue: false, rollout: rollout)], at: now)
        #expect(decision.value == .boolean(isIn))
        #expect(decision.reason == (isIn ? .rollout : .rolloutExcluded))
    }

    @Test("An installation is in when its bucket is below the share's, not when it equals it")
    func boundary() throws {
        let table: [(Percent, Bool)] = [("3.4356", false), ("3.4357", true)]
        for (percent, isIn) in table {
            let flag = Flag(key: "a", defaultValue: false, rollout: Self.rollout(percent))
            #expect(try decide([flag]).value == .boolean(isIn))
        }
    }

    @Test(
        "Without an installation ID only a share of 100 percent holds",
        arguments: [("0", false), ("99.9999", false), ("100", true)] as [(Percent, Bool)]
    )
    func noInstallation(percent: Percent, isIn: Bool) throws {
        let flag = Flag(key: "a", defaultValue: false, rollout: Self.rollout(percent))
        var emptied = Context(installation: "6F96", locale: "ja")
        emptied.installation = ""
        for context in [Context(locale: "ja"), Context(installation: "", locale: "ja"), emptied] {
            let decision = try decide([flag], for: context)
            #expect(decision == Decision(value: .boolean(isIn), reason: isIn ? .rollout : .rolloutExcluded))
        }
    }

    @Test("Of two stages at one moment the larger share holds, in whichever order they were written")
    func sameMoment() {
        let one = Stage(from: "2026-12-01T00:00:00Z", percent: "1")
        let five = Stage(from: "2026-12-01T00:00:00Z", percent: "5")
        for stages in [[one, five], [five, one]] {
            let rollout = PhasedRollout(value: true, salt: "", stages: stages)
            #expect(rollout.percent(at: one.from) == five.percent)
            #expect(rollout.stages == [one, five])
        }
    }

    @Test("A rollout without stages enrols nobody")
    func noStages() throws {
        let rollout = PhasedRollout(value: true, salt: Self.salt, stages: [])
        let decision = try decide([Flag(key: "a", defaultValue: false, rollout: rollout)])
        #expect(decision.reason == .rolloutExcluded)
        #expect(rollout.nextStage(after: Self.now) == nil)
    }

    // MARK: Prerequisites

    @Test("A chain of prerequisites is followed to its end")
    func chain() throws {
        func waiting(_ key: FlagKey, for other: FlagKey, _ value: FlagValue = true) -> Flag {
            Flag(
                key: key,
                defaultValue: false,
                prerequisites: [Flag.Prerequisite(flag: other, value: value)],
                rules: [Self.japan]
            )
        }
        let chain = [
            waiting("a", for: "b"), waiting("b", for: "c"), waiting("c", for: "d"), waiting("d", for: "e"),
        ]
        let end = Flag(key: "e", defaultValue: "off", rules: [Rule(name: "all", conditions: [], value: "on")])
        let met = Array(chain.dropLast()) + [waiting("d", for: "e", "on"), end]
        #expect(try decide(met) == Decision(value: true, reason: .rule("japan")))
        let unmet = Array(chain.dropLast()) + [waiting("d", for: "e", "off"), end]
        #expect(try decide(unmet) == Decision(value: false, reason: .prerequisite("b")))
        // A kill of the last silences the first.
        let kill = Kill(target: .flag("d"), scope: .everyone, revision: 1)
        #expect(try decide(met, kills: [kill]) == Decision(value: false, reason: .prerequisite("b")))
    }

    @Test("The first prerequisite that is not met is the reason")
    func severalPrerequisites() throws {
        let flag = Flag(
            key: "a",
            defaultValue: 0,
            prerequisites: [
                Flag.Prerequisite(flag: "b", value: 1), Flag.Prerequisite(flag: "c", value: 2),
                Flag.Prerequisite(flag: "d", value: 3),
            ],
            rules: [Rule(name: "all", conditions: [], value: 9)]
        )
        func others(_ c: FlagValue, _ d: FlagValue) -> [Flag] {
            [
                Flag(key: "b", defaultValue: 1), Flag(key: "c", defaultValue: c),
                Flag(key: "d", defaultValue: d),
            ]
        }
        #expect(try decide([flag] + others(2, 3)).reason == .rule("all"))
        #expect(try decide([flag] + others(0, 0)).reason == .prerequisite("c"))
        #expect(try decide([flag] + others(2, 0)).reason == .prerequisite("d"))
    }

    // MARK: The trace

    @Test("An explanation names each layer that was asked, and why it did not answer")
    func explanation() throws {
        let flag = Flag(
            key: "a",
            defaultValue: false,
            prerequisites: [Flag.Prerequisite(flag: "z", value: false)],
            rules: [Rule(name: "korea", conditions: [.appVersion(">=2"), .locale(["ko"])], value: true)],
            rollout: PhasedRollout(
                value: true,
                salt: Self.salt,
                stages: [
                    Stage(from: "2026-12-03T00:00:00Z", percent: "1"),
                    Stage(from: "2026-12-04T00:00:00Z", percent: "2"),
                ]
            )
        )
        let configuration = try AppConfiguration(
            app: "minimal-wallpapers",
            revision: 1,
            flags: [flag, Flag(key: "z", status: .off, defaultValue: false)],
            widgets: [],
            kills: [Kill(target: .flag("a"), scope: Kill.Scope(locales: ["ko"]), revision: 1)]
        )
        let (decision, steps) = try #require(configuration.explain(flag.key, for: Self.caller, at: Self.now))
        #expect(decision == Decision(value: false, reason: .rolloutExcluded))
        let told = steps.map { "\($0.subject) \($0.layer.rawValue) \($0.answered): \($0.detail)" }
        #expect(
            told == [
                "a kill false: no kill of the app or the flag matches",
                "a status false: the flag is active",
                "z kill false: no kill of the app or the flag matches",
                "z status true: the flag is off",
                "a prerequisite false: z is false, wanted false",
                "a rule false: \"korea\" does not match: wants locale ko",
                "a rollout false: bucket 34356 is out of the first 10000 (1 %); 2 % from 2026-12-04T00:00:00Z",
                "a default true: false",
            ]
        )
    }

    @Test("An explanation ends with the layer that answered")
    func shortExplanation() throws {
        let kill = Kill(target: .app, scope: Kill.Scope(locales: ["ja"]), revision: 7)
        let flag = Flag(key: "a", defaultValue: true, rules: [Self.japan])
        func told(_ kills: [Kill], _ context: Context) throws -> [String] {
            let configuration = try AppConfiguration(
                app: "minimal-wallpapers",
                revision: 1,
                flags: [flag],
                widgets: [],
                kills: kills
            )
            let (_, steps) = try #require(configuration.explain(flag.key, for: context, at: Self.now))
            #expect(
                steps.map(\.answered)
                    == steps.indices.map { $0 == steps.count - 1 || steps[$0].layer == .default }
            )
            return steps.map { "\($0.layer.rawValue): \($0.detail)" }
        }
        #expect(try told([kill], Self.caller) == ["kill: killed at revision 7: the app, for locale ja"])
        #expect(try told([], Self.caller).last == "rule: \"japan\" matches and gives true")
        #expect(
            try told([kill], Context()).suffix(2) == ["rollout: no rollout was started", "default: true"]
        )
    }
}
