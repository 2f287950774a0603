import DateFindings
import Foundation
import Testing
import TestSupport

@testable import DateChecks

@Suite("Rules of dates") struct RuleTests {
    @Test("find the bugs that were seen in the field, with what a user sees", arguments: fieldBugs)
    func bugs(_ bug: FieldBug) throws {
        let found = try findings(bug.date, in: [bug.locale], timeline: bug.timeline)
        let finding = try #require(
            found.first { $0.rule == bug.rule },
            "found \(found.map { "\($0.rule.rawValue): \($0.message)" })"
        )
        if let shows = bug.shows { #expect(finding.example?.text.plainSpaces == shows) }
        if let right = bug.right { #expect(finding.example?.expected?.plainSpaces == right) }
        #expect(finding.severity == .note || !finding.message.isEmpty)
    }

    @Test("pass over what is as it should be", arguments: soundDefinitions)
    func sound(_ definition: FieldBug) throws {
        let found = try findings(definition.date, in: [definition.locale], timeline: definition.timeline)
        #expect(found.filter { $0.rule == definition.rule } == [])
    }

    @Test("name the time zone that was meant")
    func nearestZone() throws {
        let found = try findings(#""template": "d", "time": "00:00", "zone": "Europe/Berlni""#, in: ["en_US"])
        let message = #"there is no time zone "Europe/Berlni"; did you mean "Europe/Berlin"?"#
        #expect(found.first { $0.rule == .unknownZone }?.message == message)
    }

    @Test("each have at least three bugs and one sound definition", arguments: DateRule.allCases)
    func covered(_ rule: DateRule) {
        // Widths have tests of their own, and these say what could not be seen.
        guard rule != .tooWide, rule != .unmeasured else { return }
        #expect(fieldBugs.count { $0.rule == rule } >= 3)
        guard rule != .drawnByDevice, rule != .unknownZone else { return }
        #expect(soundDefinitions.contains { $0.rule == rule })
    }

    @Test(
        "compute what mends a definition",
        arguments: [
            (
                #""pattern": "MM月d日""#, "en_US", DateRule.unlocalisedText,
                "use template `MMd` instead of pattern `MM月d日`"
            ),
            (
                #""pattern": "YYYY-MM-dd""#, "en_US", .weekYear,
                "write pattern `yyyy-MM-dd` instead of `YYYY-MM-dd`"
            ),
            (#""pattern": "HH:MM""#, "en_US", .monthForMinute, "write pattern `HH:mm` instead of `HH:MM`"),
            (#""pattern": "h:mm""#, "en_US", .periodMissing, "use template `jmm` instead of pattern `h:mm`"),
            (#""pattern": "MMMM""#, "ru_RU", .monthForm, "write pattern `LLLL` instead of `MMMM`"),
            (
                #""pattern": "EEE, MMM d""#, "ja_JP", .foreignOrder,
                "use template `EEEMMMd` instead of pattern `EEE, MMM d`"
            ),
        ]
    )
    func fixes(_ date: String, _ locale: String, _ rule: DateRule, _ fix: String) throws {
        let finding = try #require(try findings(date, in: [locale]).first { $0.rule == rule })
        #expect(finding.fix.hasPrefix(fix))
    }

    @Test("the mended definition passes the rule that mended it", arguments: fieldBugs)
    func mended(_ bug: FieldBug) throws {
        let fixes = try findings(bug.date, in: [bug.locale], timeline: bug.timeline).filter {
            $0.rule == bug.rule
        }
        guard let fix = fixes.first?.fix, let start = fix.firstRange(of: "`"),
            fix.hasPrefix("use template") || fix.hasPrefix("write ")
        else { return }
        let form = fix.hasPrefix("write pattern") ? "pattern" : "template"
        let text = fix[start.upperBound...].prefix { $0 != "`" }
        let left = try findings(#""\#(form)": "\#(text)""#, in: [bug.locale], timeline: bug.timeline)
        #expect(left.filter { $0.rule == bug.rule } == [])
    }

    /// Central Europe puts its clocks from 2:00 to 3:00 on the last Sunday of March, and from 3:00 to 2:00 on that of
    /// October: half past two is half past three or half past one then, or comes twice.
    @Test(
        "show what clocks in the zone have when they are moved",
        arguments: [
            (DateRule.skippedTime, #""pattern": "HH:mm""#, "03:30 / 01:30" as String?),
            (.skippedTime, #""pattern": "HH:mm zzz""#, "03:30 MESZ / 01:30 MEZ"),
            (.repeatedTime, #""pattern": "HH:mm""#, "02:30 / 02:30"),
            (.repeatedTime, #""pattern": "HH:mm zzz""#, "02:30 MESZ / 02:30 MEZ"),
            (.skippedTime, #""template": "d""#, nil),
        ]
    )
    func clocks(_ rule: DateRule, _ format: String, _ shows: String?) throws {
        let found = try findings(format + #", "time": "02:30", "zone": "Europe/Berlin""#, in: ["de_DE"])
        let finding = try #require(found.first { $0.rule == rule })
        #expect(finding.example?.text == shows)
    }

    @Test("are explained in the documentation, a section each")
    func documented() throws {
        let page = try Repository.text("Documentation/date-rules.md")
        let sections = page.components(separatedBy: "\n### ").dropFirst().compactMap {
            $0.split(separator: "\n").first
        }
        #expect(sections.map(String.init).sorted() == DateRule.allCases.map(\.rawValue).sorted())
    }
}

extension String {
    /// With ordinary spaces in the place of those that lines do not break at.
    fileprivate var plainSpaces: String { replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ") }
}
