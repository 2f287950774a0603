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
