import Definitions
import Testing

@Suite("A flag's rules") struct RuleTests {
    /// The faults of a flag with these rules, without the file.
    private func faultsOfRules(_ rules: String) -> [String] {
        let prefix = "Flags/demo.json: rules"
        return faults(ofFlag: Document.flag.with(["rules": rules])).map { fault in
            fault.hasPrefix(prefix) ? String(fault.dropFirst(prefix.count)) : fault
        }
    }

    @Test("Every condition that there is can be written")
    func wellFormed() {
        let when = """
            {"locale": ["ja", "zh-Hant"], "region": ["JP", "419"], "appVersion": ">=2.4 <3", "build": "<=77",
             "osVersion": "18", "device": ["iPhone15,2", "iPad*"], "family": ["systemSmall"],
             "distribution": ["appStore", "testFlight"], "installation": ["6F9619FF"],
             "attributes": {"plan": ["premium", 3, true, 0.5]}}
            """
        #expect(faultsOfRules("[{\"name\": \"all of it\", \"when\": \(when), \"value\": true}]") == [])
        #expect(faultsOfRules("[]") == [])
    }

    @Test("There may be a thousand, and no more, so that comparing each with each ends soon")
    func limit() {
        #expect(faultsOfRules(Document.rules(1000)) == [])
        #expect(faultsOfRules(Document.rules(1001)) == [": 1001 rules; at most 1000 are allowed"])
    }

