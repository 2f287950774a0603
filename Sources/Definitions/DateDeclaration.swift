package import Rollout

/// A date that a widget shows, and what its design takes for granted about it.
package struct DateDeclaration: Equatable, Sendable {
    /// How the date is written.
    package enum Format: Equatable, Sendable {
        /// A skeleton that the locale puts in order (`setLocalizedDateFormatFromTemplate`).
        case template(String)
        /// A fixed pattern (`dateFormat`).
        case pattern(String)
        /// A style of SwiftUI or Foundation, such as `timer`, `relative` or `abbreviated`.
        case style(String)
    }

    /// Which calendar the formatter has.
    package enum Calendar: String, CaseIterable, Sendable {
        /// The one that the user has set.
        case user
        case gregorian
    }

    /// Which moment the date is of.
    package enum Moment: String, CaseIterable, Sendable {
        /// That of the timeline entry, to which the text has to stay true.
        case now
        /// One that is given, such as a sunrise; the text stays true however long it stands.
        case event
    }

    /// What the design or the code around the text relies on.
    package enum Expectation: String, CaseIterable, Sendable {
        /// The year is that of the Gregorian calendar, in four digits.
        case gregorianYear
        /// The digits are 0 to 9, because the code pads, cuts or parses the text.
        case latinDigits
        /// The text is split or compared at ordinary spaces.
        case plainSpaces
    }

    /// Unique within its widget.
    package let id: String
    package let format: Format
    /// Where it shows: one of its widget's families.
    package let family: WidgetFamily
    /// The locale that the formatter is fixed to, such as `en_US_POSIX`; nil: the user's.
    package let fixedLocale: String?
    package let calendar: Calendar
    package let shows: Moment
    /// The local time of day that the code sets, such as midnight; nil: it sets none.
    package let time: TimeOfDay?
    /// The time zone of that time; nil: the user's, whichever it is.
    package let zone: String?
    package let expects: [Expectation]
    /// The text around the date by localisation, with `{date}` in the place of the date; empty: the date alone.
    package let texts: [LocaleTag: String]
    package let layout: Layout

    /// How the text is laid out.
    package struct Layout: Equatable, Sendable {
        /// In points at the default text size, 8 to 200; nil: that of SwiftUI's text in the family.
        package let fontSize: Int?
        /// The most lines, 1 to 10.
        package let lines: Int
        /// SwiftUI's `minimumScaleFactor`, above 0 and at most 1.
        package let minimumScale: Double
    }

    /// What stands in ``texts`` for the date.
    package static let placeholder = "{date}"
}
