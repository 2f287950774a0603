import DateFindings
import Definitions
import Foundation
import Rollout
import StrictJSON
import Testing
import TestSupport

@testable import DateChecks

/// What holds for every locale that Foundation knows, not only for those that examples were written for.
@Suite("Rules in any locale") struct PropertyTests {
    private static let templates = [
        "d", "MMMd", "MMMMd", "EEEMMMd", "EEEEMMMMd", "yMMMd", "yMMMM", "jmm", "MMMdjmm", "yMMMMEEEEd",
        "LLLL", "EEEE",
    ]

    private static let locales = Locale.availableIdentifiers.filter { LocaleTag.isReadable($0) }.sorted()

    /// Rules that say that a locale's own form is not the locale's own.
    private static let rulesOfForm: Set<DateRule> = [
        .foreignOrder, .foreignPunctuation, .doubledUnit, .monthForm, .unlocalisedText, .hourCycle,
        .periodMissing,
    ]

    @Test("a template raises none of the rules about patterns")
    func templates() throws {
        var generator = SeededGenerator()
        for _ in 0..<60 {
            let (locale, template) = (
                Self.locales.randomElement(using: &generator)!,
                Self.templates.randomElement(using: &generator)!
            )
            let found = try findings(#""template": "\#(template)""#, in: [locale])
            #expect(
                found.filter { Self.rulesOfForm.contains($0.rule) } == [],
                "\(template) in \(locale), \(generator)"
            )
        }
    }

    @Test("the pattern that a locale itself makes of a template is at home there")
    func ownPatterns() throws {
        var generator = SeededGenerator()
        for _ in 0..<60 {
            let (locale, template) = (
                Self.locales.randomElement(using: &generator)!,
                Self.templates.randomElement(using: &generator)!
            )
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: locale)
            formatter.setLocalizedDateFormatFromTemplate(template)
            let pattern = try #require(formatter.dateFormat)
            let found = try findings(#""pattern": \#(JSONText.quoted(pattern))"#, in: [locale])
            #expect(
                found.filter { Self.rulesOfForm.subtracting([.hourCycle]).contains($0.rule) } == [],
                "\(pattern), of \(template), in \(locale), \(generator)"
            )
        }
    }

    @Test("any letters are judged or refused, and never end the check")
    func anyLetters() throws {
        var generator = SeededGenerator()
        let letters = Array("GyYuUrQqMLlwWdDFgEecabBhHKkjJCmsSAzZOvVXx' -/.,:年月日")
        for _ in 0..<100 {
            let rest = (0..<Int.random(in: 0...11, using: &generator)).map { _ in
                letters.randomElement(using: &generator)!
            }
            // Not of spaces alone, which a definition may not have.
            let text = String([letters[Int.random(in: 0..<30, using: &generator)]] + rest)
            let form = Bool.random(using: &generator) ? "template" : "pattern"
            let locale = Self.locales.randomElement(using: &generator)!
            let dates = #"[{"id": "date", "family": "systemLarge", "\#(form)": \#(JSONText.quoted(text))}]"#
            var check = DateCheck(devices: nil)
            let report = check.report(on: [try profile(dates: dates, locales: [locale])])
            // Either there is a text to look at, or the reason why there is none.
            let isRefused = report.findings.contains { $0.rule == .unreadableFormat }
            #expect(report.samples.isEmpty == isRefused, "\(form) \(text) in \(locale), \(generator)")
        }
    }
}

/// Text as a definition has it.
private enum JSONText {
    static func quoted(_ text: String) -> String { JSON.string(text).text }
}

extension LocaleTag {
    fileprivate static func isReadable(_ text: String) -> Bool { (try? LocaleTag(parsing: text)) != nil }
}
