import DateFindings
import Definitions
import Rollout
import StrictJSON
import Testing
import TestSupport

@testable import DateChecks

/// The locale data itself by another route: Debian's Babel, which carries CLDR 41 and no ICU.
@Suite("CLDR by another route") struct BabelTests {
    /// Where the two differ, and why.
    private static let differences: [String: (theirs: String, why: String)] = [
        "MMMEd ar": ("الثلاثاء، 3 نوفمبر", "abbreviated weekdays of Apple's own"),
        "ccc ar": ("الثلاثاء", "abbreviated weekdays of Apple's own"),
        "yMMMd ar": ("3 نوفمبر 2026", "a comma before the year, which neither CLDR 41 nor 42 has"),
        "MMMEd de": ("Di., 3. Nov.", "Apple writes no comma after an abbreviated weekday"),
        "MMMd fi": ("3. marrask.", "Apple writes abbreviated months as numbers"),
        "MMMEd fi": ("ti 3. marrask.", "Apple writes abbreviated months as numbers"),
        "yMMMd fi": ("3. marrask. 2026", "Apple writes abbreviated months as numbers"),
        "MMMEd ru": ("вт, 3 нояб.", "Apple begins with a capital"),
        "ccc ru": ("вт", "Apple begins with a capital"),
        "yMMMd ru": ("3 нояб. 2026 г.", "no line break before г. since CLDR 42"),
        "yMMMd th": ("3 พ.ย. 2026", "Babel knows no calendar but the Gregorian"),
        "MMMEd zh-Hans": ("11月3日周二", "Apple puts a space before the weekday"),
    ]

    /// The forms that Babel has: skeletons as CLDR lists them, and names of months and weekdays.
    private static let forms = ["d", "MMMd", "MMMEd", "yMMMd", "LLLL", "MMMM", "EEEE", "ccc"]

    @Test("has the same skeletons and names but for the differences that are listed and explained")
    func texts() throws {
        var texts: [String: String] = [:]
        for locale in Set(try shippedApps().flatMap(\.locales)) {
            for form in Self.forms {
                let isTemplate = form.last == "d"
                let dates =
                    #"[{"id": "date", "family": "systemLarge", "\#(isTemplate ? "template" : "pattern")": "\#(form)"}]"#
                var check = DateCheck(devices: nil)
                let app = try profile(dates: dates, locales: [locale.description])
                texts["\(form) \(locale)"] = try #require(check.report(on: [app]).samples.first?.text)
            }
        }
        #expect(texts.count >= 90)
        let answer = try Python.answer(
            to: .strings(texts.keys.sorted()),
            """
            import datetime
            from babel import Locale
            from babel.dates import format_date, format_skeleton
            day = datetime.date(2026, 11, 3)
            answer = {}
            for key in request:
                form, tag = key.split(" ")
                locale = Locale.parse(tag, sep="-")
                write = format_skeleton if form.endswith("d") else lambda form, day, locale: format_date(day, form, locale)
                answer[key] = write(form, day, locale=locale)
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
}
