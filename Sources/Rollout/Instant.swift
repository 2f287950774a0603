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
        var reader = DateTimeReader(text)
        guard let milliseconds = reader.moment(), reader.isAtEnd, Self.range.contains(milliseconds) else {
            throw InvalidValue(
                "\"\(text)\" is not a moment; write it like 2026-12-01T00:00:00Z or 2026-12-01T09:00:00+09:00"
            )
        }
        self.init(millisecondsSince1970: milliseconds)
    }
}

/// Rounded down, also below zero, where `/` rounds up.
func floorDivision(_ a: Int64, _ b: Int64) -> Int64 { a / b - (a % b < 0 ? 1 : 0) }

/// With zeros in front, up to a width.
func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
}
