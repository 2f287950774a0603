import Definitions
import Rollout
import Testing

@Suite("What differs between apps") struct DifferenceTests {
    /// The flag `demo` as an app has it.
    private func demo(_ document: Document, in app: String) throws -> FlagDefinition {
        let definitions = try Definitions(
            files(
                apps: ["aurora": Document.app().text, "minimal": Document.app("minimal").text],
                flags: ["widget_enabled": Document.flag.text, "demo": document.text]
            )
        )
        let found = try #require(definitions.apps.first { $0.profile.id.text == app })
        return try #require(found.flags.first { $0.key.text == "demo" })
    }

    @Test(
        "Each key of a difference takes the place of the common one, whole; other keys and apps keep theirs"
    )
    func replacing() throws {
        let flag = Document.flag("integer", default: "1").with([
            "rules": #"[{"name": "a", "when": {"region": ["JP"]}, "value": 2}, {"name": "b", "value": 3}]"#,
            "prerequisites": #"[{"flag": "widget_enabled", "value": true}]"#,
            "apps": """
            {"minimal": {"default": 7, "status": "off", "prerequisites": [],
                "rules": [{"name": "c", "when": {"region": ["DE"]}, "value": 8}],
                "rollout": {"value": 9, "schedule": "at-once"}}}
            """,
        ])
        let common = try demo(flag, in: "aurora")
        #expect(common.defaultValue == .integer(1))
        #expect(common.status == .active)
        #expect(common.rules.map(\.name) == ["a", "b"])
        #expect(common.prerequisites.map(\.flag.text) == ["widget_enabled"])
        #expect(common.rollout == nil)
        let different = try demo(flag, in: "minimal")
        #expect(different.defaultValue == .integer(7))
        #expect(different.status == .off)
        #expect(different.rules.map(\.name) == ["c"])
        #expect(different.prerequisites == [])
        #expect(different.rollout?.value == .integer(9))
        #expect(different.description == common.description)
    }

    @Test("A difference in one key leaves the others as they are for all")
    func others() throws {
        let flag = Document.flag.with([
            "rules": #"[{"name": "a", "value": true}]"#, "apps": #"{"minimal": {"status": "archived"}}"#,
        ])
        let different = try demo(flag, in: "minimal")
        #expect(different.status == .archived)
        #expect(different.rules == (try demo(flag, in: "aurora")).rules)
        #expect(different.defaultValue == .boolean(false))
    }

    @Test(
        "A difference that is not what it should be is reported",
        arguments: [
            ("[]", [": expected an object, found an array"]),
            ("{}", []),
            (#"{"minimal": 1}"#, [".minimal: expected an object, found an integer"]),
            (#"{"minimal": {}}"#, [".minimal: differs in nothing; leave it out"]),
            (
                #"{"minimla": {"default": true}}"#,
                [".minimla: there is no app of that name; did you mean \"minimal\"?"]
            ),
            (
                #"{"weather": {"default": 1}}"#,
                [
                    ".weather: there is no app of that name",
                    ".weather.default: 1 is an integer, and the flag is of type boolean",
                ]
            ),
            (
                #"{"minimal": {"defualt": true, "kind": "release", "owner": "me"}}"#,
                [
                    ".minimal.defualt: unknown key; did you mean \"default\"?",
                    ".minimal.kind: cannot differ between apps; it stands once for all of them",
                    ".minimal.owner: cannot differ between apps; it stands once for all of them",
                ]
            ),
            (
                #"{"aurora": {"default": 1}, "minimal": {"rules": [{"name": "x", "value": 0}]}}"#,
                [
                    ".aurora.default: 1 is an integer, and the flag is of type boolean",
                    ".minimal.rules[0].value: 0 is an integer, and the flag is of type boolean",
                ]
            ),
            (
                #"{"aurora": {"rules": [{"name": "x", "value": true}, {"name": "y", "value": true}]}}"#,
                [".aurora.rules[1]: can never match: whenever it would, the earlier rule \"x\" does"]
            ),
        ] as [(String, [String])]
    )
    func unreadable(text: String, expected: [String]) {
        #expect(
            faults(ofFlag: Document.flag.with(["apps": text]))
                == expected.map { "Flags/demo.json: apps\($0)" }
        )
    }

    @Test("A fault that all apps share is reported once, though every app differs elsewhere")
    func sharedFault() {
        let flag = Document.flag.with([
            "rules": #"[{"name": "a", "value": 1}]"#,
            "apps": #"{"aurora": {"rules": []}, "minimal": {"status": "off"}}"#,
        ])
        #expect(
            faults(ofFlag: flag) == [
                "Flags/demo.json: rules[0].value: 1 is an integer, and the flag is of type boolean"
            ]
        )
    }

    @Test("What is wrong only together with a difference is reported at the difference")
    func combination() {
        let flag = Document.flag.with([
            "kind": #""operational""#, "safe": "false", "rollout": #"{"value": true, "schedule": "at-once"}"#,
            "apps": #"{"aurora": {"rules": [{"name": "all", "value": true}]}, "minimal": {"default": true}}"#,
        ])
        #expect(
            faults(ofFlag: flag) == [
                "Flags/demo.json: apps.aurora: with this difference, rollout: can never be reached: the rule \"all\" "
                    + "matches everyone",
                "Flags/demo.json: apps.minimal.default: true is not the safe value false, which an operational flag "
                    + "falls back to",
                "Flags/demo.json: apps.minimal: with this difference, rollout: the value true is the default, so the "
                    + "rollout would change nothing",
            ]
        )
    }

    @Test("A cycle that only one app has is reported at its difference")
    func cycle() {
        let first = Document.flag.with([
            "apps": #"{"minimal": {"prerequisites": [{"flag": "second", "value": true}]}}"#
        ])
        let second = Document.flag.with(["prerequisites": #"[{"flag": "first", "value": true}]"#])
        let flags = ["widget_enabled": Document.flag.text, "first": first.text, "second": second.text]
        let apps = ["aurora": Document.app().text, "minimal": Document.app("minimal").text]
        #expect(
            faults(in: files(apps: apps, flags: flags)) == [
                "Flags/first.json: apps.minimal.prerequisites: a cycle of prerequisites: first → second → first"
            ]
        )
        let waiting = Document.flag.with(["prerequisites": #"[{"flag": "second", "value": true}]"#])
        let differing = Document.flag.with([
            "apps": #"{"minimal": {"prerequisites": [{"flag": "first", "value": true}]}}"#
        ])
        let renamed = ["widget_enabled": Document.flag.text, "first": waiting.text, "second": differing.text]
        #expect(
            faults(in: files(apps: apps, flags: renamed)) == [
                "Flags/first.json: prerequisites: in minimal, a cycle of prerequisites: first → second → first"
            ]
        )
    }
}
