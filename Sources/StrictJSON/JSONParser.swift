/// Reads JSON text (RFC 8259) strictly, in one pass over the bytes.
///
/// Refused besides what the standard refuses: text that is not UTF-8, lone surrogates, numbers that do not fit
/// (RFC 8259 section 6 leaves that to the reader), and nesting deeper than ``depthLimit``, so that hostile
/// input cannot exhaust the stack.
struct JSONParser {
    static let depthLimit = 64

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0
    /// Paths of keys that an object holds more than once; the last value is kept.
    private(set) var duplicates: [JSONPath] = []
    /// Where the first of them shows.
    private(set) var firstDuplicate: JSONError?

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func document() throws(JSONError) -> JSON {
        try refuseOtherEncodings()
        let value = try value(at: .root)
        skipSpace()
        guard position == bytes.count else { throw fault("text after the end of the document") }
        return value
    }

    /// Says what editors hide, where "expected a value" would leave their users puzzled.
    ///
    /// A reader may pass over a byte order mark (RFC 8259 section 8.1); this one keeps one form a document.
    private func refuseOtherEncodings() throws(JSONError) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw fault("a byte order mark; save the text as UTF-8 without one")
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(2).contains(0)
        {
            throw fault("the text is not UTF-8; save it as UTF-8")
        }
    }

    // MARK: Values

    private mutating func value(at path: JSONPath) throws(JSONError) -> JSON {
        skipSpace()
        guard let byte = peek() else { throw fault("the text ends where a value should be") }
        switch byte {
        case UInt8(ascii: "{"): return try object(at: path)
        case UInt8(ascii: "["): return try array(at: path)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw fault("expected a value")
        }
    }

    private mutating func object(at path: JSONPath) throws(JSONError) -> JSON {
        try enter()
        var members: [String: JSON] = [:]
        var more = try !closes(UInt8(ascii: "}"))
        while more {
            skipSpace()
            guard peek() == UInt8(ascii: "\"") else { throw fault("expected a key in double quotes") }
            let keyPosition = position
            let key = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw fault("expected ':' after the key \"\(key)\"") }
            let keyPath = JSONPath.key(path, key)
            let member = try value(at: keyPath)
            if members.updateValue(member, forKey: key) != nil {
                duplicates.append(keyPath)
                firstDuplicate = firstDuplicate ?? fault("the key \"\(key)\" stands twice", at: keyPosition)
            }
            more = try continues(until: UInt8(ascii: "}"))
        }
        depth -= 1
        return .object(members)
    }

    private mutating func array(at path: JSONPath) throws(JSONError) -> JSON {
        try enter()
        var elements: [JSON] = []
        var more = try !closes(UInt8(ascii: "]"))
        while more {
            elements.append(try value(at: .index(path, elements.count)))
            more = try continues(until: UInt8(ascii: "]"))
        }
        depth -= 1
        return .array(elements)
    }

    private mutating func enter() throws(JSONError) {
        guard depth < Self.depthLimit else { throw fault("nested deeper than \(Self.depthLimit) levels") }
        depth += 1
        position += 1
    }

    private mutating func closes(_ end: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        return take(end)
    }

    private mutating func continues(until end: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        if take(UInt8(ascii: ",")) {
            skipSpace()
            if peek() == end { throw fault("a comma before the end; remove it") }
            return true
        }
        guard take(end) else { throw fault("expected ',' or '\(Character(Unicode.Scalar(end)))'") }
        return false
    }

    private mutating func literal(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        let start = position
        for offset in 0..<word.utf8CodeUnitCount {
            guard take(word.utf8Start[offset]) else {
                position = start
                throw fault("expected a value")
            }
        }
        return value
    }

    // MARK: Numbers

    private mutating func number() throws(JSONError) -> JSON {
        let start = position
        let negative = take(UInt8(ascii: "-"))
        guard let first = peek(), isDigit(first) else { throw fault("expected a digit") }
        var whole: Int64? = 0
        var digits = 0
        while let byte = peek(), isDigit(byte) {
            whole = whole.flatMap { Self.appending(byte, to: $0, negative: negative) }
            digits += 1
            position += 1
        }
        if first == UInt8(ascii: "0"), digits > 1 {
            position = start
            throw fault("a number with a leading zero")
        }
        let isWhole = try !fractionAndExponent()
        if isWhole {
            guard let whole else {
                position = start
                throw fault("an integer that does not fit 64 bits")
            }
            return .integer(whole)
        }
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
        guard let number = Double(text), number.isFinite else {
            position = start
            throw fault("a number beyond the range of a double")
        }
        return .number(number)
    }

    private static func appending(_ digit: UInt8, to whole: Int64, negative: Bool) -> Int64? {
        let (tens, overflow) = whole.multipliedReportingOverflow(by: 10)
        let value = Int64(digit & 0x0F)
        let sum = negative ? tens.subtractingReportingOverflow(value) : tens.addingReportingOverflow(value)
        return overflow || sum.overflow ? nil : sum.partialValue
    }

    private mutating func fractionAndExponent() throws(JSONError) -> Bool {
        var found = false
        if take(UInt8(ascii: ".")) {
            found = true
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            found = true
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        return found
    }

    private mutating func digits() throws(JSONError) {
        guard let byte = peek(), isDigit(byte) else { throw fault("expected a digit") }
        while let byte = peek(), isDigit(byte) { position += 1 }
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        var isASCII = true
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""):
                let text = try text(start..<position, isASCII: isASCII)
                position += 1
                return text
            case UInt8(ascii: "\\"): return try escapedString(from: start)
            case 0..<0x20: throw fault("a control character in a string; write it as an escape")
            case 0x80...: isASCII = false
            default: break
            }
            position += 1
        }
        throw fault("a string without its closing quote")
    }

    /// The slow path: a string with at least one escape.
    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        var result = try text(start..<position, isASCII: false)
        var chunk = position
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""):
                result += try text(chunk..<position, isASCII: false)
                position += 1
                return result
            case UInt8(ascii: "\\"):
                result += try text(chunk..<position, isASCII: false)
                position += 1
                result.unicodeScalars.append(try escape())
                chunk = position
            case 0..<0x20: throw fault("a control character in a string; write it as an escape")
            default: position += 1
            }
        }
        throw fault("a string without its closing quote")
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard let byte = peek() else { throw fault("a string without its closing quote") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default:
            position -= 1
            throw fault("an unknown escape in a string")
        }
    }

    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw fault("half of a surrogate pair")
        }
        let second = try codeUnit()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw fault("half of a surrogate pair") }
        return scalar
    }

    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault("expected four hexadecimal digits after \\u")
            }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    /// Decoding repairs what is not UTF-8, so a result that differs from its source was not.
    private func text(_ range: Range<Int>, isASCII: Bool) throws(JSONError) -> String {
        let source = UnsafeBufferPointer(rebasing: bytes[range])
        let text = String(decoding: source, as: UTF8.self)
        guard isASCII || text.utf8.elementsEqual(source) else { throw fault("a string that is not UTF-8") }
        return text
    }

    // MARK: Bytes

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private func fault(_ reason: String, at place: Int? = nil) -> JSONError {
        JSONError(at: place ?? position, in: bytes, reason)
    }
}
