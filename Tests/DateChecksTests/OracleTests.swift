import DateFindings
import Definitions
import Rollout
import StrictJSON
import Testing
import TestSupport

@testable import DateChecks

/// ICU by another route: Debian's PyICU, with a CLDR of its own.
@Suite("ICU by another route") struct OracleTests {
    /// Where the two differ, and why: the CLDR of Foundation is newer than 42, which PyICU's ICU 72 has.
    private static let differences: [String: (theirs: String, why: String)] = [
        "EEEEMMMMd ja": ("11月3日火曜日", "CLDR 44 puts a space before the weekday"),
        "EEEEMMMMd zh-Hans": ("11月3日星期二", "Apple puts a space before the weekday"),
        "EEEMMMd zh-Hans": ("11月3日周二", "Apple puts a space before the weekday"),
        "MMMd fi": ("3. marrask.", "Apple writes abbreviated months as numbers"),
        "EEEMMMd fi": ("ti 3. marrask.", "Apple writes abbreviated months as numbers"),
        "EEEMMMd de": ("Di., 3. Nov.", "Apple writes no comma after an abbreviated weekday"),
        "EEEMMMd ru": ("вт, 3 нояб.", "Apple begins with a capital"),
        "d ar": ("٣", "ar without a region has Latin digits since CLDR 44"),
        "MMMd ar": ("٣ نوفمبر", "ar without a region has Latin digits since CLDR 44"),
        "EEEMMMd ar": ("الثلاثاء، ٣ نوفمبر", "Latin digits, and abbreviated weekdays of Apple's own"),
        "EEEEMMMMd ar": ("الثلاثاء، ٣ نوفمبر", "ar without a region has Latin digits since CLDR 44"),
    ]

    @Test("gives the same texts but for the differences that are listed and explained")
    func texts() throws {
        var texts: [String: String] = [:]
        var check = DateCheck(devices: nil)
        for app in try shippedApps() {
            for sample in check.report(on: [app]).samples {
                let date = app.widget(sample.subject.widget)?.dates.first { $0.id == sample.subject.date }
                guard case .template(let template)? = date?.format else { continue }
                texts["\(template) \(sample.locale)"] = sample.text
            }
        }
        #expect(texts.count >= 80)
        let answer = try Python.answer(
            to: .strings(texts.keys.sorted()),
            """
            import datetime, icu
            moment = datetime.datetime(2026, 11, 3, 9, 59, tzinfo=datetime.timezone.utc).timestamp()
            answer = {}
            for key in request:
                template, tag = key.split(" ")
                locale = icu.Locale.forLanguageTag(tag)
                pattern = icu.DateTimePatternGenerator.createInstance(locale).getBestPattern(template)
                formatter = icu.SimpleDateFormat(pattern, locale)
                formatter.setTimeZone(icu.TimeZone.createTimeZone("GMT"))
                answer[key] = formatter.format(moment)
            """
        )
        for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
            let theirs = try #require(answer.member(key)?.string)
            if let known = Self.differences[key] {
                #expect(theirs == known.theirs, "\(key): \(known.why)")
                #expect(text != theirs, "\(key) is listed as different, and is not")
            } else {
                #expect(text == theirs, "\(key)")
            }
        }
    }

    @Test("finds the same local times skipped and repeated as Python's zoneinfo")
    func clocks() throws {
        let zones = ["Africa/Cairo", "America/Sao_Paulo", "Europe/Berlin", "America/New_York", "Asia/Beirut"]
        let answer = try Python.answer(
            to: .strings(zones),
            """
            from datetime import datetime, timedelta
            from zoneinfo import ZoneInfo
            answer = {}
            for name in request:
                zone, days = ZoneInfo(name), []
                day = datetime(2018, 1, 1)
                while day < datetime(2027, 1, 1):
                    begin, end = (day + timedelta(days=n) for n in (0, 1))
                    shift = end.replace(tzinfo=zone).utcoffset() - begin.replace(tzinfo=zone).utcoffset()
                    if shift: days.append(f"{day:%Y-%m-%d} {int(shift.total_seconds() // 60)}")
                    day = end
                answer[name] = days
            """
        )
        for name in zones {
            guard case .array(let expected)? = answer.member(name) else {
                Issue.record("no answer for \(name)")
                continue
            }
            let ours = try #require(ClockChange.zone(name)).changes.filter { $0.day < "2027" }
            // Python tells a change at midnight by the day before it or after, so days are compared within one.
            #expect(ours.map(\.shift) == expected.map { Int($0.string?.split(separator: " ")[1] ?? "") })
            for (change, theirs) in zip(ours, expected) {
                #expect(
                    theirs.string.map { abs(distance($0, change.day)) <= 1 } ?? false,
                    "\(name) \(change.day)"
                )
            }
        }
    }

    /// In days, within a month or across its end by one.
    private func distance(_ a: String, _ b: String) -> Int {
        if a.prefix(7) == b.prefix(7) { return (Int(a.prefix(10).suffix(2)) ?? 99) - (Int(b.suffix(2)) ?? 0) }
        return a > b ? (a.prefix(10).hasSuffix("01") ? 1 : 99) : (b.hasSuffix("01") ? 1 : 99)
    }
}
