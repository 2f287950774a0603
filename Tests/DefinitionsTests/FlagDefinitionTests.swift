import Definitions
import Testing

@Suite("A flag's file") struct FlagDefinitionTests {
    @Test("A flag with what is required and no more has no fault")
    func minimal() {
        #expect(faults(ofFlag: .flag) == [])
        #expect(faults(ofFlag: Document.flag.with(["$schema": #""flag.schema.json""#])) == [])
    }

    @Test(
        "A member that is not what it should be is reported with its path and what would be right",
        arguments: [
            ("defualt", "1", ["defualt: unknown key; did you mean \"default\"?"]),
            ("$schema", "{}", ["$schema: expected a string, found an object"]),
            ("kind", nil, ["kind: missing"]),
            ("kind", #""Release""#, ["kind: unknown kind \"Release\"; did you mean \"release\"?"]),
            (
                "kind", #""temporary""#,
                [
                    "kind: unknown kind \"temporary\"; it is one of release, operational, permission, experiment"
                ]
            ),
            ("type", nil, ["type: missing"]),
            (
                "type", #""bool""#,
                ["type: unknown type \"bool\"; it is one of boolean, integer, number, string, json"]
            ),
            ("description", nil, ["description: missing"]),
            ("description", "\"\"", ["description: must not be empty"]),
            (
                "description", "\"" + String(repeating: "a", count: 501) + "\"",
                ["description: longer than 500 bytes"]
            ),
            ("default", nil, ["default: missing"]),
            ("default", "\"no\"", ["default: \"no\" is a string, and the flag is of type boolean"]),
            ("default", "null", ["default: null is null, and the flag is of type boolean"]),
            ("owner", "3", ["owner: expected a string, found an integer"]),
            ("owner", "\"\"", ["owner: must not be empty"]),
            (
                "expires", #""31.03.2027""#,
                ["expires: \"31.03.2027\" is not a date; write it like 2027-03-31"]
            ),
            (
                "expires", #""2027-02-30""#,
                ["expires: \"2027-02-30\" is not a date; write it like 2027-03-31"]
            ),
            ("safe", "false", ["safe: must not be there: only an operational flag has a safe value"]),
            ("status", #""of""#, ["status: unknown status \"of\"; did you mean \"off\"?"]),
            (
                "status", #""retired""#,
                ["status: unknown status \"retired\"; it is one of active, off, archived"]
            ),
            (
                "applies", #""next-lunch""#,
                ["applies: unknown moment \"next-lunch\"; did you mean \"next-launch\"?"]
            ),
            (
                "widget", #""Home Widget""#,
                [
                    "widget: \"Home Widget\" is not a widget kind: letters, digits, '.', '_' and '-', starting with "
                        + "a letter, at most 128 characters"
                ]
            ),
            (
                "widget", #""HomeWidgt""#,
                ["widget: no app has a widget HomeWidgt; did you mean \"HomeWidget\"?"]
            ),
            (
                "widget", #""HomeWidget""#,
                ["widget: the flag does not gate HomeWidget in aurora, minimal: add it to its flags there"]
            ),
        ] as [(String, String?, [String])]
    )
    func member(key: String, text: String?, expected: [String]) {
        #expect(faults(ofFlag: Document.flag.with([key: text])) == expected.map { "Flags/demo.json: \($0)" })
    }

    @Test("A flag that gates nothing by its type may be there for a widget that it does not gate")
    func widgetOfTypedFlag() {
        let flag = Document.flag("integer", default: "5").with(["widget": #""HomeWidget""#])
        #expect(faults(ofFlag: flag) == [])
    }

    @Test(
        "What a kind demands is reported, even beside other faults",
        arguments: [
            (
                ["kind": #""release""#],
                [
                    "owner: missing: a release flag is temporary and names its owner and the day it expires",
                    "expires: missing: a release flag is temporary and names its owner and the day it expires",
                ]
            ),
            (
                ["kind": #""release""#, "default": "0", "owner": "\"\"", "expires": #""2027-06-30""#],
                [
                    "owner: must not be empty",
                    "default: 0 is an integer, and the flag is of type boolean",
                ]
            ),
            (["kind": #""release""#, "owner": #""widgets""#, "expires": #""2027-06-30""#], []),
            (["kind": #""operational""#], ["safe: missing: an operational flag names its safe value"]),
            (["kind": #""operational""#, "safe": "false"], []),
            (
                ["kind": #""operational""#, "safe": "true"],
                ["default: false is not the safe value true, which an operational flag falls back to"]
            ),
            (
                ["kind": #""operational""#, "safe": "1"],
                ["safe: 1 is an integer, and the flag is of type boolean"]
            ),
            (
                ["kind": #""experiment""#, "safe": "false"],
                ["safe: must not be there: only an operational flag has a safe value"]
            ),
        ] as [([String: String], [String])]
    )
    func kinds(changes: [String: String], expected: [String]) {
        let flag = changes.reduce(Document.flag) { $0.with([$1.key: $1.value]) }
        #expect(faults(ofFlag: flag) == expected.map { "Flags/demo.json: \($0)" })
    }

    @Test("A type that cannot be read hides nothing that can be checked without it")
    func unreadableType() {
        let flag = Document.flag.with([
            "kind": #""release""#, "type": #""boolaen""#, "owner": "1",
            "rules": #"[{"name": "old", "when": {"appVersion": ">>2"}, "value": 1}]"#,
            "rollout": #"{"value": 1, "schedule": "apple-phasd"}"#,
        ])
        #expect(
            faults(ofFlag: flag) == [
                "Flags/demo.json: type: unknown type \"boolaen\"; did you mean \"boolean\"?",
                "Flags/demo.json: owner: expected a string, found an integer",
                "Flags/demo.json: rules[0].when.appVersion: \">>2\" is not a range of versions; write it like "
                    + "\">=2.4 <2.6\", \"<3\" or \"2.4.1\"",
                "Flags/demo.json: rollout.schedule: \"apple-phasd\" is not a schedule; did you mean \"apple-phased\"?",
                "Flags/demo.json: expires: missing: a release flag is temporary and names its owner and the day it "
                    + "expires",
            ]
        )
    }

    @Test(
        "A value is of the flag's type",
        arguments: [
            ("boolean", "true", nil), ("integer", "-3", nil), ("number", "1.5", nil), ("number", "2", nil),
            ("string", "\"\"", nil), ("json", "null", nil), ("json", #"{"a": [1, "b"]}"#, nil),
            ("integer", "1.0", "1.0 is a number, and the flag is of type integer"),
            ("integer", "true", "true is a boolean, and the flag is of type integer"),
            ("number", "\"1\"", "\"1\" is a string, and the flag is of type number"),
            ("string", "[]", "[] is an array, and the flag is of type string"),
            (
                "json", String(repeating: "[", count: 33) + String(repeating: "]", count: 33),
                "a value nested deeper than 32 levels"
            ),
            ("json", String(repeating: "[", count: 32) + String(repeating: "]", count: 32), nil),
        ] as [(String, String, String?)]
    )
    func types(type: String, value: String, fault: String?) {
        #expect(
            faults(ofFlag: .flag(type, default: value))
                == (fault.map { ["Flags/demo.json: default: \($0)"] } ?? [])
        )
    }

    @Test(
        "A rollout that is not what it should be is reported",
        arguments: [
            ("1", [": expected an object, found an integer"]),
            ("{}", [".value: missing", ".schedule: missing"]),
            (
                #"{"value": 1, "schedul": "at-once", "schedule": "at-onec", "salt": ""}"#,
                [
                    ".schedul: unknown key; did you mean \"schedule\"?",
                    ".value: 1 is an integer, and the flag is of type boolean",
                    ".schedule: \"at-onec\" is not a schedule; did you mean \"at-once\"?",
                    ".salt: must not be empty",
                ]
            ),
            (#"{"value": true, "schedule": "250@0d"}"#, [".schedule: 250 is above 100"]),
            (
                #"{"value": false, "schedule": "at-once"}"#,
                [": the value false is the default, so the rollout would change nothing"]
            ),
        ] as [(String, [String])]
    )
    func rollout(text: String, expected: [String]) {
        #expect(
            faults(ofFlag: Document.flag.with(["rollout": text]))
                == expected.map { "Flags/demo.json: rollout\($0)" }
        )
    }

    @Test("A rollout behind a rule for everyone can never be reached")
    func unreachableRollout() {
        let flag = Document.flag.with([
            "rules": #"[{"name": "everyone", "value": true}]"#,
            "rollout": #"{"value": true, "schedule": "at-once"}"#,
        ])
        #expect(
            faults(ofFlag: flag) == [
                "Flags/demo.json: rollout: can never be reached: the rule \"everyone\" matches everyone"
            ]
        )
    }
}
