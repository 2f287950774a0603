import StrictJSON
import Testing

@Suite struct JSONFieldTests {
    private func findings(in text: String, _ read: (JSONField) -> Void) throws -> [String] {
        let findings = Findings(unknownKeys: .refuse)
        read(JSONField(try JSON(parsing: Array(text.utf8)), findings: findings))
        return findings.all.map { "\($0.path): \($0.message)" }
    }

    @Test("Every fault of an object is reported in one reading, each with its path")
    func everything() throws {
        let text =
            #"{"nmae": 1, "percent": 250, "on": "yes", "list": ["a", 2], "deep": {"a b": [{"x": null}]}}"#
        let found = try findings(in: text) { field in
            let object = field.object(["name", "percent", "on", "list", "deep"])
            _ = object?.required("name")
            _ = object?.optional("percent")?.integer(in: 0...100)
            _ = object?.optional("on")?.bool()
            _ = object?.optional("list")?.list { $0.string() }
            for (_, member) in object?.optional("deep")?.members() ?? [] {
                _ = member.elements()?.first?.object(["x"])?.required("x")?.string()
            }
        }
        #expect(
            found == [
                "nmae: unknown key; did you mean \"name\"?",
                "name: missing",
                "percent: 250 is above 100",
                "on: expected true or false, found a string",
                "list[1]: expected a string, found an integer",
                "deep[\"a b\"][0].x: expected a string, found null",
            ]
        )
    }

    @Test("A name out of a fixed set gets the nearest one, or the whole set")
    func oneOf() throws {
        let read: (JSONField) -> Void = { _ = $0.oneOf([("timer", 1), ("static", 2)], what: "pattern") }
        #expect(
            try findings(in: "\"tiemr\"", read) == [": unknown pattern \"tiemr\"; did you mean \"timer\"?"]
        )
        #expect(
            try findings(in: "\"hourly\"", read) == [
                ": unknown pattern \"hourly\"; it is one of timer, static"
            ]
        )
        #expect(try findings(in: "\"static\"", read) == [])
    }

    @Test("Names that are too many to be read are not listed, nor are none at all")
    func longSet() throws {
        let twelve = (1...12).map { ("name\($0)", $0) }
        #expect(
            try findings(in: "\"weather\"") { _ = $0.oneOf(twelve, what: "flag") } == [
                ": unknown flag \"weather\"; it is one of \(twelve.map(\.0).joined(separator: ", "))"
            ]
        )
        let names = [twelve + [("name13", 13)], []]
        for names in names {
            #expect(
                try findings(in: "\"weather\"") { _ = $0.oneOf(names, what: "flag") } == [
                    ": unknown flag \"weather\""
                ]
            )
        }
    }

    @Test(
        "A text says something, on one line, within its limit",
        arguments: [
            ("\"a b\"", []), ("\"端末\"", []), ("1", [": expected a string, found an integer"]),
            ("\"\"", [": must not be empty"]), ("\" \u{3000}\"", [": must not be empty"]),
            ("\"a\\u0085\"", [": holds a control character"]), ("\"端末端\"", [": longer than 8 bytes"]),
        ]
    )
    func text(text: String, expected: [String]) throws {
        #expect(try findings(in: text) { _ = $0.text(limit: 8) } == expected)
    }

    @Test("A finding that was met before is not added again")
    func once() {
        let findings = Findings(unknownKeys: .refuse)
        for _ in 1...2 { findings.add("missing", at: .key(.root, "a")) }
        findings.add("missing", at: .key(.root, "b"))
        #expect(findings.all.map { "\($0.path)" } == ["a", "b"])
        #expect(findings.contains(Finding(path: .key(.root, "a"), message: "missing")))
        #expect(!findings.contains(Finding(path: .root, message: "missing")))
    }

    @Test("Members of another object take the place of the named ones alone, and keep their paths")
    func replacing() throws {
        let findings = Findings(unknownKeys: .ignore)
        let object = try #require(JSONField(["a": 1, "b": 2], findings: findings).object([]))
        let path = JSONPath.key(.root, "other")
        let other = try #require(
            JSONField(["a": 3, "b": 4, "c": 5], path: path, findings: findings).object([])
        )
        let replaced = object.replacing(["a", "c", "d"], from: other)
        let fields = ["a", "b", "c", "d"].compactMap { replaced.optional($0) }
        #expect(fields.map(\.value) == [3, 2, 5])
        #expect(fields.map { "\($0.path)" } == ["other.a", "b", "other.c"])
        #expect(fields.map { $0.path.isWithin(path) } == [true, false, true])
        #expect(path.isWithin(path) && path.isWithin(.root) && !JSONPath.root.isWithin(path))
    }

    @Test("A reader of newer documents passes over keys that it does not know")
    func ignoring() throws {
        let findings = Findings(unknownKeys: .ignore)
        let field = JSONField(["a": 1, "new": 2], findings: findings)
        let object = try #require(field.object(["a"]))
        #expect(findings.all.isEmpty)
        #expect(object.holdsKeys(besides: ["a"]))
        #expect(!object.holdsKeys(besides: ["a", "new"]))
    }
}
