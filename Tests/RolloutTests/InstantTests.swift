import Foundation
import Rollout
import Testing
import TestSupport

@Suite struct InstantTests {
    @Test(
        "Moments are read and written as RFC 3339 says",
        arguments: [
            ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
            ("1969-12-31T23:59:59.999Z", -1, "1969-12-31T23:59:59.999Z"),
            ("1969-12-31T23:59:59Z", -1_000, "1969-12-31T23:59:59Z"),
            ("2026-12-01T00:00:00Z", 1_796_083_200_000, "2026-12-01T00:00:00Z"),
            ("2026-12-01T09:00:00+09:00", 1_796_083_200_000, "2026-12-01T00:00:00Z"),
            ("2026-11-30T18:30:00-05:30", 1_796_083_200_000, "2026-12-01T00:00:00Z"),
            ("2026-12-01t00:00:00z", 1_796_083_200_000, "2026-12-01T00:00:00Z"),
            ("2026-12-01T00:00:00-00:00", 1_796_083_200_000, "2026-12-01T00:00:00Z"),
            ("2026-12-01T00:00:00.5Z", 1_796_083_200_500, "2026-12-01T00:00:00.500Z"),
            ("2026-12-01T00:00:00.04Z", 1_796_083_200_040, "2026-12-01T00:00:00.040Z"),
            ("2026-12-01T00:00:00.123999999Z", 1_796_083_200_123, "2026-12-01T00:00:00.123Z"),
            ("2000-02-29T00:00:00Z", 951_782_400_000, "2000-02-29T00:00:00Z"),
            ("2024-02-29T00:00:00Z", 1_709_164_800_000, "2024-02-29T00:00:00Z"),
            ("1900-03-01T00:00:00Z", -2_203_891_200_000, "1900-03-01T00:00:00Z"),
            ("2100-03-01T00:00:00Z", 4_107_542_400_000, "2100-03-01T00:00:00Z"),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000, "0000-01-01T00:00:00Z"),
            ("0000-02-29T00:00:00Z", -62_162_121_600_000, "0000-02-29T00:00:00Z"),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(String, Int64, String)]
    )
    func table(text: String, milliseconds: Int64, written: String) throws {
        let instant = try Instant(parsing: text)
        #expect(instant.millisecondsSince1970 == milliseconds)
        #expect(instant.description == written)
        #expect(Instant(millisecondsSince1970: milliseconds) == instant)
    }

    @Test(
        "What is no moment is refused",
        arguments: [
            "", "2026-12-01", "2026-12-01T00:00Z", "2026-12-01 00:00:00Z", "2026-12-01T00:00:00",
            "2026-12-01T00:00:00ZZ", "2026-12-01T00:00:00.Z", "2026-12-01T00:00:00.0123456789Z",
            "2026-12-01T00:00:00+9:00", "2026-12-01T00:00:00+0900", "2026-12-01T00:00:00+24:00",
            "2026-12-01T00:00:00+09:60", "2026-12-01T24:00:00Z", "2026-12-01T00:60:00Z",
            "2026-12-01T00:00:60Z",
            "2016-12-31T23:59:60Z", "2026-02-30T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "2100-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z",
            "2026-12-00T00:00:00Z", "2026-12-32T00:00:00Z", "26-12-01T00:00:00Z", "+2026-12-01T00:00:00Z",
            "２０２６-12-01T00:00:00Z", " 2026-12-01T00:00:00Z",
            // These exist, in years that RFC 3339 cannot write.
            "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
        ]
    )
    func refusals(text: String) {
        let error = #expect(throws: InvalidValue.self) { try Instant(parsing: text) }
        #expect(
            error?.description
                == "\"\(text)\" is not a moment; write it like 2026-12-01T00:00:00Z or 2026-12-01T09:00:00+09:00"
        )
    }

    @Test("Foundation's calendar agrees about random moments from 1900 to 2200")
    func foundation() throws {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        for _ in 0..<5_000 {
            let second = Int64.random(in: -2_208_988_800..<7_289_654_400, using: &generator)
            let millisecond = generator.chance(0.5) ? 0 : Int.random(in: 1...999, using: &generator)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: Date(timeIntervalSince1970: Double(second))
            )
            let numbers = [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second].map {
                $0 ?? -1
            }
            let fraction = millisecond == 0 ? "" : String(format: ".%03ld", millisecond)
            let clock = String(
                format: "%04ld-%02ld-%02ldT%02ld:%02ld:%02ld",
                numbers[0],
                numbers[1],
                numbers[2],
                numbers[3],
                numbers[4],
                numbers[5]
            )
            let text = clock + fraction + "Z"
            let expected = second * 1000 + Int64(millisecond)
            guard try Instant(parsing: text).millisecondsSince1970 == expected,
                Instant(millisecondsSince1970: expected).description == text
            else {
                Issue.record("\(text) is not \(expected) (\(seed))")
                return
            }
        }
    }

    @Test("Each day from 1600 to 2400 follows the one before, in the text as in the count")
    func days() throws {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var expected = try CivilDate(parsing: "1600-01-01").daysSince1970
        for year in 1600...2400 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for month in 1...12 {
                for day in 1...(lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)) {
                    let text = String(format: "%04ld-%02ld-%02ld", year, month, day)
                    let date = try CivilDate(parsing: text)
                    guard date.daysSince1970 == expected, date.description == text else {
                        Issue.record(
                            "\(text) is day \(date.daysSince1970), written \(date), expected \(expected)"
                        )
                        return
                    }
                    expected += 1
                }
            }
        }
    }

    @Test(
        "Seconds between two moments are rounded down",
        arguments: [
            (0, 0), (999, 0), (1_000, 1), (1_999, 1), (-1, -1), (-999, -1), (-1_000, -1), (-1_001, -2),
            (86_400_000, 86_400),
        ] as [(Int64, Int64)]
    )
    func secondsSince(milliseconds: Int64, seconds: Int64) {
        let start = Instant(millisecondsSince1970: -500)
        #expect(Instant(millisecondsSince1970: milliseconds - 500).seconds(since: start) == seconds)
    }

    @Test("Adding seconds goes both ways and stays within the years 0000 to 9999")
    func adding() throws {
        let start = try Instant(parsing: "2026-12-01T00:00:00.250Z")
        #expect(start.adding(seconds: 86_400).description == "2026-12-02T00:00:00.250Z")
        #expect(start.adding(seconds: -1).description == "2026-11-30T23:59:59.250Z")
        for seconds in [Int64.max, 1 << 60, 1 << 50] {
            #expect(start.adding(seconds: seconds).description == "9999-12-31T23:59:59.999Z")
            #expect(start.adding(seconds: -seconds).description == "0000-01-01T00:00:00Z")
        }
        #expect(start.adding(seconds: .min).description == "0000-01-01T00:00:00Z")
        #expect(Instant(millisecondsSince1970: .max).description == "9999-12-31T23:59:59.999Z")
    }
}

