import DateFindings
import Definitions
import Foundation
import Rollout

/// Rules that hold a fixed pattern against what the locale itself makes of its fields.
extension DateCase {
    func foreignForms() -> [DateFinding] {
        guard isFixed, let written = renderer(), let pattern = written.pattern, written.isGregorian else {
            return []
        }
        // Some locales break a rule in their own data, and are right there.
        guard !isOwn(pattern, written) else { return [] }
        let doubled = doubledUnit(pattern)
        let month = monthForm(pattern)
        let order = order(pattern, written)
        // A unit or a form that is wrong is another mark too, and says more.
        let form = order != nil || doubled != nil || month != nil ? order : punctuation(pattern, written)
        return [form, doubled, month].compactMap(\.self)
    }

    /// What the locale makes of the same fields on the same clock.
    private func own(_ pattern: DatePattern) -> DateRenderer {
        DateRenderer(
            template: pattern.template(hour: pattern.has("hK") ? "h" : "H"),
            like: declaration,
            in: locale,
            DateSettings()
        )
    }

    private func order(_ pattern: DatePattern, _ written: DateRenderer) -> DateFinding? {
        let own = own(pattern)
        guard let ownPattern = own.pattern else { return nil }
        let (mine, theirs) = (pattern.kinds, ownPattern.kinds)
        guard mine.filter(theirs.contains) != theirs.filter(mine.contains) else { return nil }
        return finding(
            .foreignOrder,
            "the fields stand in an order that is not this language's",
            fix: useTemplate(pattern.template(hour: "j")),
            certainty: .predicted,
            example: example(written, own)
        )
    }

    private func punctuation(_ pattern: DatePattern, _ written: DateRenderer) -> DateFinding? {
        let own = own(pattern)
        guard let ownPattern = own.pattern, pattern.kinds == ownPattern.kinds,
            pattern.marks != ownPattern.marks
        else { return nil }
        let missing = ownPattern.units.subtracting(pattern.units).sorted().first
        return finding(
            missing == nil ? .foreignPunctuation : .foreignOrder,
            missing.map { "the unit \($0) is missing, which this language writes after the number" }
                ?? "what stands between the fields is not what this language writes",
            fix: useTemplate(pattern.template(hour: "j")),
            certainty: .predicted,
            example: example(written, own)
        )
    }

    /// Whether the locale itself writes the same texts for the same fields, in any of their variants.
    private func isOwn(_ pattern: DatePattern, _ written: DateRenderer) -> Bool {
        pattern.variants.contains { variant in
            let own = own(variant)
            return Self.oneOfEachMonth.allSatisfy { own.text(at: $0) == written.text(at: $0) }
        }
    }

    private static let oneOfEachMonth = [CheckedMoment.sample] + (1...12).map { CheckedMoment(2026, $0, 3) }

    /// `MMM月` gives 11月月.
    private func doubledUnit(_ pattern: DatePattern) -> DateFinding? {
        for (token, next) in zip(pattern.tokens, pattern.tokens.dropFirst()) {
            guard case .field(let letter, let count) = token, case .literal(let literal, _) = next,
                let unit = literal.first, unit.isLetter
            else { continue }
            let field = DatePattern(tokens: [token])
            let text = DateRenderer(pattern: field, like: declaration, in: locale, DateSettings()).text(
                at: .sample
            )
            guard text.last == unit else { continue }
            let name = String(repeating: letter, count: count)
            return finding(
                .doubledUnit,
                "\(name) brings \(unit) with it, and \(unit) is written after it",
                fix: useTemplate(pattern.template(hour: "j")),
                certainty: .predicted,
                example: renderer().map { example($0, own(pattern)) }
            )
        }
        return nil
    }

    /// The month beside a day, and on its own.
    private func monthForm(_ pattern: DatePattern) -> DateFinding? {
        guard let month = pattern.fields.first(where: { "ML".contains($0.letter) && $0.count >= 3 }) else {
            return nil
        }
        let standsBesideDay = pattern.has("d")
        guard (month.letter == "M") != standsBesideDay else { return nil }
        let right = pattern.replacing(standsBesideDay ? ["L": "M"] : ["M": "L"])
        let (wrongForm, rightForm) = (
            DateRenderer(pattern: pattern, like: declaration, in: locale, DateSettings()),
            DateRenderer(pattern: right, like: declaration, in: locale, DateSettings())
        )
        guard
            let moment = CheckedMoment.days.first(where: { wrongForm.text(at: $0) != rightForm.text(at: $0) })
        else {
            return nil
        }
        return finding(
            .monthForm,
            standsBesideDay
                ? "L is the month on its own, and it stands beside a day"
                : "M is the month beside a day, and it stands without one",
            fix: write(right),
            certainty: .predicted,
            example: DateFinding.Example(
                text: wrongForm.text(at: moment),
                circumstances: moment.day,
                expected: rightForm.text(at: moment)
            )
        )
    }

    private func example(_ written: DateRenderer, _ own: DateRenderer) -> DateFinding.Example {
        DateFinding.Example(
            text: written.text(at: .sample),
            circumstances: CheckedMoment.sample.name,
            expected: own.text(at: .sample)
        )
    }
}

extension DatePattern {
    /// What each field tells, eras left out: locales add them by themselves.
    fileprivate var kinds: [Character] {
        fields.compactMap { field in
            switch field.letter {
            case "L": "M"
            case "c", "e": "E"
            case "u", "r", "Y": "y"
            case "K", "k", "h": "H"
            case "b", "B": "a"
            case "G": nil
            default: field.letter
            }
        }
    }

    /// Units of East Asian languages, which are written after numbers: 年, 月, 日, 일.
    fileprivate var units: Set<Character> {
        Set(
            marks.joined().filter { mark in
                mark.unicodeScalars.allSatisfy {
                    $0.properties.isIdeographic || (0xAC00...0xD7A3).contains($0.value)
                }
            }
        )
    }

    /// The same fields as they may be asked of a locale that writes the pattern.
    ///
    /// The month by number or by name (`M月d日` is what Japanese makes of `MMMd`, and not of `Md`), the day with as many
    /// digits as it needs, and without the era, which some languages bring along.
    var variants: [DatePattern] {
        let months = [self] + [3, 4].map { withWidth($0, of: "ML") }
        let days = months + months.map { $0.withWidth(1, of: "d") }
        return days + days.map { $0.without("G") }
    }

    private func without(_ letter: Character) -> DatePattern {
        DatePattern(tokens: tokens.filter { if case .field(letter, _) = $0 { false } else { true } })
    }

    /// The same with as many letters in the fields of some letters.
    func withWidth(_ count: Int, of letters: String) -> DatePattern {
        DatePattern(
            tokens: tokens.map { token in
                if case .field(let letter, _) = token, letters.contains(letter) {
                    .field(letter, count)
                } else {
                    token
                }
            }
        )
    }

    /// What stands between the fields, whatever kind of space it has.
    fileprivate var marks: [String] {
        var marks = [""]
        for token in tokens {
            switch token {
            case .field: marks.append("")
            case .literal(let text, _): marks[marks.count - 1] += text
            }
        }
        return marks.map { mark in String(mark.map { $0.isWhitespace ? " " : $0 }) }
    }
}
