import Definitions
import Rollout
import Testing
import TestSupport

@Suite("A set of definitions") struct DefinitionsTests {
    private func file(_ name: String, _ bytes: [UInt8]) -> [String] {
        faults(
            in: files(apps: ["aurora": Document.app().text], flags: ["widget_enabled": Document.flag.text])
                + [DefinitionFile(folder: .flags, name: name, bytes: bytes)]
        )
    }

    @Test("Faults of many files are reported in one run, apps first, in the order of their names")
    func everything() {
        let apps = [
            "minimal": Document.app("minimal").with(["locales": "[]", "urlSchema": "1"]).text,
            "Beta": "{}",
            "aurora": "{\"name\": }",
            "cute": Document.app("cute").text,
        ]
        let flags = [
            "widget_enabled": Document.flag.with(["default": "0"]).text,
            "tap-target": Document.flag.with(["kind": #""releas""#]).text,
            "rest": Document.flag.with(["apps": #"{"aurora": {"status": "on"}, "Beta": {"default": true}}"#])
                .text,
        ]
        let expected = [
            "Apps/Beta.json: the file's name: \"Beta\" is not an app name: lower-case letters and digits in words "
                + "joined by '-', starting with a letter, at most 64 characters, not \"all\"",
            "Apps/Beta.json: name: missing", "Apps/Beta.json: bundleID: missing",
            "Apps/Beta.json: appGroup: missing",
            "Apps/Beta.json: minimumOS: missing", "Apps/Beta.json: urlScheme: missing",
            "Apps/Beta.json: locales: missing", "Apps/Beta.json: widgets: missing",
            "Apps/aurora.json: line 1, column 10: expected a value",
            "Apps/minimal.json: urlSchema: unknown key; did you mean \"urlScheme\"?",
            "Apps/minimal.json: locales: must have at least one element",
            "Flags/rest.json: apps.aurora.status: unknown status \"on\"; it is one of active, off, archived",
            "Flags/tap-target.json: the file's name: \"tap-target\" is not a flag key: lower-case letters and digits "
                + "in words joined by '_', starting with a letter, at most 64 characters",
            "Flags/tap-target.json: kind: unknown kind \"releas\"; did you mean \"release\"?",
            "Flags/widget_enabled.json: default: 0 is an integer, and the flag is of type boolean",
        ]
        let all = files(apps: apps, flags: flags)
        #expect(faults(in: all) == expected)
        #expect(faults(in: all.reversed()) == expected)
    }

    @Test("The hundredth wrong name of a file is the last for which the nearest is looked for")
    func hints() {
        let gates = (100..<300).map { "\"widget_enabled\($0)\"" }.joined(separator: ", ")
        let app = Document.app(widget: Document.widget.with(["flags": "[\(gates)]"])).text
        let found = faults(in: files(apps: ["aurora": app], flags: ["widget_enabled": Document.flag.text]))
        #expect(found.count == 200)
        #expect(found.count { $0.hasSuffix("; did you mean \"widget_enabled\"?") } == 100)
    }

    @Test(
        "A key that stands twice is reported beside the other faults, also where two spellings are one text"
    )
    func duplicates() {
        #expect(
            faults(
                ofFlag:
                    #"{"kind": "permission", "type": "boolean", "default": 1, "default": 0, "é": 1, "e\u0301": 2}"#
            )
                == [
                    "Flags/demo.json: default: stands twice",
                    "Flags/demo.json: [\"é\"]: stands twice",
                    "Flags/demo.json: [\"é\"]: unknown key",
                    "Flags/demo.json: description: missing",
                    "Flags/demo.json: default: 0 is an integer, and the flag is of type boolean",
                ]
        )
    }

    @Test(
        "A file that is no JSON object is reported with the place where that shows",
        arguments: [
            ("", "line 1, column 1: the text ends where a value should be"),
            ("[]", "expected an object, found an array"),
            ("{\n  \"kind\": \"release\",\n}", "line 3, column 1: a comma before the end; remove it"),
            ("// a flag\n{}", "line 1, column 1: expected a value"),
            ("\u{FEFF}{}", "line 1, column 1: a byte order mark; save the text as UTF-8 without one"),
            (
                Shown("{\"default\": \(String(repeating: "[", count: 100_000))"),
                "line 1, column 76: nested deeper than 64 levels"
            ),
        ] as [(Shown<String>, String)]
    )
    func notJSON(text: Shown<String>, fault: String) {
        #expect(file("demo", Array(text.value.utf8)) == ["Flags/demo.json: \(fault)"])
    }

    @Test("A file in another encoding is reported as such")
    func encodings() {
        let fault = "Flags/demo.json: line 1, column 1: the text is not UTF-8; save it as UTF-8"
        #expect(file("demo", [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]) == [fault])
        #expect(file("demo", [0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D]) == [fault])
        #expect(file("demo", [0x7B, 0x00, 0x7D, 0x00]) == [fault])
        let latin1 = Array("{\"description\": \"caf".utf8) + [0xE9] + Array("\"}".utf8)
        #expect(file("demo", latin1) == ["Flags/demo.json: line 1, column 22: a string that is not UTF-8"])
    }

    @Test(
        "The name of a file follows the rule for what it defines",
        arguments: ["Demo", "demo-flag", "demo__flag", "demo_", "_demo", "1demo", "", "démo"]
    )
    func names(name: String) {
        #expect(
            file(name, Array(Document.flag.text.utf8)) == [
                "Flags/\(name).json: the file's name: \"\(name)\" is not a flag key: lower-case letters and digits in "
                    + "words joined by '_', starting with a letter, at most 64 characters"
            ]
        )
    }

    @Test("An app cannot be called all, which in commands means every app")
    func all() {
        let found = faults(
            in: files(
                apps: ["all": Document.app("everything").text],
                flags: ["widget_enabled": Document.flag.text]
            )
        )
        #expect(
            found == [
                "Apps/all.json: the file's name: \"all\" is not an app name: lower-case letters and digits in words "
                    + "joined by '-', starting with a letter, at most 64 characters, not \"all\""
            ]
        )
    }

    @Test("Without any app that is the first fault, and flags are checked all the same")
    func noApps() {
        let none = "Apps: no app is defined; describe each in a file of its own, such as Apps/my-app.json"
        #expect(faults(in: []) == [none])
        #expect(
            faults(in: files(apps: [:], flags: ["demo": Document.flag.with(["kind": nil]).text])) == [
                none, "Flags/demo.json: kind: missing",
            ]
        )
    }

    @Test("Apps without any flag are in order, and come in the order of their names")
    func noFlags() throws {
        let widget = Document.widget.with(["flags": nil])
        let second = Document.app("a-b").with(["widgets": "{\"HomeWidget\": \(widget.text)}"])
        let third = Document.app("a").with(["widgets": "{\"HomeWidget\": \(widget.text)}"])
        let definitions = try Definitions(
            files(
                apps: ["aurora": Document.app(widget: widget).text, "a-b": second.text, "a": third.text],
                flags: [:]
            )
        )
        #expect(definitions.apps.map(\.profile.id.text) == ["a", "a-b", "aurora"])
        #expect(definitions.apps.allSatisfy { $0.flags.isEmpty })
    }

    @Test("An app whose file is at fault is no unknown app, and its widgets are not missed")
    func unreadableApp() {
        let flag = Document.flag.with([
            "widget": #""LockWidget""#, "apps": #"{"minimal": {"status": "off"}}"#,
        ])
        let apps = ["aurora": Document.app().text, "minimal": "{"]
        #expect(
            faults(in: files(apps: apps, flags: ["widget_enabled": Document.flag.text, "demo": flag.text]))
                == [
                    "Apps/minimal.json: line 1, column 2: expected a key in double quotes"
                ]
        )
    }

    @Test("A hostile file with very many faults is refused in reasonable time and with all of them")
    func manyFaults() {
        let keys = (0..<10_000).map { "\"key\($0)\":0" }.joined(separator: ",")
        #expect(file("demo", Array("{\(keys)}".utf8)).count == 10_004)
    }
}
