import DateFindings
import Definitions
import Foundation
import Rollout

/// One date of a widget in one locale, which rules judge.
struct DateCase {
    let subject: DateFinding.Subject
    let declaration: DateDeclaration
    let timeline: Timeline
    let locale: LocaleTag
    let format: ReadableFormat

    /// Whether the fields stand as they were written, whatever the locale would do.
    var isFixed: Bool { if case .pattern = format { true } else { declaration.fixedLocale != nil } }

    /// A finding about this date in this locale.
    func finding(
        _ rule: DateRule,
        _ message: String,
        fix: String = "",
        severity: DateFinding.Severity? = nil,
        certainty: DateFinding.Certainty = .certain,
        example: DateFinding.Example? = nil,
        lookAt: String? = nil
    ) -> DateFinding {
        DateFinding(
            subject: subject,
            locale: locale,
            rule: rule,
            severity: severity,
            certainty: certainty,
            message: message,
            fix: fix,
            example: example,
            lookAt: lookAt
        )
    }

    /// Writes the date under the locale's own settings.
    func renderer(_ settings: DateSettings = DateSettings()) -> DateRenderer? {
        DateRenderer(format, of: declaration, in: locale, settings)
    }

    /// "use template `MMMd` instead of pattern `MM月d日`".
    func useTemplate(_ template: String) -> String {
        switch declaration.format {
        case .pattern(let text): "use template `\(template)` instead of pattern `\(text)`"
        case .template(let text) where text == template: "leave the formatter in the user's locale"
        case .template(let text): "use template `\(template)` instead of `\(text)`"
        case .style(let name): "use template `\(template)` instead of style `\(name)`"
        }
    }

    /// "write `yyyy` instead of `YYYY`", for the whole of what was written.
    func write(_ pattern: DatePattern) -> String {
        switch declaration.format {
        case .pattern(let text): "write pattern `\(pattern.text)` instead of `\(text)`"
        case .template(let text), .style(let text): "write template `\(pattern.text)` instead of `\(text)`"
        }
    }
}

/// One way to write a date, with what it gave.
struct Rendering {
    let settings: DateSettings
    let renderer: DateRenderer
    let texts: [(moment: CheckedMoment, text: String)]

    /// "2026-12-31, Japanese calendar".
    func circumstances(_ moment: CheckedMoment, hasTime: Bool) -> String {
        [hasTime ? moment.name : moment.day, settings.words].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
