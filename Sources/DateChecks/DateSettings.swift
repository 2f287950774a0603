import Foundation
import Rollout

/// What a user can set that changes how dates are written.
struct DateSettings: Hashable {
    enum Calendar: String {
        case gregorian, japanese, buddhist, persian, hebrew, islamic = "islamic-umalqura"
    }

    /// The 12 or 24 hours of Settings.
    enum HourCycle: String { case twelve = "h12", twentyFour = "h23" }

    enum Digits: String { case latin = "latn", native }

    /// nil: as the locale has it.
    var calendar: Calendar?
    /// nil: as the locale has it.
    var hourCycle: HourCycle?
    /// nil: as the locale has it.
    var digits: Digits?

    /// In words; empty for the locale's own.
    var words: String {
        let parts = [
            calendar.map { "\($0.name) calendar" },
            hourCycle.map { $0 == .twelve ? "12-hour clock" : "24-hour clock" },
            digits.map { $0 == .latin ? "digits 0 to 9" : "native digits" },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}

extension DateSettings.Calendar {
    var name: String {
        switch self {
        case .gregorian: "Gregorian"
        case .japanese: "Japanese"
        case .buddhist: "Buddhist"
        case .persian: "Persian"
        case .hebrew: "Hebrew"
        case .islamic: "Islamic"
        }
    }
}

extension DateSettings {
    /// What users of a locale can have set, the locale's own first.
    ///
    /// - Parameter hasHour: Whether the hour cycle makes a difference.
    static func usual(in locale: LocaleTag, hasHour: Bool) -> [DateSettings] {
        let language = locale.languageCode
        let calendars: [Calendar?] = [nil] + (otherCalendars[language] ?? []).map(Optional.some)
        let cycles: [HourCycle?] = hasHour ? [.twelve, .twentyFour] : [nil]
        let digits: [Digits?] = nativeDigits[language] == nil ? [nil] : [nil, .native, .latin]
        return calendars.flatMap { calendar in
            cycles.flatMap { cycle in
                digits.map { DateSettings(calendar: calendar, hourCycle: cycle, digits: $0) }
            }
        }
    }

    /// The identifier of a locale with these settings, as ICU and Foundation read it.
    func identifier(in locale: LocaleTag) -> String {
        var keywords: [String] = []
        if let calendar { keywords.append("calendar=\(calendar.rawValue)") }
        if let hourCycle { keywords.append("hours=\(hourCycle.rawValue)") }
        if let digits {
            let native = Self.nativeDigits[locale.languageCode] ?? "latn"
            keywords.append("numbers=\(digits == .native ? native : "latn")")
        }
        let name = locale.description.replacing("-", with: "_")
        return keywords.isEmpty ? name : "\(name)@\(keywords.joined(separator: ";"))"
    }

    /// Calendars in use beside each other where a language is spoken, with the locale's own among them.
    private static let otherCalendars: [String: [Calendar]] = [
        "ja": [.gregorian, .japanese], "th": [.gregorian, .buddhist], "fa": [.gregorian, .persian],
        "ps": [.gregorian, .persian], "ckb": [.gregorian, .persian], "ar": [.gregorian, .islamic],
        "ur": [.gregorian, .islamic], "he": [.gregorian, .hebrew],
    ]

    /// Languages with digits of their own that users can have: CLDR's `native` numbering systems.
    private static let nativeDigits = [
        "ar": "arab", "fa": "arabext", "ps": "arabext", "ur": "arabext", "ckb": "arab", "my": "mymr",
        "ne": "deva", "mr": "deva", "hi": "deva", "bn": "beng", "as": "beng", "th": "thai", "km": "khmr",
        "lo": "laoo", "gu": "gujr", "pa": "guru", "ta": "tamldec", "te": "telu", "kn": "knda", "ml": "mlym",
        "or": "orya", "dz": "tibt",
    ]
}

extension LocaleTag {
    /// The language alone, such as `zh`.
    var languageCode: String { String(description.prefix { $0 != "-" }) }
}
