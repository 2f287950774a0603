import Rollout
import StrictJSON
import Testing
import TestSupport

@Suite struct JSONReadingTests {
    private static let types: [FlagKey: FlagType] = [
        "enabled": .boolean, "home": .boolean, "lock": .boolean, "pacing": .integer, "scale": .number,
        "target": .string, "categories": .json,
    ]

    private struct Reading<Value> {
        let value: Value?
        let findings: [String]
    }

    private func read<Value>(
        _ json: JSON,
        _ unknownKeys: Findings.UnknownKeys = .refuse,
        _ read: (JSONField) -> Value?
    ) -> Reading<Value> {
        let findings = Findings(unknownKeys: unknownKeys)
        let value = read(JSONField(json, findings: findings))
        return Reading(value: value, findings: findings.all.map { "\($0.path): \($0.message)" })
    }

    private func parse(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

    @Test("What is written is read back the same, in strict reading and in the reading of clients")
    func roundTrip() throws {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        for _ in 0..<200 {
            let parts = generator.parts()
            for mode in [Findings.UnknownKeys.refuse, .ignore] {
                for flag in parts.flags {
                    let json = try JSON(parsing: flag.json.canonicalBytes)
                    let reading = read(json, mode) { Flag($0, key: flag.key, types: Self.types) }
                    guard reading.value == flag, reading.findings.isEmpty, reading.value?.json == json else {
                        Issue.record("\(json.text): \(reading.findings) (\(seed))")
                        return
                    }
                }
                for widget in parts.widgets {
                    let json = try JSON(parsing: widget.json.canonicalBytes)
                    let reading = read(json, mode) { Widget($0, kind: widget.kind) }
                    guard reading.value == widget, reading.findings.isEmpty, reading.value?.json == json
                    else {
                        Issue.record("\(json.text): \(reading.findings) (\(seed))")
                        return
                    }
                }
                for kill in parts.kills {
                    let json = try JSON(parsing: kill.json.canonicalBytes)
                    let reading = read(json, mode) { Kill($0) }
                    guard reading.value == kill, reading.findings.isEmpty, reading.value?.json == json else {
                        Issue.record("\(json.text): \(reading.findings) (\(seed))")
                        return
                    }
                }
            }
        }
    }

    @Test(
        "A flag that cannot be read is refused with all that is wrong, each with its path",
        arguments: [
            (#"[]"#, [": expected an object, found an array"]),
            (#"{"default": 1}"#, ["type: missing"]),
            (
                #"{"type": "bool", "default": true}"#,
                [#"type: unknown type "bool"; it is one of boolean, integer, number, string, json"#]
            ),
            (#"{"type": "boolean"}"#, ["default: missing"]),
            (
                #"{"type": "boolean", "default": 1, "statsu": "off", "rules": [{"name": "a", "value": "x"}]}"#,
                [
                    #"statsu: unknown key; did you mean "status"?"#,
                    "default: 1 is an integer, and the flag is of type boolean",
                    #"rules[0].value: "x" is a string, and the flag is of type boolean"#,
                ]
            ),
            (
                #"{"type": "integer", "default": 1.0, "status": "of", "rollout": {"salt": 1, "value": 2}}"#,
                [
                    "default: 1.0 is a number, and the flag is of type integer",
                    #"status: unknown status "of"; did you mean "off"?"#,
                    "rollout.salt: expected a string, found an integer", "rollout.stages: missing",
                ]
            ),
            (
                #"{"type": "boolean", "default": true, "prerequisites": [{"flag": "paceing", "value": 1}, {"flag": "home"}, {"flag": "pacing", "value": true}]}"#,
                [
                    #"prerequisites[0].flag: unknown flag "paceing"; did you mean "pacing"?"#,
                    "prerequisites[1].value: missing",
                    "prerequisites[2].value: true is a boolean, and the flag is of type integer",
                ]
            ),
            (
                #"{"type": "boolean", "default": true, "rollout": {"value": true, "salt": "", "stages": [{"from": "2026-02-30T00:00:00Z", "percent": 250}, {"from": 1, "percent": "5"}]}}"#,
                [
                    #"rollout.stages[0].from: "2026-02-30T00:00:00Z" is not a moment; write it like 2026-12-01T00:00:00Z or 2026-12-01T09:00:00+09:00"#,
                    "rollout.stages[0].percent: 250 is above 100",
                    "rollout.stages[1].from: expected a string, found an integer",
                    "rollout.stages[1].percent: expected a percentage from 0 to 100, found a string",
                ]
            ),
        ]
    )
    func flagFaults(text: String, expected: [String]) throws {
        let reading = read(try parse(text)) { Flag($0, key: "enabled", types: Self.types) }
        #expect(reading.value == nil || reading.findings.contains { $0.contains("unknown key") })
        #expect(reading.findings == expected)
    }

    @Test(
        "A rule's conditions are each read on their own terms",
        arguments: [
            (#"{"locale": []}"#, ["when.locale: must have at least one element"]),
            (#"{"locale": ["ja", "ja"]}"#, ["when.locale[1]: stands twice"]),
            (#"{"locale": ["iw", "he"]}"#, ["when.locale[1]: stands twice"]),
            (#"{"locale": "ja"}"#, ["when.locale: expected an array, found a string"]),
            (
                #"{"locale": ["日本"]}"#,
                [#"when.locale[0]: "日本" is not a locale; write it like ja, pt-BR or zh-Hant-TW"#]
            ),
            (
                #"{"region": ["jp"]}"#,
                [#"when.region[0]: "jp" is not a region; write two capital letters, such as JP"#]
            ),
            (
                #"{"appVersion": ">=2.04"}"#,
                [#"when.appVersion: "2.04" is ambiguous: write the part "04" without leading zeros"#]
            ),
            (
                #"{"device": ["*Pad"]}"#,
                [#"when.device[0]: "*Pad" is not a device; write it like iPhone15,2 or iPad*"#]
            ),
            (
                #"{"family": ["systemSmal"]}"#,
                [#"when.family[0]: unknown widget family "systemSmal"; did you mean "systemSmall"?"#]
            ),
            (
                #"{"distribution": ["adHoc"]}"#,
                [#"when.distribution[0]: unknown distribution "adHoc"; it is one of appStore, testFlight"#]
            ),
            (#"{"installation": [1]}"#, ["when.installation[0]: expected a string, found an integer"]),
            (
                #"{"attributes": {"tier": [null]}}"#,
                ["when.attributes.tier[0]: expected a string, a number, true or false, found null"]
            ),
            (#"{"attributes": []}"#, ["when.attributes: expected an object, found an array"]),
            (
                #"{"appVersoin": "1", "locale": ["ja"]}"#,
                [#"when.appVersoin: unknown key; did you mean "appVersion"?"#]
            ),
        ]
    )
    func ruleFaults(when: String, expected: [String]) throws {
        let reading = read(try parse(#"{"name": "a", "value": true, "when": \#(when)}"#)) {
            Rule($0, type: .boolean)
        }
        #expect(reading.findings == expected)
    }

    @Test(
        "A name that stands for a layer cannot name a rule",
        arguments: ["default", "killed", "rollout", "override", ""]
    )
    func reservedNames(name: String) {
        let reading = read(["name": .string(name), "value": true]) { Rule($0, type: .boolean) }
        #expect(reading.value == nil)
        #expect(reading.findings.count == 1)
    }

    @Test("In a bundle they are names of the server's own", arguments: Rule.reservedNames)
    func serversNames(name: String) {
        let reading = read(["name": .string(name), "value": true], .ignore) { Rule($0, type: .boolean) }
        #expect(reading.value == Rule(name: name, conditions: [], value: .boolean(true)))
        #expect(reading.findings == [])
    }

    @Test(
        "A timeline holds what its pattern needs and nothing else",
        arguments: [
            (#"{"pattern": "static", "entries": 1}"#, []),
            (
                #"{"pattern": "timer", "entries": 6, "entrySpacingMinutes": 30, "nextTimelineAfterMinutes": 180}"#,
                []
            ),
            (#"{"pattern": "static", "entries": 0}"#, ["entries: 0 is below 1"]),
            (
                #"{"pattern": "tiemr", "entries": 1}"#,
                [#"pattern: unknown timeline pattern "tiemr"; did you mean "timer"?"#]
            ),
            (
                #"{"pattern": "static", "entries": 1, "entrySpacingMinutes": 30, "nextTimelineAfterMinutes": 5, "reloadsOn": ["x"]}"#,
                [
                    "entrySpacingMinutes: must not be there: the timeline has one entry",
                    "nextTimelineAfterMinutes: must not be there: the pattern is static",
                    "reloadsOn: must not be there: the pattern is static",
                ]
            ),
            (
                #"{"pattern": "timerWithAppReloads", "entries": 2}"#,
                [
                    "entrySpacingMinutes: missing: the timeline has 2 entries",
                    "nextTimelineAfterMinutes: missing: the pattern is timerWithAppReloads",
                    "reloadsOn: missing: the pattern is timerWithAppReloads",
                ]
            ),
            (
                #"{"pattern": "timer", "entries": 1, "nextTimelineAfterMinutes": 10081}"#,
                ["nextTimelineAfterMinutes: 10081 is above 10080"]
            ),
        ]
    )
    func timelines(text: String, expected: [String]) throws {
        let reading = read(try parse(text)) { Timeline($0) }
        #expect(reading.findings == expected)
        #expect((reading.value != nil) == expected.isEmpty)
    }

    @Test(
        "A kill that cannot be read is refused",
        arguments: [
            (#"{"target": "app"}"#, ["revision: missing"]),
            (
                #"{"target": "widgets", "revision": 1}"#,
                [#"target: unknown target "widgets"; did you mean "widget"?"#]
            ),
            (#"{"target": "widget", "revision": 1}"#, ["widget: missing"]),
            (
                #"{"target": "flag", "flag": "A", "revision": -1}"#,
                [
                    #"flag: "A" is not a flag key: lower-case letters and digits in words joined by '_', starting with a letter, at most 64 characters"#,
                    "revision: -1 is below 0",
                ]
            ),
            (
                #"{"target": "app", "revision": 1, "locale": ["ja"]}"#,
                [#"locale: unknown key; did you mean "locales"?"#]
            ),
            (
                #"{"target": "app", "revision": 1, "locales": []}"#,
                ["locales: must have at least one element"]
            ),
        ]
    )
    func killFaults(text: String, expected: [String]) throws {
        #expect(read(try parse(text)) { Kill($0) }.findings == expected)
    }

    // MARK: What a newer program wrote

    @Test("A client lets a rule with a condition that it does not know match nobody")
    func unknownCondition() throws {
        for text in [
            #"{"name": "a", "value": true, "when": {"weather": ["sunny"]}}"#,
            #"{"name": "a", "value": true, "weather": "sunny"}"#,
            #"{"name": "a", "value": true, "when": {"locale": ["ja"], "weather": ["sunny"]}}"#,
            #"{"name": "a", "value": true, "when": {"family": ["systemGigantic"]}}"#,
        ] {
            let reading = read(try parse(text), .ignore) { Rule($0, type: .boolean) }
            let rule = try #require(reading.value)
            #expect(reading.findings.isEmpty)
            for family in WidgetFamily.allCases {
                #expect(!rule.matches(Context(locale: "ja", family: family)), "\(text)")
            }
        }
    }

    @Test("A client lets a kill hold whose scope it does not know: silence is the safe side")
    func unknownScope() throws {
        let text = #"{"target": "app", "revision": 1, "locales": ["ja"], "weather": ["sunny"]}"#
        let kill = try #require(read(try parse(text), .ignore) { Kill($0) }.value)
        #expect(kill.scope.contains(Context(locale: "ja")))
        #expect(!kill.scope.contains(Context(locale: "en")))
    }

    @Test("A client passes over a family that it does not know, and keeps to those that it knows")
    func unknownFamily() throws {
        let kill = try #require(
            read(
                try parse(
                    #"{"target": "widget", "widget": "W", "families": ["systemGigantic", "systemSmall"], "revision": 1}"#
                ),
                .ignore
            ) { Kill($0) }.value
        )
        #expect(kill.target == .families("W", [.systemSmall]))
        let rule = try #require(
            read(
                try parse(
                    #"{"name": "a", "value": 1, "when": {"family": ["systemGigantic", "systemSmall"], "distribution": ["adHoc", "appStore"]}}"#
                ),
                .ignore
            ) { Rule($0, type: .integer) }.value
        )
        #expect(rule.conditions == [.family([.systemSmall]), .distribution([.appStore])])
        let widget = try #require(
            read(
                try parse(
                    #"{"families": ["systemSmall", "systemGigantic"], "timeline": {"pattern": "static", "entries": 1}, "whenDisabled": "emblem"}"#
                ),
                .ignore
            ) { Widget($0, kind: "W") }.value
        )
        #expect(widget.families == [.systemSmall])
    }

    @Test("A client passes over every other key that it does not know")
    func unknownKeys() throws {
        let text =
            #"{"type": "boolean", "default": true, "new": 1, "rollout": {"value": true, "salt": "a", "new": 1, "stages": [{"from": "2026-12-01T00:00:00Z", "percent": 1, "new": 1}]}}"#
        let reading = read(try parse(text), .ignore) { Flag($0, key: "home", types: Self.types) }
        #expect(reading.findings.isEmpty)
        #expect(reading.value?.rollout?.stages.count == 1)
    }
}
