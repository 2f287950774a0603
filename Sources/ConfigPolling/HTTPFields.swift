/// The header fields of an answer.
///
/// Names are compared without regard to case, and white space around a value does not count (RFC 9110 section 5).
package struct HTTPFields: Sendable {
    /// As they came.
    package let list: [(name: String, value: String)]

    package init(_ list: [(name: String, value: String)]) { self.list = list }

    /// The values of all fields of that name, joined by commas (RFC 9110 section 5.3); nil when there is none.
    package subscript(name: String) -> String? {
        let values = list.filter { equalsIgnoringCase($0.name, name) }.map { trimmed($0.value) }
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The elements of a field that is a list, without those in which nothing stands (RFC 9110 section 5.6.1).
    ///
    /// Quotes are not looked at: it is for lists whose values hold no comma.
    func elements(of name: String) -> [String] {
        (self[name] ?? "").split(separator: ",").map { trimmed($0) }.filter { !$0.isEmpty }
    }

    /// The whole number that an element `key=number` of a list has, perhaps in quotes; of several the smallest.
    ///
    /// Numbers beyond what fits count as the largest that does. nil when there is none that can be read.
    func number(_ key: String, in name: String) -> Int? {
        elements(of: name).compactMap { element in
            // Of what follows a semicolon, nothing is of use here.
            let parts = element.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, equalsIgnoringCase(trimmed(parts[0]), key) else { return nil }
            let value = trimmed(parts[1])
            let isQuoted = value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
            return wholeNumber(isQuoted ? String(value.dropFirst().dropLast()) : value)
        }.min()
    }
}

/// A number of digits alone; nil for anything else.
///
/// One that does not fit counts as the largest that does.
func wholeNumber(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    return Int(text) ?? .max
}

/// ASCII letters alone are compared without regard to case: field names and tokens have no others.
func equalsIgnoringCase(_ a: String, _ b: String) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }
    return a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8) { lower($0) == lower($1) }
}

/// Without spaces and tabs around it.
private func trimmed(_ text: some StringProtocol) -> String {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    let start = text.drop(while: isBlank)
    return String(start.reversed().drop(while: isBlank).reversed())
}
