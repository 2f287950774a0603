import Definitions
import Rollout
import StrictJSON
import Testing
import TestSupport

@Suite("A flag's prerequisites") struct PrerequisiteTests {
    private func wanting(_ flags: [String]) -> Document {
        let list = flags.map { "{\"flag\": \"\($0)\", \"value\": true}" }.joined(separator: ", ")
        return Document.flag.with(["prerequisites": "[\(list)]"])
    }

    /// The faults of boolean flags that want each other, beside one app.
    private func faultsOfGraph(_ graph: [String: [String]]) -> [String] {
        var flags = graph.mapValues { wanting($0).text }
        flags["widget_enabled"] = Document.flag.text
        return faults(in: files(apps: ["aurora": Document.app().text], flags: flags))
    }

    @Test(
        "A prerequisite that is not what it should be is reported",
        arguments: [
            (#"[{"flag": "tap_target", "value": "app"}]"#, []),
            ("{}", [": expected an array, found an object"]),
            ("[{}]", ["[0].flag: missing", "[0].value: missing"]),
            (
                #"[{"flag": "tap_targte", "value": "app", "vlaue": 1}]"#,
                [
                    "[0].vlaue: unknown key; did you mean \"value\"?",
                    "[0].flag: unknown flag \"tap_targte\"; did you mean \"tap_target\"?",
                ]
            ),
            (
                #"[{"flag": "weather", "value": "app"}]"#,
                ["[0].flag: unknown flag \"weather\"; it is one of demo, tap_target, widget_enabled"]
            ),
            (
                #"[{"flag": "tap_target", "value": true}]"#,
                ["[0].value: true is a boolean, and the flag is of type string"]
            ),
            (
                #"[{"flag": "tap_target", "value": "a"}, {"flag": "tap_target", "value": "b"}]"#,
                ["[1]: the flag tap_target stands twice; it can have one value at a time"]
            ),
            (#"[{"flag": "demo", "value": true}]"#, [": a cycle of prerequisites: demo → demo"]),
        ] as [(String, [String])]
    )
    func unreadable(text: String, expected: [String]) {
        #expect(
            faults(ofFlag: Document.flag.with(["prerequisites": text]))
                == expected.map { "Flags/demo.json: prerequisites\($0)" }
        )
    }

    @Test("A cycle is reported once, at its first flag, and not at those that lead into it")
    func cycle() {
        #expect(
            faultsOfGraph(["a": ["d"], "b": ["c"], "c": ["d"], "d": ["b"], "x": ["y"], "y": ["x"]]) == [
                "Flags/b.json: prerequisites: a cycle of prerequisites: b → c → d → b",
                "Flags/x.json: prerequisites: a cycle of prerequisites: x → y → x",
            ]
        )
    }

    @Test("More than four prerequisites, of one flag or in a row, are reported once where they are mended")
    func limits() {
        #expect(faultsOfGraph(["a": ["b"], "b": ["c"], "c": ["d"], "d": ["e"], "e": []]) == [])
        #expect(
            faultsOfGraph(["z": ["a"], "a": ["b"], "b": ["c"], "c": ["d"], "d": ["e"], "e": ["f"], "f": []])
                == [
                    "Flags/a.json: prerequisites: more than 4 prerequisites in a row: a → b → c → d → e → f"
                ]
        )
        #expect(
            faultsOfGraph([
                "z": ["a"], "a": ["b", "c", "d", "e", "f"], "b": [], "c": [], "d": [], "e": [], "f": [],
            ]) == [
                "Flags/a.json: prerequisites: 5 prerequisites; at most 4 are allowed"
            ]
        )
    }

    @Test("A flag that applies at the next launch waits for no flag that applies at once, in any app")
    func moments() {
        let later = #""next-launch""#
        let wanted = #"[{"flag": "widget_enabled", "value": true}]"#
        let fault =
            "widget_enabled applies at once, and this flag with it, though it is to apply at the next launch; "
            + "let both apply at the same time"
        func found(_ demo: Document, _ gate: Document = .flag) -> [String] {
            faults(
                in: files(
                    apps: ["aurora": Document.app().text],
                    flags: ["demo": demo.text, "widget_enabled": gate.text]
                )
            )
        }
        let waiting = Document.flag.with(["applies": later, "prerequisites": wanted])
        #expect(found(waiting) == ["Flags/demo.json: prerequisites: \(fault)"])
        #expect(found(waiting, Document.flag.with(["applies": later])) == [])
        #expect(found(Document.flag.with(["prerequisites": wanted]), .flag.with(["applies": later])) == [])
        let differing = Document.flag.with([
            "applies": later, "apps": "{\"aurora\": {\"prerequisites\": \(wanted)}}",
        ])
        #expect(found(differing) == ["Flags/demo.json: apps.aurora.prerequisites: \(fault)"])
    }

    @Test("What is accepted here is accepted where decisions are made, and nothing else is")
    func agreesWithConfiguration() throws {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        let names = (0..<8).map { "f\($0)" }
        var accepted = 0
        for _ in 0..<300 {
            let density = Int.random(in: 1...9, using: &generator)
            let graph = Dictionary(
                uniqueKeysWithValues: names.map { name in
                    (name, names.filter { _ in Int.random(in: 0..<30, using: &generator) < density })
                }
            )
            let flags = try graph.map { name, wanted in
                Flag(
                    key: try FlagKey(name),
                    defaultValue: .boolean(false),
                    prerequisites: try wanted.map {
                        Flag.Prerequisite(flag: try FlagKey($0), value: .boolean(true))
                    }
                )
            }
            let app = try AppID("aurora")
            let isAccepted =
                (try? AppConfiguration(app: app, revision: 0, flags: flags, widgets: [], kills: [])) != nil
            #expect(faultsOfGraph(graph).isEmpty == isAccepted, "\(seed): \(graph)")
            accepted += isAccepted ? 1 : 0
        }
        #expect(
            (30...270).contains(accepted),
            "\(seed): both sides must occur, accepted \(accepted) of 300"
        )
    }

    @Test("A flag whose own file is at fault is no unknown flag to those that wait for it")
    func unreadablePrerequisite() {
        let flags = [
            "widget_enabled": Document.flag.text, "broken": "{",
            "typeless": Document.flag.with(["type": "1"]).text,
            "demo": wanting(["broken", "typeless"]).text,
        ]
        #expect(
            faults(in: files(apps: ["aurora": Document.app().text], flags: flags)) == [
                "Flags/broken.json: line 1, column 2: expected a key in double quotes",
                "Flags/typeless.json: type: expected a string, found an integer",
            ]
        )
    }
}
