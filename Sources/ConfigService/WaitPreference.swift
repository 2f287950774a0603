/// The `wait` of a request's `Prefer` (RFC 7240 section 4.3): how many seconds the client is willing to wait.
enum WaitPreference {
    /// The longest wait, in seconds; who wants to wait longer waits so long.
    ///
    /// Below the minute for which proxies commonly wait for a server before they answer 504.
    static let longest = 55

    /// Whole seconds from 1 to ``longest``; nil: the client does not want to wait, or says so in a way that cannot be
    /// read.
    ///
    /// Other preferences and all parameters are passed over. Of several waits the first counts (RFC 7240 section 2).
    ///
    /// - Parameter field: nil when it was not sent.
    static func seconds(_ field: Span<UInt8>?) -> Int? {
        guard let field else { return nil }
        var start = 0
        while start < field.count {
            let end = endOfElement(field, from: start)
            let parameters = field.next(UInt8(ascii: ";"), from: start, before: end)
            let equals = field.next(UInt8(ascii: "="), from: start, before: parameters)
            if field.extracting(field.trimmed(start..<equals)).equalsIgnoringCase("wait") {
                guard equals < parameters else { return nil }
                return number(field.extracting(field.trimmed(equals + 1..<parameters)))
            }
            start = end + 1
        }
        return nil
    }

    /// Where the next comma is that is not quoted (RFC 9110 section 5.6.4).
    private static func endOfElement(_ field: Span<UInt8>, from start: Int) -> Int {
        var position = start
        var isQuoted = false
        while position < field.count {
            switch field[position] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "\\") where isQuoted: position += 1
            case UInt8(ascii: ",") where !isQuoted: return position
            default: break
            }
            position += 1
        }
        return field.count
    }

    /// A number of seconds, perhaps in quotes.
    private static func number(_ text: Span<UInt8>) -> Int? {
        let quote = UInt8(ascii: "\"")
        let isQuoted = text.count >= 2 && text[0] == quote && text[text.count - 1] == quote
        let digits = isQuoted ? text.extracting(1..<text.count - 1) : text
        guard digits.count > 0 else { return nil }
        var number = 0
        for index in 0..<digits.count {
            let digit = Int(digits[index]) - Int(UInt8(ascii: "0"))
            guard (0...9).contains(digit) else { return nil }
            number = min(longest, number * 10 + digit)
        }
        return number > 0 ? number : nil
    }
}