    @Test(
        "A rule that cannot be read is reported",
        arguments: [
            ("{}", [": expected an array, found an object"]),
            ("[1]", ["[0]: expected an object, found an integer"]),
            ("[{}]", ["[0].name: missing", "[0].value: missing"]),
            (
                #"[{"name": "", "value": 1, "if": 2}]"#,
                [
                    "[0].if: unknown key", "[0].name: must not be empty",
                    "[0].value: 1 is an integer, and the flag is of type boolean",
                ]
            ),
            (
                #"[{"name": "rollout", "value": true}]"#,
                ["[0].name: \"rollout\" names a layer of every decision; choose another name"]
            ),
            (
                "[{\"name\": \"\(String(repeating: "é", count: 33))\", \"value\": true}]",
                ["[0].name: longer than 64 bytes"]
            ),
            (
                #"[{"name": "a", "value": true, "when": {"region": ["JP"]}}, "#
                    + #"{"name": "a", "value": true, "when": {"region": ["DE"]}}]"#,
                ["[1]: the name \"a\" stands twice"]
            ),
            (
                #"[{"name": "a", "value": true, "when": {}}]"#,
                ["[0].when: has no condition; leave \"when\" out if the rule is for everyone"]
            ),
            (
                #"[{"name": "a", "value": true, "when": {"attributes": {}}}]"#,
                ["[0].when.attributes: has no attribute; leave it out"]
            ),
        ] as [(String, [String])]
    )
    func unreadable(rules: String, expected: [String]) { #expect(faultsOfRules(rules) == expected) }

    @Test(
        "A condition that cannot be read is reported",
        arguments: [
            (#""locales": ["ja"]"#, "locales: unknown key; did you mean \"locale\"?"),
            (#""locale": "ja""#, "locale: expected an array, found a string"),
            (#""locale": []"#, "locale: must have at least one element"),
            (
                #""locale": ["ja", "ja_jap"]"#,
                "locale[1]: \"ja_jap\" is not a locale: \"jap\" is out of place; "
                    + "write it like zh-Hant-TW"
            ),
            (#""region": ["JP", "JP", "DE", "DE"]"#, "region[1]: stands twice\nregion[3]: stands twice"),
            (
                #""appVersion": ">=2.x""#,
                "appVersion: \"2.x\" is not a version; write numbers joined by dots, such as 2.4.1 or 3.0-beta.2"
            ),
            (
                #""appVersion": ">=2.04""#,
                "appVersion: \"2.04\" is ambiguous: write the part \"04\" without leading zeros"
            ),
            (#""build": ">2 >3""#, "build: \">2 >3\" bounds the same end twice"),
            (#""osVersion": ">=18 <17""#, "osVersion: \">=18 <17\" holds no version at all"),
            (#""osVersion": 18"#, "osVersion: expected a string, found an integer"),
            (
                #""device": ["*Phone"]"#,
                "device[0]: \"*Phone\" is not a device; write it like iPhone15,2 or iPad*"
            ),
            (
                #""family": ["systemsmall"]"#,
                "family[0]: unknown widget family \"systemsmall\"; did you mean \"systemSmall\"?"
            ),
            (
                #""distribution": ["beta"]"#,
                "distribution[0]: unknown distribution \"beta\"; it is one of appStore, testFlight"
            ),
            (#""installation": [""]"#, "installation[0]: must not be empty"),
            (#""attributes": ["plan"]"#, "attributes: expected an object, found an array"),
            (#""attributes": {"": ["premium"]}"#, "attributes[\"\"]: must not be empty"),
            (#""attributes": {"plan": []}"#, "attributes.plan: must have at least one element"),
            (
                #""attributes": {"plan": [null]}"#,
                "attributes.plan[0]: expected a string, a number, true or false, found null"
            ),
        ]
    )
    func condition(text: String, expected: String) {
        let rules = "[{\"name\": \"a\", \"when\": {\(text)}, \"value\": true}]"
        #expect(faultsOfRules(rules) == expected.split(separator: "\n").map { "[0].when.\($0)" })
    }

    @Test(
        "A rule that can never match because an earlier one always does is reported",
        arguments: [
            ("{}", "{\"region\": [\"JP\"]}"),
            (#"{"region": ["JP", "DE"]}"#, #"{"region": ["DE"]}"#),
            (#"{"locale": ["zh-Hant"]}"#, #"{"locale": ["zh_Hant_TW"], "region": ["TW"]}"#),
            (#"{"appVersion": ">=2"}"#, #"{"appVersion": ">2.4 <3"}"#),
            (#"{"build": "<100"}"#, #"{"build": "99"}"#),
            (#"{"osVersion": ">=17"}"#, #"{"osVersion": "17.0.0"}"#),
            (#"{"device": ["iPhone*"]}"#, #"{"device": ["iPhone15,2", "iPhone14,*"]}"#),
            (#"{"family": ["systemSmall", "systemLarge"]}"#, #"{"family": ["systemLarge"]}"#),
            (
                #"{"distribution": ["testFlight"]}"#,
                #"{"distribution": ["testFlight"], "family": ["systemSmall"]}"#
            ),
            (#"{"installation": ["A", "B"]}"#, #"{"installation": ["B"]}"#),
            (#"{"attributes": {"plan": ["a", "b"]}}"#, #"{"attributes": {"plan": ["b"], "age": [3]}}"#),
        ]
    )
    func shadowed(first: String, second: String) {
        let whenFirst = first == "{}" ? "" : "\"when\": \(first), "
        let rules = """
            [{"name": "first", \(whenFirst)"value": true},
             {"name": "other", "when": {"attributes": {"other": [1]}}, "value": true},
             {"name": "last", "when": \(second), "value": true}]
            """
        let never = "can never match: whenever it would, the earlier rule \"first\" does"
        let expected = first == "{}" ? ["[1]: \(never)", "[2]: \(never)"] : ["[2]: \(never)"]
        #expect(faultsOfRules(rules) == expected)
    }

    @Test(
        "A rule that is only partly overtaken has no fault",
        arguments: [
            (#"{"region": ["JP"]}"#, #"{"region": ["JP", "DE"]}"#),
            (#"{"locale": ["zh-Hant"]}"#, #"{"locale": ["zh"]}"#),
            (#"{"appVersion": ">2.4"}"#, #"{"appVersion": ">=2.4"}"#),
            (#"{"region": ["JP"], "family": ["systemSmall"]}"#, #"{"region": ["JP"]}"#),
            (#"{"device": ["iPhone15,2"]}"#, #"{"device": ["iPhone15,*"]}"#),
            (#"{"attributes": {"plan": ["a"]}}"#, #"{"attributes": {"tier": ["a"]}}"#),
            (#"{"appVersion": ">=2"}"#, #"{"build": ">=2"}"#),
        ]
    )
    func reachable(first: String, second: String) {
        let rules = """
            [{"name": "first", "when": \(first), "value": true}, {"name": "last", "when": \(second), "value": true}]
            """
        #expect(faultsOfRules(rules) == [])
    }

    @Test("A rule that cannot be read does not hide that another can never match")
    func shadowedBesideUnreadable() {
        let rules = """
            [{"name": "first", "when": {"region": ["JP"]}, "value": true}, {"name": "bad", "value": 1},
             {"name": "last", "when": {"region": ["JP"]}, "value": true}]
            """
        #expect(
            faultsOfRules(rules) == [
                "[1].value: 1 is an integer, and the flag is of type boolean",
                "[2]: can never match: whenever it would, the earlier rule \"first\" does",
            ]
        )
    }
}