@Suite struct CivilDateTests {
    @Test("A date begins at midnight in UTC, and dates sort by time")
    func start() throws {
        let date = try CivilDate(parsing: "2027-03-31")
        #expect(date.start.description == "2027-03-31T00:00:00Z")
        #expect(try CivilDate(parsing: "2027-02-28") < date)
        #expect(try CivilDate(parsing: "1970-01-02").daysSince1970 == 1)
    }

    @Test("A date is also made of the numbers that a calendar gives, if there is such a day")
    func numbers() throws {
        #expect(try CivilDate(year: 2028, month: 2, day: 29) == CivilDate(parsing: "2028-02-29"))
        #expect(CivilDate(year: 1970, month: 1, day: 1)?.daysSince1970 == 0)
        for (year, month, day) in [
            (2027, 2, 29), (2027, 0, 1), (2027, 13, 1), (2027, 4, 31), (2027, 4, 0), (-1, 1, 1),
            (10_000, 1, 1),
            (.max, .max, .max), (.min, .min, .min),
        ] {
            #expect(CivilDate(year: year, month: month, day: day) == nil, "\(year)-\(month)-\(day)")
        }
    }

    @Test(
        "What is no date is refused",
        arguments: [
            "", "2027-3-31", "2027-02-29", "2026-02-30", "2027-06-31", "2027-03-31T00:00:00Z", "20270331",
            "31.03.2027",
        ]
    )
    func refusals(text: String) {
        let error = #expect(throws: InvalidValue.self) { try CivilDate(parsing: text) }
        #expect(error?.description == "\"\(text)\" is not a date; write it like 2027-03-31")
    }
}
