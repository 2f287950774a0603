import Foundation
import RefreshBudget
import StrictJSON
import Testing
import TestSupport

@Suite("The picture of a day")
struct DayPictureTests {
    /// A widget that uses up its reloads, one that only the app renews, and one that is fine.
    private static func reports() throws -> [BudgetReport] {
        try [
            Sample(
                timeline: #"{"pattern": "timerWithAppReloads", "entries": 3, "entrySpacingMinutes": 5, "#
                    + #""nextTimelineAfterMinutes": 15, "reloadsOn": ["a"]}"#
            ),
            Sample(
                timeline:
                    #"{"pattern": "appDriven", "entries": 6, "entrySpacingMinutes": 30, "reloadsOn": ["a"]}"#
            ),
            Sample(),
        ].map { try $0.report() }
    }

    @Test("is as it was when someone last looked at it")
    func golden() throws {
        let svg = DayChart(try Self.reports()).svg
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/day.svg")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try svg.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try svg == String(contentsOf: file, encoding: .utf8), "look at it, then RECORD=1")
    }

    @Test("is a document that an XML reader takes, with a mark for each reload and each stretch of the day")
    func wellFormed() throws {
        let reports = try Self.reports()
        let svg = DayChart(reports).svg
        let script = """
            import xml.etree.ElementTree as ET
            root = ET.fromstring(request)
            space = "{http://www.w3.org/2000/svg}"
            panels = [g for g in root.findall(space + "g") if g.find(space + "polygon") is not None]
            def count(panel, tag, **marks):
                return sum(all(e.get(k.replace("_", "-")) == v for k, v in marks.items())
                           for e in panel.iter(space + tag))
            answer = [[count(p, "line", stroke_width="2"), count(p, "circle"), count(p, "rect", fill="#d64545")]
                      for p in panels]
            """
        let answer = try Python.answer(to: .string(svg), script)
        let wanted = reports.map { report -> JSON in
            let day = report.week.worstDay * 1440..<(report.week.worstDay + 1) * 1440
            let reloads = report.week.reloads.filter { day.contains($0.minute) }
            let stills = report.week.stills.filter { !$0.minutes.clamped(to: day).isEmpty }
            return [
                .integer(Int64(reloads.count(where: \.isCounted))),
                .integer(Int64(reloads.count { !$0.isCounted })), .integer(Int64(stills.count)),
            ]
        }
        #expect(answer == .array(wanted))
    }

    @Test("is a few lines on a terminal, a character for each half hour")
    func strip() {
        // 07:00 to 16:45 every quarter, fresh until 17:00.
        let strip = DayStrip(SimulatedWeek(.plan(every: 15), .init(budget: 40)), day: 3)
        #expect(strip.hours == "00    03    06    09    12    15    18    21")
        #expect(strip.reloads == "..............22222222222222222222..............")
        #expect(strip.content == "XXXXXXXXXXXXXX====================XXXXXXXXXXXXXX")
        #expect(strip.night == "zzzzzzzzzzzzzz                                zz")
    }

    @Test("on a terminal tells half hours that are fresh in part, and more reloads than a digit")
    func parts() {
        // Fresh for 10 of each 60 minutes, from the full hour on.
        let partly = DayStrip(
            SimulatedWeek(.plan(entries: 2, spacing: 5, every: 60), .init(budget: 40)),
            day: 1
        )
        #expect(partly.content == String(repeating: "-X", count: 24))
        let busy = DayStrip(SimulatedWeek(.plan(every: 2), .init(budget: 70)), day: 1)
        #expect(busy.reloads.dropFirst(14).hasPrefix("++++"))
    }

    @Test("clock and length are those of people")
    func words() {
        #expect(
            [0, 130, 1439, 1440, 1440 + 61].map(UserDay.clock) == [
                "00:00", "02:10", "23:59", "00:00", "01:01",
            ]
        )
        #expect([5, 60, 390].map(UserDay.length) == ["5 min", "1 h", "6 h 30 min"])
        #expect(
            [0, 8, 8.25, 9.96, 92.6, 9259.3, 1_000_000].map(NumberText.grouped)
                == ["0", "8", "8.3", "10", "93", "9,259", "1,000,000"]
        )
    }
}
