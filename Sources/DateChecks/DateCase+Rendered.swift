import DateFindings
import Definitions
import Foundation
import Rollout

/// Rules about what comes out under the settings that users of a locale have.
extension DateCase {
    func surprises(in renderings: [Rendering]) -> [DateFinding] {
        [
            eraYear(renderings), unexpected(.nativeDigits, .latinDigits, renderings, Self.hasNativeDigits),
            unexpected(.noBreakSpace, .plainSpaces, renderings, Self.hasNoBreakSpace),
        ].compactMap(\.self)
    }

    /// A Japanese year is 8, which a fixed pattern shows without its era, or as 0008.
    ///
    /// In other calendars a year has its four digits, and users read it as theirs, so only a design that expects
    /// another one is at fault.
    private func eraYear(_ renderings: [Rendering]) -> DateFinding? {
        let expectsGregorian = declaration.expects.contains(.gregorianYear)
        for rendering in renderings where !rendering.renderer.isGregorian {
            guard let pattern = rendering.renderer.pattern, pattern.has("yYu") else { continue }
            let lacksEra = isFixed && rendering.settings.calendar == .japanese && !pattern.has("G")
            // The years of weeks (Y) and those without eras (u) may be Gregorian in a calendar that is not.
            let expected = gregorian(rendering)
            guard expectsGregorian || lacksEra, rendering.renderer.text(at: .sample) != expected else {
                continue
            }
            let calendar = rendering.settings.calendar?.name ?? "locale's own"
            return finding(
                .eraYear,
                lacksEra
                    ? "the year is that of the era in the \(calendar) calendar, and no era is shown"
                    : "the year is that of the \(calendar) calendar, and the design expects the Gregorian one",
                fix: lacksEra && !expectsGregorian
                    ? useTemplate(pattern.template(hour: "j"))
                    : "set the formatter's calendar to Gregorian (`\"calendar\": \"gregorian\"`)",
                certainty: .predicted,
                example: rendering.example(at: .sample, expected: expected)
            )
        }
        return nil
    }

    /// The same text in the Gregorian calendar.
    private func gregorian(_ rendering: Rendering) -> String? {
        var settings = rendering.settings
        settings.calendar = .gregorian
        return renderer(settings)?.text(at: .sample)
    }

    private func unexpected(
        _ rule: DateRule,
        _ expectation: DateDeclaration.Expectation,
        _ renderings: [Rendering],
        _ isFound: (String) -> Bool
    ) -> DateFinding? {
        guard declaration.expects.contains(expectation) else { return nil }
        for rendering in renderings {
            guard let (moment, text) = rendering.texts.first(where: { isFound($0.text) }) else { continue }
            return finding(
                rule,
                rule == .nativeDigits
                    ? "the digits are those of the locale" : "a space is one that lines do not break at",
                fix: rule == .nativeDigits
                    ? "let the code read the date itself, or format what it reads with the locale en_US_POSIX"
                    : "split and compare at every character that Unicode counts as white space",
                certainty: .predicted,
                example: rendering.example(at: moment, text: text.showingSpaces)
            )
        }
        return nil
    }

    private static func hasNativeDigits(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.numericType == .decimal && !$0.isASCII }
    }

    private static func hasNoBreakSpace(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0 == "\u{A0}" || $0 == "\u{202F}" }
    }
}

extension Rendering {
    func example(at moment: CheckedMoment, text: String? = nil, expected: String? = nil)
        -> DateFinding.Example
    {
        DateFinding.Example(
            text: text ?? renderer.text(at: moment),
            circumstances: [moment.name, settings.words].filter { !$0.isEmpty }.joined(separator: ", "),
            expected: expected
        )
    }
}

extension String {
    /// With spaces that look like others written out: `9:04[U+202F]AM`.
    fileprivate var showingSpaces: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\u{A0}": text += "[U+00A0]"
            case "\u{202F}": text += "[U+202F]"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
