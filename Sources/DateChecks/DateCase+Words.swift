import DateFindings
import Definitions
import Foundation
import Rollout

/// Rules about the words around a date, and about how long they stay true.
extension DateCase {
    func words() -> [DateFinding] {
        [missingText(), quotedWords(), stale(), drawnByDevice()].compactMap(\.self)
    }

    /// The text around the date in this locale; nil when there is none for it.
    var surroundingText: String? {
        let candidates = declaration.texts.filter { $0.key.matches(locale) || locale.matches($0.key) }
        // The closest: zh-Hant before zh.
        return candidates.max { $0.key.description.count < $1.key.description.count }?.value
    }

    /// A date with what is written around it.
    func inContext(_ date: String) -> String {
        surroundingText?.replacing(DateDeclaration.placeholder, with: date) ?? date
    }

    private func missingText() -> DateFinding? {
        guard !declaration.texts.isEmpty, surroundingText == nil else { return nil }
        let known = declaration.texts.keys.map(\.description).sorted().joined(separator: ", ")
        return finding(
            .unlocalisedText,
            "the text around the date is there for \(known), not for \(locale)",
            fix:
                "add \"\(locale)\" to the date's `text`, and the string to the widget extension itself: it does not "
                + "see the app's"
        )
    }

    /// Letters that a pattern brings into every language, unless this one writes them there itself.
    private func quotedWords() -> DateFinding? {
        guard case .pattern(let pattern) = format else { return nil }
        let own = DateRenderer(
            template: pattern.template(hour: "j"),
            like: declaration,
            in: locale,
            DateSettings()
        )
        let renderers = pattern.variants.map {
            DateRenderer(template: $0.template(hour: "j"), like: declaration, in: locale, DateSettings())
        }
        let native = Set(renderers.flatMap { $0.pattern?.literals ?? [] }.flatMap(\.words))
        let foreign = pattern.literals.flatMap(\.words).filter { !native.contains($0) }
        guard let word = foreign.first else { return nil }
        return finding(
            .unlocalisedText,
            "\"\(word)\" stands in the pattern, and so in every language",
            fix: useTemplate(pattern.template(hour: "j"))
                + ", and take words from the widget's own string table",
            example: renderer().map {
                DateFinding.Example(
                    text: $0.text(at: .sample),
                    circumstances: CheckedMoment.sample.name,
                    expected: own.text(at: .sample)
                )
            }
        )
    }

    /// The longest time that an entry of the timeline stands, held against what the text says.
    private func stale() -> DateFinding? {
        guard let unit = staleAfterMinutes, let stands = timeline.longestEntryInMinutes else { return nil }
        guard stands > unit else { return nil }
        let said = Self.name(ofUnit: unit)
        let span = stands.isFinite ? "for \(Self.span(stands))" : "for good"
        return finding(
            .staleText,
            "an entry stands \(span), and the text says the \(said)",
            fix: unit < 24 * 60
                ? "let SwiftUI write it (`Text(date, style: .time)`, `.timer`, `.relative`), say less, or make an "
                    + "entry every \(said)"
                : "make an entry at each midnight, and a timeline that goes on from there"
        )
    }

    private static func name(ofUnit minutes: Double) -> String {
        switch minutes {
        case ..<1: "second"
        case ..<60: "minute"
        case ..<(12 * 60): "hour"
        case ..<(24 * 60): "half of the day"
        default: "day"
        }
    }

    /// nil: the text stays true.
    private var staleAfterMinutes: Double? {
        if case .style(let style) = format {
            if style.isKeptUpToDate { return nil }
            if style.isRelativeToDay { return 24 * 60 }
        }
        guard declaration.shows == .now else { return nil }
        return renderer()?.pattern?.finestUnitInMinutes
    }

    private func drawnByDevice() -> DateFinding? {
        guard case .style(let style) = format, style.isKeptUpToDate else { return nil }
        return finding(
            .drawnByDevice,
            "the style \(style.rawValue) is not rendered here",
            certainty: .deviceOnly,
            lookAt: "the longest text of the day, such as 23 hours and 59 minutes, in \(locale)"
        )
    }

    private static func span(_ minutes: Double) -> String {
        let isHours = minutes.truncatingRemainder(dividingBy: 60) == 0
        let count = Int(isHours ? minutes / 60 : minutes)
        return "\(count) \(isHours ? "hour" : "minute")\(count == 1 ? "" : "s")"
    }
}

extension Timeline {
    /// How long the entry that stands longest does; infinite when nothing but the app ends it.
    fileprivate var longestEntryInMinutes: Double? {
        guard let next = nextTimelineAfterMinutes else { return .infinity }
        let last = next - (entries - 1) * (entrySpacingMinutes ?? 0)
        return Double(max(entrySpacingMinutes ?? 0, last))
    }
}

extension DatePattern {
    fileprivate var literals: [String] {
        tokens.compactMap { if case .literal(let text, _) = $0 { text } else { nil } }
    }
}

extension String {
    /// Runs of letters.
    fileprivate var words: [String] { split { !$0.isLetter }.map(String.init) }
}
