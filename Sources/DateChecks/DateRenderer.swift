import Definitions
import Foundation
import Rollout

/// Writes one date the way the app would, under some settings of the user.
struct DateRenderer {
    private let formatter: DateFormatter
    /// What the formatter made of the declaration.
    let pattern: DatePattern?

    /// - Returns: nil for a text that only the system draws.
    init?(
        _ format: ReadableFormat,
        of declaration: DateDeclaration,
        in locale: LocaleTag,
        _ settings: DateSettings,
        zone: TimeZone = CheckedMoment.zone
    ) {
        let identifier = declaration.fixedLocale ?? settings.identifier(in: locale)
        formatter = Self.formatter(identifier, declaration.calendar)
        formatter.timeZone = zone
        switch format {
        case .pattern(let pattern): formatter.dateFormat = pattern.text
        case .template(let template): formatter.setLocalizedDateFormatFromTemplate(template.text)
        case .style(let style):
            if let template = style.template {
                formatter.setLocalizedDateFormatFromTemplate(template)
            } else if let dateStyle = style.dateStyle {
                formatter.dateStyle = dateStyle
                formatter.timeStyle = .none
                formatter.doesRelativeDateFormatting = style.isRelativeToDay
            } else {
                return nil
            }
        }
        pattern = try? DatePattern(parsing: formatter.dateFormat ?? "")
    }

    /// What the locale itself makes of a template.
    init(template: String, like declaration: DateDeclaration, in locale: LocaleTag, _ settings: DateSettings)
    {
        formatter = Self.formatter(settings.identifier(in: locale), declaration.calendar)
        formatter.setLocalizedDateFormatFromTemplate(template)
        pattern = try? DatePattern(parsing: formatter.dateFormat ?? "")
    }

    /// What a pattern gives, such as a single field.
    init(
        pattern: DatePattern,
        like declaration: DateDeclaration,
        in locale: LocaleTag,
        _ settings: DateSettings
    ) {
        formatter = Self.formatter(
            declaration.fixedLocale ?? settings.identifier(in: locale),
            declaration.calendar
        )
        formatter.dateFormat = pattern.text
        self.pattern = pattern
    }

    func text(at moment: CheckedMoment) -> String { text(at: moment.date) }

    func text(at date: Date) -> String { formatter.string(from: date) }

    /// The calendar that years are counted in.
    var isGregorian: Bool { formatter.calendar.identifier == .gregorian }

    private static func formatter(_ locale: String, _ calendar: DateDeclaration.Calendar) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: locale)
        if calendar == .gregorian { formatter.calendar = Calendar(identifier: .gregorian) }
        formatter.timeZone = CheckedMoment.zone
        return formatter
    }
}
