import Definitions
import Rollout
import Testing

@Suite("Schedules") struct ScheduleTests {
    private func steps(_ text: String) throws -> [String] {
        try Schedule(parsing: text).steps.map { "\($0.percent)@\($0.after)" }
    }

    @Test("Apple's phased release is 1, 2, 5, 10, 20, 50 and 100 percent, a step a day")
    func apple() throws {
        #expect(
            try steps("apple-phased") == [
                "1@0", "2@86400", "5@172800", "10@259200", "20@345600", "50@432000", "100@518400",
            ]
        )
        #expect(try Schedule(parsing: "apple-phased").text == Schedule.applePhasedName)
    }

    @Test("Every built-in schedule can be read by its name and ends with everyone")
    func builtIn() throws {
        #expect(Schedule.builtIn.map(\.name) == ["apple-phased", "at-once"])
        for (name, list) in Schedule.builtIn {
            #expect(try steps(name) == steps(list))
            #expect(try Schedule(parsing: name).steps.last?.percent == .all)
        }
    }

    @Test(
        "A list of steps is read with its units",
        arguments: [
            ("5@0d,25@2d,100@5d", ["5@0", "25@172800", "100@432000"]),
            ("0.0001@0m,50@30m,99.5@12h", ["0.0001@0", "50@1800", "99.5@43200"]),
            ("10%@1d", ["10@86400"]),
            ("1@366d", ["1@31622400"]),
        ]
    )
    func lists(text: String, expected: [String]) throws {
        #expect(try steps(text) == expected)
        #expect(try Schedule(parsing: text).text == text)
    }

    @Test(
        "What is no schedule is refused with what would be one",
        arguments: [
            (
                "",
                "\"\" is not a schedule; write one of apple-phased, at-once, or steps such as 5@0d,25@2d,100@5d"
            ),
            ("apple_phased", "\"apple_phased\" is not a schedule; did you mean \"apple-phased\"?"),
            (
                "slowly",
                "\"slowly\" is not a schedule; write one of apple-phased, at-once, or steps such as 5@0d,25@2d,100@5d"
            ),
            (
                "5@0d,",
                "\"5@0d,\" is not a schedule; write one of apple-phased, at-once, or steps such as 5@0d,25@2d,100@5d"
            ),
            (
                "5@0d, 9@1d",
                "\" 9\" is not a percentage; write it like 5 or 0.25"
            ),
            (
                "5@2w",
                "\"5@2w\" is not a schedule; write one of apple-phased, at-once, or steps such as 5@0d,25@2d,100@5d"
            ),
            (
                "5@+2d",
                "\"5@+2d\" is not a schedule; write one of apple-phased, at-once, or steps such as 5@0d,25@2d,100@5d"
            ),
            (
                "5@d",
                "\"5@d\" is not a schedule; write one of apple-phased, at-once, or steps such as 5@0d,25@2d,100@5d"
            ),
            ("x@0d", "\"x\" is not a percentage; write it like 5 or 0.25"),
            ("250@0d", "250 is above 100"),
            ("0.00001@0d", "1e-05 has more than four decimals"),
            ("0@0d,5@1d", "\"0@0d,5@1d\": a step of 0 percent enrols nobody"),
            ("5@0d,5@1d", "\"5@0d,5@1d\": the step 5@1d does not rise above the one before it"),
            ("5@1d,6@24h", "\"5@1d,6@24h\": the step 6@24h does not rise above the one before it"),
            ("5@367d", "\"5@367d\": the step 5@367d is more than a year after the start"),
            (
                "5@99999999999999999999d",
                "\"5@99999999999999999999d\": the step 5@99999999999999999999d is more than a year after the start"
            ),
        ]
    )
    func refusals(text: String, message: String) {
        let error = #expect(throws: InvalidValue.self) { try Schedule(parsing: text) }
        #expect(error?.description == message)
    }

    @Test("A start makes the steps into stages at absolute moments")
    func stages() throws {
        let start = try Instant(parsing: "2026-12-31T23:30:00Z")
        #expect(
            try Schedule(parsing: "5@0d,25@1h,100@1d").stages(from: start).map { "\($0.from) \($0.percent)" }
                == [
                    "2026-12-31T23:30:00Z 5", "2027-01-01T00:30:00Z 25", "2027-01-01T23:30:00Z 100",
                ]
        )
    }
}
