import RefreshBudget
import Testing

@Suite("Reduced luminance")
struct DimmedCheckTests {
    private func check(_ families: String, _ more: String) throws -> DimmedCheck {
        DimmedCheck(try Sample(families: families, more: more).profile)
    }

    private let members = #"""
        , "dates": [{"id": "small", "style": "timer", "family": "systemSmall"},
         {"id": "line", "template": "d", "family": "accessoryInline"}],
         "images": [{"id": "photo", "recipe": "small", "family": "systemSmall"},
         {"id": "emblem", "recipe": "emblem-circular", "family": "accessoryCircular"},
         {"id": "big", "recipe": "large", "family": "systemLarge"}]
        """#
    private let families = #"["systemSmall", "systemLarge", "accessoryInline", "accessoryCircular"]"#

    @Test("shows what stands in StandBy and on the Lock Screen, and nothing of the other families")
    func places() throws {
        let undeclared = try check(families, members)
        #expect(!undeclared.isDeclared)
        #expect(undeclared.staysLit == ["small", "line", "photo", "emblem"])
        #expect(undeclared.drops == [])
        // The system dims what is on the Lock Screen by itself.
        #expect(undeclared.withoutDimmedVariant == ["photo"])
        #expect(undeclared.countsSeconds == ["small"])
    }

    @Test("leaves out what is dropped")
    func drops() throws {
        let dropped = try check(families, members + #", "standBy": {"drops": ["photo", "small", "big"]}"#)
        #expect(dropped.isDeclared)
        #expect(dropped.staysLit == ["line", "emblem"])
        #expect(dropped.drops == ["small", "photo"])
        #expect(dropped.withoutDimmedVariant == [])
        #expect(dropped.countsSeconds == [])
    }

    @Test("of a widget that is not in StandBy is only the Lock Screen")
    func notInStandBy() throws {
        let hidden = try check(families, members + #", "standBy": {"shown": false}"#)
        #expect(hidden.staysLit == ["line", "emblem"])
    }

    @Test(
        "text that counts seconds is found",
        arguments: [
            (#""style": "timer""#, true), (#""style": "Relative""#, true), (#""style": "stopwatch""#, true),
            (#""style": "date""#, false), (#""style": "abbreviated""#, false), (#""template": "jm""#, false),
            (#""template": "jms""#, true), (#""template": "HmsSSS""#, true),
            (#""pattern": "HH:mm:ss""#, true),
            (#""pattern": "HH:mm""#, false), (#""pattern": "HH 'hours' mm""#, false),
            (#""pattern": "'s' ss""#, true), (#""pattern": "A""#, true),
        ]
    )
    func seconds(_ format: String, _ counts: Bool) throws {
        let check = try check(
            #"["systemSmall"]"#,
            ", \"dates\": [{\"id\": \"a\", \"family\": \"systemSmall\", \(format)}], \"standBy\": {}"
        )
        #expect(check.countsSeconds == (counts ? ["a"] : []))
    }
}
