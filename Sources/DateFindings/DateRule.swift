/// What can be wrong with a date in a widget; the raw value is what reports and people call it.
///
/// Each has a section in `Documentation/date-rules.md`.
package enum DateRule: String, CaseIterable, Sendable {
    // What the definition says.
    case unreadableFormat = "unreadable-format"
    case unknownLocale = "unknown-locale"
    case unknownZone = "unknown-zone"
    case weekYear = "week-year"
    case dayOfYear = "day-of-year"
    case minuteForMonth = "minute-for-month"
    case monthForMinute = "month-for-minute"
    case periodMissing = "period-missing"
    case numericWeekday = "numeric-weekday"
    case ambiguousNumbers = "ambiguous-numbers"
    case hourCycle = "hour-cycle"
    case unlocalisedText = "unlocalised-text"
    case staleText = "stale-text"
    // What a locale makes of it.
    case foreignOrder = "foreign-order"
    case foreignPunctuation = "foreign-punctuation"
    case doubledUnit = "doubled-unit"
    case monthForm = "month-form"
    case eraYear = "era-year"
    case nativeDigits = "native-digits"
    case noBreakSpace = "no-break-space"
    // What clocks and screens make of it.
    case skippedTime = "skipped-time"
    case repeatedTime = "repeated-time"
    case tooWide = "too-wide"
    case unmeasured = "unmeasured"
    case drawnByDevice = "drawn-by-device"
}

extension DateRule {
    /// Why it matters: a sentence.
    package var why: String {
        switch self {
        case .unreadableFormat:
            "What the formatter cannot read comes out as nothing, or as other letters than meant."
        case .unknownLocale: "Without data for the locale the date is written as for none."
        case .unknownZone: "A zone that does not exist gives the time of another one."
        case .weekYear:
            "The year of the week (Y) is not that of the day (y): around New Year it is a year off."
        case .dayOfYear: "D counts days from New Year, d those of the month: from 1 February on it is wrong."
        case .minuteForMonth: "m is the minute, M the month: the month changes every minute."
        case .monthForMinute: "M is the month, m the minute: the minute stands still for a month."
        case .periodMissing: "On a 12-hour clock without a period each time stands for two."
        case .numericWeekday: "The number of a weekday depends on the day that a region starts its week with."
        case .ambiguousNumbers: "Day and month as numbers are read the other way round elsewhere: 4/11."
        case .hourCycle:
            "A fixed hour goes against the 12 or 24 hours that the user has set, or is rewritten by the system."
        case .unlocalisedText: "Words that are not translated stand beside a date that is."
        case .staleText: "The text is wrong before the next entry takes its place."
        case .foreignOrder: "This language puts the parts of a date in another order, or a unit after each."
        case .foreignPunctuation: "This language puts other marks or spaces between the parts of a date."
        case .doubledUnit: "The field brings the unit that is written after it, so it stands twice."
        case .monthForm: "The month has another form beside a day than on its own in this language."
        case .eraYear: "The year is not the Gregorian one in the calendar that users of this locale have."
        case .nativeDigits: "The digits of this locale are not 0 to 9, which the code relies on."
        case .noBreakSpace: "The spaces are not ordinary ones, which the code relies on."
        case .skippedTime: "When clocks are put forward this time of day does not exist."
        case .repeatedTime: "When clocks are put back this time of day comes twice."
        case .tooWide: "What does not fit is cut off, or ends in an ellipsis."
        case .unmeasured: "Whether the text fits is not known."
        case .drawnByDevice: "The system writes this text anew as time passes, so only a device shows it."
        }
    }

    /// How bad it is where nothing lessens it.
    package var severity: DateFinding.Severity {
        switch self {
        case .numericWeekday, .ambiguousNumbers, .hourCycle, .foreignPunctuation, .repeatedTime: .warning
        case .unmeasured, .drawnByDevice: .note
        default: .error
        }
    }
}
