package import Rollout

/// A local time of day, to the minute.
package struct TimeOfDay: Hashable, Sendable, CustomStringConvertible {
    /// After midnight, 0 to 1439.
    package let minutes: Int

    /// Reads `00:00` to `23:59`.
    package init(parsing text: String) throws(InvalidValue) {
        let digits = Array(text.utf8)
        let numbers = digits.map { Int($0) - 0x30 }
        guard digits.count == 5, digits[2] == UInt8(ascii: ":"),
            [0, 1, 3, 4].allSatisfy({ (0...9).contains(numbers[$0]) }),
            case let (hour, minute) = (numbers[0] * 10 + numbers[1], numbers[3] * 10 + numbers[4]),
            hour < 24, minute < 60
        else { throw InvalidValue("\"\(text)\" is no time of day; write it like 00:00 or 17:30") }
        minutes = hour * 60 + minute
    }

    /// `07:05`.
    package var description: String { "\(Self.twoDigits(minutes / 60)):\(Self.twoDigits(minutes % 60))" }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
