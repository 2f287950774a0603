import RefreshBudget
import Testing
import TestSupport

@Suite("What is found in a widget")
struct BudgetFindingTests {
    private static let fine = Sample(more: #", "standBy": {}"#)

    private static func timer(_ entries: Int, _ spacing: Int, _ next: Int, _ more: String = "") -> Sample {
        let apart = entries == 1 ? "" : "\"entrySpacingMinutes\": \(spacing), "
        return Sample(
            timeline:
                "{\"pattern\": \"timer\", \"entries\": \(entries), \(apart)\"nextTimelineAfterMinutes\": \(next)}",
            more: ", \"standBy\": {}" + more
        )
    }

    private static func app(_ entries: Int, _ more: String = "") -> Sample {
        let apart = entries == 1 ? "" : "\"entrySpacingMinutes\": 30, "
        return Sample(
            timeline: "{\"pattern\": \"appDriven\", \"entries\": \(entries), \(apart)\"reloadsOn\": [\"a\"]}",
            more: ", \"standBy\": {}" + more
        )
    }

    private static func showing(_ members: String) -> Sample { Sample(more: ", \(members)") }

    private static let date = #""dates": [{"id": "day", "family": "systemSmall", "#

    @Test(
        "is nothing in widgets that are as they should be",
        arguments: [
            fine, timer(1, 0, 60), timer(6, 30, 180), timer(6, 30, 150), timer(48, 30, 1440),
            timer(3, 30, 60, #", "refresh": {"jitterMinutes": 30}"#),
            timer(6, 30, 90, #", "refresh": {"onTheClock": true, "jitterMinutes": 60}"#), app(1),
            app(48, #", "refresh": {"foregroundReloadsPerDay": 1}"#),
            Sample(timeline: #"{"pattern": "static", "entries": 1}"#, more: #", "standBy": {}"#),
            showing(date + #""template": "EEEMMMd"}], "standBy": {}"#),
            showing(date + #""template": "jmss"}], "standBy": {"drops": ["day"]}"#),
            showing(date + #""style": "timer"}], "standBy": {"shown": false}"#),
            showing(date + #""pattern": "'seconds as such' HH:mm"}], "standBy": {}"#),
        ]
    )
    func nothing(_ sample: Sample) throws {
        #expect(try sample.report().findings.map { "\($0.rule.rawValue): \($0.message)" } == [])
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let sample: Sample
        /// All that are found.
        let rules: [String]
        /// Of one of them.
        let message: String
        let fix: String
        var testDescription: String { message }

        init(_ sample: Sample, _ rules: [String], _ message: String, _ fix: String) {
            self.sample = sample
            self.rules = rules
            self.message = message
            self.fix = fix
        }
    }

    static let cases: [Case] = [
        Case(
            timer(1, 0, 28),
            ["stands-still"],
            "its 40 reloads of 24 hours are used up at 01:12, and it stands still from 01:40 until 07:00 (with 70 it "
                + "does not), 5 h 20 min of the day without anything new",
            "1 entry, and the next timeline after 40 minutes"
        ),
        Case(
            timer(1, 0, 15),
            ["stands-still"],
            "its 40 reloads of 24 hours are used up at 16:45, and it stands still from 17:00 until 07:00 (with 70 "
                + "from 00:30 until 07:00), 14 h of the day without anything new",
            "1 entry, and the next timeline after 40 minutes"
        ),
        Case(
            app(6, #", "refresh": {"foregroundReloadsPerDay": 1}"#),
            ["stands-still"],
            "6 entries 30 minutes apart last for 3 h, and only the app asks for more: it stands still from 18:00 "
                + "until 15:00, 21 h of the day without anything new",
            "6 entries 30 minutes apart, and the next timeline after 180 minutes, by the pattern timerWithAppReloads"
        ),
        Case(
            app(6, #", "refresh": {"foregroundReloadsPerDay": 0}"#),
            ["stands-still"],
            "6 entries 30 minutes apart last for 3 h, and only the app asks for more: it stands still all week, 24 h "
                + "of the day without anything new",
            "6 entries 30 minutes apart, and the next timeline after 180 minutes, by the pattern timerWithAppReloads"
        ),
        Case(
            timer(6, 30, 240),
            ["stands-still"],
            "6 entries 30 minutes apart last for 3 h, and the next timeline comes after 4 h: it stands still for up "
                + "to 1 h each time, 6 h of the day without anything new",
            "8 entries 30 minutes apart, and the next timeline after 240 minutes"
        ),
        Case(
            timer(2, 30, 60, #", "refresh": {"jitterMinutes": 15}"#),
            ["stands-still"],
            "2 entries 30 minutes apart last for 1 h, and the next timeline comes up to 1 h 15 min after the last, "
                + "with its jitter: it stands still for up to 15 min each time, 5 h of the day without anything new",
            "3 entries 30 minutes apart, and the next timeline after 75 minutes"
        ),
        Case(
            timer(60, 4, 240),
            ["entries-too-close"],
            "entries 4 minutes apart are closer than the 5 minutes that WidgetKit keeps to, so some show late or not "
                + "at all",
            "entries at least 5 minutes apart; SwiftUI's timer text needs none"
        ),
        Case(
            timer(240, 1, 240),
            ["entries-too-close"],
            "entries 1 minute apart are closer than the 5 minutes that WidgetKit keeps to, so some show late or not "
                + "at all",
            "entries at least 5 minutes apart; SwiftUI's timer text needs none"
        ),
        Case(
            timer(1, 0, 4),
            ["stands-still", "entries-too-close"],
            "a new timeline after 4 min is asked for sooner than the 5 minutes that WidgetKit keeps to",
            "the next timeline after at least 5 minutes"
        ),
        Case(
            timer(20, 29, 580),
            ["entries-close"],
            "entries 29 minutes apart are closer than the advised 30",
            "entries 30 minutes apart, if what they show allows it"
        ),
        Case(
            timer(48, 5, 240),
            ["entries-close"],
            "entries 5 minutes apart are closer than the advised 30",
            "entries 30 minutes apart, if what they show allows it"
        ),
        Case(
            timer(12, 15, 180),
            ["entries-close"],
            "entries 15 minutes apart are closer than the advised 30",
            "entries 30 minutes apart, if what they show allows it"
        ),
        Case(
            timer(401, 30, 10_080),
            ["too-many-entries", "entries-never-shown"],
            "401 entries are more than the 400 that are known to be shown",
            "at most 400 entries"
        ),
        Case(
            timer(401, 30, 1440),
            ["too-many-entries", "entries-never-shown"],
            "352 of 401 entries never show: the next timeline replaces them after 24 h",
            "49 entries"
        ),
        Case(
            timer(1000, 30, 10_080),
            ["too-many-entries", "entries-never-shown"],
            "1000 entries are more than the 400 that are known to be shown",
            "at most 400 entries"
        ),
        Case(
            timer(8, 30, 120),
            ["entries-never-shown"],
            "3 of 8 entries never show: the next timeline replaces them after 2 h",
            "5 entries"
        ),
        Case(
            timer(3, 30, 45),
            ["entries-never-shown"],
            "1 of 3 entries never show: the next timeline replaces them after 45 min",
            "2 entries"
        ),
        Case(
            timer(6, 30, 180, #", "refresh": {"onTheClock": true}"#),
            ["same-instant"],
            "every 3 h the next timeline is due at the same instant on all devices: 1,000,000 requests a second from "
                + "1,000,000 installations, 93 on average",
            "a jitter of 90 minutes, which makes it 185 a second; then 9 entries 30 minutes apart, and the next "
                + "timeline after 180 minutes"
        ),
        Case(
            timer(2, 30, 60, #", "refresh": {"onTheClock": true}"#),
            ["same-instant"],
            "every 1 h the next timeline is due at the same instant on all devices: 1,000,000 requests a second from "
                + "1,000,000 installations, 278 on average",
            "a jitter of 30 minutes, which makes it 556 a second; then 3 entries 30 minutes apart, and the next "
                + "timeline after 60 minutes"
        ),
        Case(
            timer(7, 30, 180, #", "refresh": {"onTheClock": true, "jitterMinutes": 10}"#),
            ["same-instant"],
            "every 3 h the next timeline is due at the same instant on all devices: 1,667 requests a second from "
                + "1,000,000 installations, 93 on average",
            "a jitter of 90 minutes, which makes it 185 a second; then 9 entries 30 minutes apart, and the next "
                + "timeline after 180 minutes"
        ),
        Case(
            showing(date + #""template": "EEEMMMd"}]"#),
            ["dimming-not-said"],
            "nothing says what it drops while luminance is reduced, so all of it stays lit: day",
            "\"standBy\": {\"drops\": [...]}, or {} if that is meant"
        ),
        Case(
            showing(date + #""template": "Hms"}], "standBy": {}"#),
            ["seconds-stay-lit"],
            "counts seconds, which do not pass while luminance is reduced: day",
            "text to the minute while isLuminanceReduced, or drop it"
        ),
        Case(
            showing(date + #""pattern": "HH:mm:ss"}], "standBy": {}"#),
            ["seconds-stay-lit"],
            "counts seconds, which do not pass while luminance is reduced: day",
            "text to the minute while isLuminanceReduced, or drop it"
        ),
        Case(
            showing(date + #""style": "timer"}], "standBy": {}"#),
            ["seconds-stay-lit"],
            "counts seconds, which do not pass while luminance is reduced: day",
            "text to the minute while isLuminanceReduced, or drop it"
        ),
        Case(
            showing(
                #""images": [{"id": "a", "recipe": "small", "family": "systemSmall"}], "standBy": {}"#
            ),
            ["no-dimmed-variant"],
            "in StandBy, without a dimmed variant, stays as bright as by day: a",
            "a variant for isLuminanceReduced (\"dimmed\": true), or drop it"
        ),
        Case(
            showing(#""images": [{"id": "a", "recipe": "small", "family": "systemSmall"}]"#),
            ["dimming-not-said", "no-dimmed-variant"],
            "nothing says what it drops while luminance is reduced, so all of it stays lit: a",
            "\"standBy\": {\"drops\": [...]}, or {} if that is meant"
        ),
        Case(
            PictureCheckTests.sample("systemLarge", #""size": [1092, 1146]"#),
            ["image-too-large", "memory", "archive"],
            // 6 x 1092 x 1146 x 4 = 30,034,368, and 24,000,000 / 5,005,728 = 4.8 entries.
            "systemLarge: 6 entries decoded take 30.03 MB of the 24.00 MB that memory leaves on all 15 devices",
            "smaller pictures"
        ),
        Case(
            PictureCheckTests.sample("systemLarge", #""size": [1000, 1100]"#),
            ["memory"],
            // 6 x 1,100,000 x 4 = 26,400,000; 24,000,000 / 4,400,000 = 5.5 entries.
            "systemLarge: 6 entries decoded take 26.40 MB of the 24.00 MB that memory leaves on all 15 devices",
            "at most 5 entries, or smaller pictures"
        ),
        Case(
            PictureCheckTests.sample("systemMedium", #""size": [400, 400], "dimmed": true"#, entries: 24),
            ["archive"],
            // 24 x 160,000 x 1.5 x 2 = 11,520,000; 10,485,760 / 480,000 = 21.8 entries.
            "systemMedium: 24 entries encoded take 11.52 MB of the 10.49 MB that a timeline's archive holds on all 15 "
                + "devices",
            "at most 21 entries, or smaller pictures"
        ),
        Case(
            PictureCheckTests.sample("systemSmall", #""size": [600, 900]"#),
            ["image-too-large"],
            // 411 x 616 is 253,176 px.
            "systemSmall: 600x900 turns the widget black on iPad 1024x1366, iPad 768x1024, iPad 810x1080, iPad "
                + "820x1180, iPad 834x1112, iPhone 320x568, iPhone 375x667, iPhone 414x896 @2x: iPad 768x1024 takes at "
                + "most 253,440 pixels",
            "a recipe, whose pictures fit each device; 411x616 is taken everywhere"
        ),
    ]

    @Test("is each by its rule, with numbers and what would be right", arguments: cases)
    func each(_ expected: Case) throws {
        let report = try expected.sample.report()
        #expect(report.rules == expected.rules)
        let found = report.findings.map { "\($0.message); fix: \($0.fix ?? "none")" }
        #expect(found.contains("\(expected.message); fix: \(expected.fix)"))
        #expect(report.isFaulty == report.findings.contains { $0.rule.severity == .error })
    }

    @Test("has errors before warnings")
    func order() throws {
        let sample = Sample(
            timeline:
                #"{"pattern": "timer", "entries": 2, "entrySpacingMinutes": 7, "nextTimelineAfterMinutes": 14}"#,
            more: #", "refresh": {"onTheClock": true}, "#
                + #""images": [{"id": "a", "size": [900, 900], "family": "systemSmall"}]"#
        )
        let report = try sample.report()
        #expect(
            report.rules == [
                "stands-still", "image-too-large", "entries-close", "same-instant", "dimming-not-said",
                "no-dimmed-variant",
            ]
        )
    }

    @Test("each rule is a heading of the page on the model")
    func documentation() throws {
        let lines = try Repository.text("Documentation/refresh-budget.md").split(separator: "\n").map(
            String.init
        )
        for rule in BudgetFinding.Rule.allCases {
            let index = try #require(lines.firstIndex(of: "### \(rule.rawValue)"), "\(rule.rawValue)")
            // The line below says how bad it is.
            #expect(
                lines[index + 1].hasPrefix(rule.severity == .error ? "Error. " : "Warning. "),
                "\(rule.rawValue)"
            )
        }
    }

    @Test("the figures of the page on the model are those that are used")
    func figures() throws {
        let text = try Repository.text("Documentation/refresh-budget.md")
        for figure in [
            "\(SystemFigures.budgets.lowerBound) to \(SystemFigures.budgets.upperBound)",
            "\(SystemFigures.leastSpacingMinutes) minutes", "\(SystemFigures.advisedSpacingMinutes) minutes",
            "\(SystemFigures.entriesLimit)", "every \(SystemFigures.standByMinutes) minutes",
            UserDay.clock(UserDay.usual.wakesAt), UserDay.clock(UserDay.usual.sleepsAt),
        ] {
            #expect(text.contains(figure), "\(figure)")
        }
    }
}
