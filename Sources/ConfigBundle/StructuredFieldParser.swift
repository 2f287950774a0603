import Cryptography

/// Reads a dictionary of RFC 8941 (section 4.2), in one pass.
///
/// Stricter than the RFC where that has a field mean something although it was tampered with or mangled: a key that
/// stands twice is refused instead of the last one counting, and so are bytes whose base 64 is not canonical.
struct StructuredFieldParser {
    /// Why a field was refused.
    struct Failure: Error, Equatable {
        let reason: String
    }

    /// The most bytes of a field, members of a dictionary or list, and parameters of one of them.
    ///
    /// Ours are far below.
    private static let limits = (bytes: 8192, members: 32, parameters: 16)

    private let bytes: [UInt8]
    private var position = 0

    private init(_ text: String) throws(Failure) {
        bytes = Array(text.utf8)
        guard bytes.count <= Self.limits.bytes else {
            throw Failure(reason: "longer than \(Self.limits.bytes) bytes")
        }
    }

    /// - Parameter text: The field's value; lines of the same name joined by commas.
    static func dictionary(_ text: String) throws(Failure) -> StructuredField.Dictionary {
        var parser = try StructuredFieldParser(text)
        return try parser.dictionary()
    }

    // MARK: - Structures

    private mutating func dictionary() throws(Failure) -> StructuredField.Dictionary {
        var members: StructuredField.Dictionary = []
        skipSpaces()
        while next != nil {
            let key = try key()
            guard !members.contains(where: { $0.key == key }) else { throw failure("\(key) stands twice") }
            guard members.count < Self.limits.members else { throw failure("too many members") }
            members.append((key, try member()))
            skipOptionalWhitespace()
            guard next != nil else { break }
            guard take(",") else { throw failure("expected a comma") }
            skipOptionalWhitespace()
            guard next != nil else { throw failure("ends with a comma") }
        }
        return members
    }

    private mutating func member() throws(Failure) -> StructuredField.Member {
        // A key alone stands for true.
        guard take("=") else { return .item(.init(value: .boolean(true), parameters: try parameters())) }
        guard take("(") else { return .item(try item()) }
        var items: [StructuredField.Item] = []
        while true {
            skipSpaces()
            if take(")") { return .innerList(items, try parameters()) }
            guard items.count < Self.limits.members else { throw failure("too many items") }
            items.append(try item())
            guard next == UInt8(ascii: " ") || next == UInt8(ascii: ")") else {
                throw failure("expected a space or a closing parenthesis")
            }
        }
    }

    private mutating func item() throws(Failure) -> StructuredField.Item {
        .init(value: try bareItem(), parameters: try parameters())
    }

    private mutating func parameters() throws(Failure) -> StructuredField.Parameters {
        var parameters: StructuredField.Parameters = []
        while take(";") {
            skipSpaces()
            let key = try key()
            guard !parameters.contains(where: { $0.key == key }) else { throw failure("\(key) stands twice") }
            guard parameters.count < Self.limits.parameters else { throw failure("too many parameters") }
            parameters.append(.init(key: key, value: take("=") ? try bareItem() : .boolean(true)))
        }
        return parameters
    }

    private mutating func key() throws(Failure) -> String {
        guard let first = next, isLower(first) || first == UInt8(ascii: "*") else {
            throw failure("expected a key")
        }
        return text { isLower($0) || isDigit($0) || "_-.*".utf8.contains($0) }
    }

    // MARK: - Bare items

    private mutating func bareItem() throws(Failure) -> StructuredField.BareItem {
        switch next {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: ":"): return .bytes(try byteSequence())
        case UInt8(ascii: "?"): return .boolean(try boolean())
        case let byte? where isDigit(byte) || byte == UInt8(ascii: "-"): return .number(try number())
        case let byte? where isLetter(byte) || byte == UInt8(ascii: "*"):
            return .token(text { isTokenCharacter($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") })
        default: throw failure("expected a value")
        }
    }

    /// Section 4.2.5.
    private mutating func string() throws(Failure) -> String {
        position += 1
        var characters: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return String(decoding: characters, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = next, escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\")
                else {
                    throw failure("a backslash before another character than a quote or a backslash")
                }
                position += 1
                characters.append(escaped)
            case 0x20...0x7E: characters.append(byte)
            default: throw failure("a character that no string may have")
            }
        }
        throw failure("a string without an end")
    }

    /// Section 4.2.7.
    private mutating func byteSequence() throws(Failure) -> [UInt8] {
        position += 1
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ":")) else {
            throw failure("bytes without an end")
        }
        guard let decoded = Base64.decode(bytes[position..<end]) else {
            throw failure("bytes that are not canonical base 64")
        }
        position = end + 1
        return decoded
    }

    /// Section 4.2.8.
    private mutating func boolean() throws(Failure) -> Bool {
        position += 1
        if take("1") { return true }
        if take("0") { return false }
        throw failure("a boolean that is neither ?0 nor ?1")
    }

    /// Section 4.2.4.
    private mutating func number() throws(Failure) -> String {
        let start = position
        _ = take("-")
        let whole = text(isDigit).utf8.count
        let isDecimal = take(".")
        let fraction = isDecimal ? text(isDigit).utf8.count : 0
        guard whole >= 1, isDecimal ? whole <= 12 && (1...3).contains(fraction) : whole <= 15 else {
            throw failure("a number of a wrong form")
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    // MARK: - Characters

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func text(_ belongs: (UInt8) -> Bool) -> String {
        let start = position
        while let byte = next, belongs(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipSpaces() {
        while next == UInt8(ascii: " ") { position += 1 }
    }

    private mutating func skipOptionalWhitespace() {
        while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { position += 1 }
    }

    private func failure(_ reason: String) -> Failure {
        Failure(reason: "\(reason) at byte \(position)")
    }
}

private func isLower(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
private func isLetter(_ byte: UInt8) -> Bool { isLower(byte | 0x20) }

/// `tchar` of RFC 9110 section 5.6.2.
private func isTokenCharacter(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
}
