/// Reads the parts of RFC 3339 (section 5.6) off a text: fixed-width numbers and the marks between them.
struct DateTimeReader {
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
