/// The `If-None-Match` of a request (RFC 9110 section 13.1.2).
enum IfNoneMatch {
    /// Whether it names the entity tag, so that 304 is the answer.
    ///
    /// Tags are compared weakly: proxies that compress mark strong tags as weak. What cannot be read ends the
    /// list, since a 200 too many does no harm and a 304 too many does.
    ///
    /// - Parameters:
    ///   - tag: With its quotes.
    ///   - field: nil when it was not sent.
    static func matches(_ tag: [UInt8], _ field: Span<UInt8>?) -> Bool {
        guard let field else { return false }
        if field.equals(tag) { return true }
        let whole = field.trimmed(0..<field.count)
        if field.extracting(whole).equalsIgnoringCase("*") { return true }
        return listMatches(tag, field)
    }

    /// Whether it names this very entity tag; `*` names none.
    static func names(_ tag: [UInt8], _ field: Span<UInt8>?) -> Bool {
        guard let field else { return false }
        return field.equals(tag) || listMatches(tag, field)
    }

    private static func listMatches(_ tag: [UInt8], _ field: Span<UInt8>) -> Bool {
        let quote = UInt8(ascii: "\"")
        var position = 0
        while true {
            // Empty elements are allowed (RFC 9110 section 5.6.1.2).
            while position < field.count, field[position].isHTTPSpace || field[position] == UInt8(ascii: ",")
            {
                position += 1
            }
            if position + 1 < field.count, field[position] == UInt8(ascii: "W"),
                field[position + 1] == UInt8(ascii: "/")
            {
                position += 2
            }
            guard position < field.count, field[position] == quote else { return false }
            let end = field.next(quote, from: position + 1, before: field.count)
            guard end < field.count else { return false }
            if field.extracting(position..<end + 1).equals(tag) { return true }
            position = end + 1
            while position < field.count, field[position].isHTTPSpace { position += 1 }
            guard position < field.count, field[position] == UInt8(ascii: ",") else { return false }
        }
    }
}
