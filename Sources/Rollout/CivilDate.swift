/// A day of the proleptic Gregorian calendar, as in RFC 3339 `full-date`: `2027-03-31`.
public struct CivilDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Days since 1970-01-01, negative before.
    public let daysSince1970: Int64

    package init(daysSince1970: Int64) { self.daysSince1970 = daysSince1970 }

    /// - Throws: ``InvalidValue`` for another form or a day that does not exist.
    public init(parsing text: String) throws(InvalidValue) {
        var reader = DateTimeReader(text)
        guard let date = reader.date(), reader.isAtEnd else {
            throw InvalidValue("\"\(text)\" is not a date; write it like 2027-03-31")
        }
        self = date
    }

    /// The first moment of the day in UTC.
    public var start: Instant { Instant(millisecondsSince1970: daysSince1970 * 86_400_000) }

    /// Whether it is earlier.
    public static func < (a: Self, b: Self) -> Bool { a.daysSince1970 < b.daysSince1970 }

    /// As RFC 3339 has it.
    public var description: String {
        let (year, month, day) = components
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// Years are counted from March, so that the day that leap years add is the last of the year; 400 years have
    /// 146,097 days, and the months from March on begin on day (153 m + 2) / 5.
    private var components: (year: Int, month: Int, day: Int) {
        let shifted = daysSince1970 + 719_468
        let era = floorDivision(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)), Int(month), Int(day))
    }

    /// A day by its numbers, as a Gregorian calendar in the user's time zone gives them; nil when there is none such.
    ///
    /// - Parameters:
    ///   - year: 0 to 9999, as RFC 3339 has them.
    ///   - month: From 1.
    ///   - day: From 1.
    public init?(year: Int, month: Int, day: Int) {
        guard 0...9999 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
        let marchYear = Int64(month <= 2 ? year - 1 : year)
        let marchMonth = Int64(month > 2 ? month - 3 : month + 9)
        let era = floorDivision(marchYear, 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * marchMonth + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(daysSince1970: era * 146_097 + dayOfEra - 719_468)
        guard components == (year, month, day) else { return nil }
    }
}
