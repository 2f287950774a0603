/// A moment, in milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted (as in POSIX and RFC 3339).
///
/// Written as RFC 3339 text in UTC: `2026-12-01T00:00:00Z`, with three decimals when it is not a whole second.
public struct Instant: Hashable, Comparable, Sendable {
    /// Negative before 1970.
    public let millisecondsSince1970: Int64

    /// - Parameter millisecondsSince1970: Negative before 1970. Clamped to the years 0000 to 9999, which is what
    ///   RFC 3339 can write.
    public init(millisecondsSince1970: Int64) {
        self.millisecondsSince1970 = min(
            max(millisecondsSince1970, Self.range.lowerBound),
            Self.range.upperBound
        )
    }

    /// 0000-01-01T00:00:00Z to 9999-12-31T23:59:59.999Z.
    private static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// Whether it is earlier.
    public static func < (a: Self, b: Self) -> Bool { a.millisecondsSince1970 < b.millisecondsSince1970 }

    /// The moment that many seconds later, or earlier when negative.
    public func adding(seconds: Int64) -> Instant {
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let sum = millisecondsSince1970.addingReportingOverflow(milliseconds)
        if overflow || sum.overflow {
            return Instant(millisecondsSince1970: seconds < 0 ? Self.range.lowerBound : Self.range.upperBound)
        }
        return Instant(millisecondsSince1970: sum.partialValue)
    }

    /// The last whole second that is not after this moment.
    public var wholeSecond: Instant {
        Instant(millisecondsSince1970: floorDivision(millisecondsSince1970, 1000) * 1000)
    }

    /// Whole seconds from `other` to this moment, rounded down; negative when this one is earlier.
    public func seconds(since other: Instant) -> Int64 {
        floorDivision(millisecondsSince1970 - other.millisecondsSince1970, 1000)
    }
}

extension Instant: CustomStringConvertible {
    /// As RFC 3339 has it.
    public var description: String {
        let day = floorDivision(millisecondsSince1970, 86_400_000)
        let rest = Int(millisecondsSince1970 - day * 86_400_000)
        let date = CivilDate(daysSince1970: day)
        let (second, milliseconds) = (rest / 1000, rest % 1000)
        let clock = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        return "\(date)T\(clock)\(milliseconds == 0 ? "" : ".\(padded(milliseconds, 3))")Z"
    }

    /// Reads RFC 3339 (section 5.6) text: date, `T`, time with seconds and at most nine decimals, `Z` or an offset
    /// such as `+09:00`.
    ///
    /// - Throws: ``InvalidValue`` for another form and for moments that do not exist, such as 30 February, or are
    ///   outside the years 0000 to 9999 in UTC. A leap second is refused too, since no schedule needs one.
    public init(parsing text: String) throws(InvalidValue) {
        var reader = DigitReader(text)
        guard let milliseconds = reader.moment(), reader.isAtEnd, Self.range.contains(milliseconds) else {
            throw InvalidValue(
                "\"\(text)\" is not a moment; write it like 2026-12-01T00:00:00Z or 2026-12-01T09:00:00+09:00"
            )
        }
        self.init(millisecondsSince1970: milliseconds)
    }
}

/// A day of the proleptic Gregorian calendar, as in RFC 3339 `full-date`: `2027-03-31`.
public struct CivilDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Days since 1970-01-01, negative before.
    public let daysSince1970: Int64

    init(daysSince1970: Int64) { self.daysSince1970 = daysSince1970 }

    /// - Throws: ``InvalidValue`` for another form or a day that does not exist.
    public init(parsing text: String) throws(InvalidValue) {
        var reader = DigitReader(text)
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

    /// nil when there is no such day.
    init?(year: Int, month: Int, day: Int) {
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

private func floorDivision(_ a: Int64, _ b: Int64) -> Int64 { a / b - (a % b < 0 ? 1 : 0) }

private func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
}

/// Reads fixed-width numbers and marks off a text.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(digits: Int, in range: ClosedRange<Int>) -> Int? {
        let field = rest.prefix(digits)
        guard field.count == digits, field.allSatisfy(isDigit) else { return nil }
        rest = rest.dropFirst(digits)
        let number = field.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
        return range.contains(number) ? number : nil
    }

    /// Milliseconds since 1970.
    mutating func moment() -> Int64? {
        guard let date = date(), take("T") || take("t"),
            let hour = number(digits: 2, in: 0...23), take(":"),
            let minute = number(digits: 2, in: 0...59), take(":"),
            let second = number(digits: 2, in: 0...59),
            let fraction = milliseconds(), let offset = offsetMinutes()
        else { return nil }
        let minutes = Int64(hour * 60 + minute - offset)
        let seconds = date.daysSince1970 * 86_400 + minutes * 60 + Int64(second)
        return seconds * 1000 + Int64(fraction)
    }

    mutating func date() -> CivilDate? {
        guard let year = number(digits: 4, in: 0...9999), take("-"),
            let month = number(digits: 2, in: 1...12), take("-"),
            let day = number(digits: 2, in: 1...31)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// Zero when there is no fraction; what is finer than a millisecond is cut off.
    mutating func milliseconds() -> Int? {
        guard take(".") else { return 0 }
        let digits = rest.prefix(while: isDigit)
        guard (1...9).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        let first =
            Array(digits.prefix(3)) + repeatElement(UInt8(ascii: "0"), count: max(0, 3 - digits.count))
        return first.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    }

    mutating func offsetMinutes() -> Int? {
        if take("Z") || take("z") { return 0 }
        let sign = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0, let hours = number(digits: 2, in: 0...23), take(":"),
            let minutes = number(digits: 2, in: 0...59)
        else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
