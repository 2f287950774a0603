/// A share of installations, 0 to 100 percent in steps of a ten-thousandth of a percent.
public struct Percent: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number of buckets that the share covers, from 0 to 1,000,000.
    public let buckets: Int

    /// 0 percent.
    public static let none = Percent(buckets: 0)
    /// 100 percent.
    public static let all = Percent(buckets: Bucket.count)

    private init(buckets: Int) { self.buckets = buckets }

    /// - Throws: ``InvalidValue`` below 0, above 100, or with more than four decimals.
    public init(_ percent: Double) throws(InvalidValue) {
        guard percent >= 0 else { throw InvalidValue("\(Self.plain(percent)) is below 0") }
        guard percent <= 100 else { throw InvalidValue("\(Self.plain(percent)) is above 100") }
        let buckets = (percent * 10_000).rounded()
        // The double that stands for a number of four decimals is the one nearest to it, as is this quotient.
        guard buckets / 10_000 == percent else {
            throw InvalidValue("\(percent) has more than four decimals")
        }
        self.init(buckets: Int(buckets))
    }

    /// Reads `5`, `0.25` or `5%`.
    public init(parsing text: String) throws(InvalidValue) {
        let number = text.hasSuffix("%") ? String(text.dropLast()) : text
        guard let first = number.utf8.first, isDigit(first), let last = number.utf8.last, isDigit(last),
            number.utf8.allSatisfy({ isDigit($0) || $0 == 0x2E }), let value = Double(number)
        else { throw InvalidValue("\"\(text)\" is not a percentage; write it like 5 or 0.25") }
        try self.init(value)
    }

    /// Whether it is the smaller number.
    public static func < (a: Self, b: Self) -> Bool { a.buckets < b.buckets }

    /// How much is missing to a larger share; none when `other` is not larger.
    package func distance(to other: Percent) -> Percent { Percent(buckets: max(0, other.buckets - buckets)) }

    /// The number alone, without needless zeros: `5`, `0.25`.
    public var description: String { Self.plain(Double(buckets) / 10_000) }

    private static func plain(_ number: Double) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
