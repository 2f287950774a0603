import DateFindings
import Definitions
import Rollout

/// Rules that see fields of one kind where another is meant.
extension DateCase {
    func confusedFields() -> [DateFinding] {
        guard let pattern = format.writtenFields else { return [] }
        return [
            weekYear(pattern), dayOfYear(pattern), minuteForMonth(pattern), monthForMinute(pattern),
            periodMissing(pattern), numericWeekday(pattern), ambiguousNumbers(pattern), hourCycle(pattern),
        ].compactMap(\.self)
    }

    private func weekYear(_ pattern: DatePattern) -> DateFinding? {
        guard pattern.has("Y"), !pattern.has("w") else { return nil }
        let right = pattern.replacing(["Y": "y"])
        return finding(
            .weekYear,
            "Y is the year of the week, and no week is shown",
            fix: write(right),
            example: example(of: pattern, against: right)
        )
    }

    private func dayOfYear(_ pattern: DatePattern) -> DateFinding? {
        guard
            pattern.fields.contains(where: { $0.letter == "D" && $0.count <= 2 })
                || pattern.has("D") && pattern.has("ML")
        else { return nil }
        let right = DatePattern(
            tokens: pattern.tokens.map { token in
                if case .field("D", let count) = token { .field("d", min(count, 2)) } else { token }
            }
        )
        return finding(
            .dayOfYear,
            "D is the day of the year",
            fix: write(right),
            example: example(of: pattern, against: right)
        )
    }

    /// `yyyy-mm-dd`: a minute beside fields of a date, and none of a time.
    private func minuteForMonth(_ pattern: DatePattern) -> DateFinding? {
        let fields = pattern.fields
        guard
            let place = fields.indices.first(where: { index in
                fields[index].letter == "m"
                    && !fields.neighbours(of: index).contains { "hHkKjJCs".contains($0) }
                    && !pattern.has("ML")
            })
        else { return nil }
        let right = pattern.replacingField(place, with: "M")
        return finding(
            .minuteForMonth,
            "m is the minute, and no hour or second stands beside it",
            fix: write(right),
            example: example(of: pattern, against: right)
        )
    }

    /// `HH:MM`: a month right after an hour, which it is joined to.
    private func monthForMinute(_ pattern: DatePattern) -> DateFinding? {
        let fields = pattern.fields
        guard
            let place = fields.indices.dropFirst().first(where: { index in
                "ML".contains(fields[index].letter) && fields[index].count <= 2
                    && "hHkKjJC".contains(fields[index - 1].letter)
            }), !pattern.has("m")
        else { return nil }
        let right = pattern.replacingField(place, with: "m")
        return finding(
            .monthForMinute,
            "M is the month, and it stands after the hour",
            fix: write(right),
            example: example(of: pattern, against: right)
        )
    }

    /// Templates bring the period by themselves.
    private func periodMissing(_ pattern: DatePattern) -> DateFinding? {
        guard case .pattern = format, pattern.has("hK"), !pattern.has("abB") else { return nil }
        return finding(
            .periodMissing,
            "the hour counts to 12, and no a says which half of the day it is",
            fix: useTemplate(pattern.template(hour: "j")),
            example: renderer().map {
                let (morning, evening) = (CheckedMoment.times[2], CheckedMoment.times[7])
                return DateFinding.Example(
                    text: $0.text(at: evening),
                    circumstances: "at 15:05, and \($0.text(at: morning)) at 03:05"
                )
            }
        )
    }

    private func numericWeekday(_ pattern: DatePattern) -> DateFinding? {
        guard let field = pattern.fields.first(where: { "ec".contains($0.letter) && $0.count <= 2 }) else {
            return nil
        }
        let letter = String(repeating: field.letter, count: field.count)
        return finding(
            .numericWeekday,
            "\(letter) is the number of the weekday in the week of the user's region",
            fix: "show the name of the weekday, EEE, or compute the number from the calendar's weekday"
        )
    }

    /// `M/d` or `d/M` as they were written; a year in front makes the order plain.
    private func ambiguousNumbers(_ pattern: DatePattern) -> DateFinding? {
        guard isFixed else { return nil }
        let fields = pattern.fields.filter { "yYuMLdG".contains($0.letter) }
        let numbers = fields.filter { "MLd".contains($0.letter) && $0.count <= 2 }
        guard numbers.count == 2, numbers[0].letter != numbers[1].letter, let first = fields.first,
            !"yYu".contains(first.letter)
        else { return nil }
        let named = pattern.withWidth(3, of: "ML")
        return finding(
            .ambiguousNumbers,
            "day and month are both numbers, in an order that is not everyone's",
            fix: useTemplate(named.template(hour: "j")),
            example: renderer().map {
                DateFinding.Example(text: $0.text(at: .ambiguous), circumstances: "11 April 2027")
            }
        )
    }

    private func hourCycle(_ pattern: DatePattern) -> DateFinding? {
        guard case .pattern = format, declaration.fixedLocale == nil, pattern.has("hHkK") else { return nil }
        let own = DateRenderer(template: "jmm", like: declaration, in: locale, DateSettings())
        let is12 = pattern.has("hK")
        let agrees = (own.pattern?.has("hK") ?? is12) == is12
        let written = is12 ? "12" : "24"
        return finding(
            .hourCycle,
            agrees
                ? "the pattern says \(written) hours, whatever the user has set"
                : "the pattern says \(written) hours, and this locale has \(is12 ? "24" : "12")",
            fix: useTemplate(pattern.template(hour: "j")),
            certainty: .deviceOnly,
            lookAt:
                "turn 24-Hour Time in Settings on and off: iOS rewrites the hour of a fixed pattern unless the "
                + "formatter's locale is en_US_POSIX"
        )
    }

    /// The first of the checked days on which two patterns differ, and what they give there.
    private func example(of wrong: DatePattern, against right: DatePattern) -> DateFinding.Example? {
        let (wrong, right) = (
            DateRenderer(pattern: wrong, like: declaration, in: locale, DateSettings()),
            DateRenderer(pattern: right, like: declaration, in: locale, DateSettings())
        )
        return CheckedMoment.days.lazy.map {
            (moment: $0, text: wrong.text(at: $0), expected: right.text(at: $0))
        }
        .first { $0.text != $0.expected }
        .map { DateFinding.Example(text: $0.text, circumstances: $0.moment.name, expected: $0.expected) }
    }
}

extension [(letter: Character, count: Int)] {
    /// The letters beside a field.
    fileprivate func neighbours(of index: Int) -> [Character] {
        [index - 1, index + 1].filter(indices.contains).map { self[$0].letter }
    }
}
