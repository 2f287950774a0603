/// A version of an app, a build or an operating system: `2.4.1`, `18`, `1.2.0.77`, `3.0-beta.2`.
///
/// Compared number by number, any count of them, missing ones being zero, so that `1.2 == 1.2.0 < 1.2.0.1 < 1.10`.
/// A pre-release suffix sorts before its release and among its like as in Semantic Versioning 2.0.0, section 11.
public struct Version: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The numbers without trailing zeros; empty for version 0.
    private let numbers: [UInt64]
    /// The dot-separated identifiers of the pre-release suffix; empty for a release.
    private let preRelease: [PreReleaseIdentifier]
    /// As it was written.
    public let description: String

    /// Reads a version as a device may report it.
    ///
    /// - Throws: ``InvalidValue`` when a part is empty, a number above 64 bits, or before the suffix not a number,
    ///   and when it has build metadata (`+...`), which has no place in an order.
    public init(parsing text: String) throws(InvalidValue) {
        let bytes = text.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: "-")) ?? bytes.endIndex
        guard var numbers = Self.numbers(bytes[..<end]) else { throw Self.malformed(text) }
        while numbers.last == 0 { numbers.removeLast() }
        self.numbers = numbers
        var preRelease: [PreReleaseIdentifier] = []
        if end < bytes.endIndex {
            let suffix = text[bytes.index(after: end)...]
            for part in suffix.split(separator: ".", omittingEmptySubsequences: false) {
                guard let identifier = PreReleaseIdentifier(part) else { throw Self.malformed(text) }
                preRelease.append(identifier)
            }
        }
        self.preRelease = preRelease
        description = text
    }

    /// Whole numbers joined by dots; nil when that is not what it is.
    private static func numbers(_ text: Substring.UTF8View) -> [UInt64]? {
        var numbers: [UInt64] = []
        var rest = text
        while true {
            guard let number = wholeNumber(rest.prefix { $0 != UInt8(ascii: ".") }) else { return nil }
            numbers.append(number)
            guard let dot = rest.firstIndex(of: UInt8(ascii: ".")) else { return numbers }
            rest = rest[rest.index(after: dot)...]
        }
    }

    /// Reads a version that a person wrote into a rule or a command: what ``init(parsing:)`` takes, without
    /// leading zeros, since `2.04` may have been meant as 2.4 or as 2.0.4.
    public init(authored text: String) throws(InvalidValue) {
        try self.init(parsing: text)
        let halves = text.split(separator: "-", maxSplits: 1)
        let parts = halves.flatMap { $0.split(separator: ".") }
        for part in parts
        where part.utf8.count > 1 && part.utf8.first == 0x30 && part.utf8.allSatisfy(isDigit) {
            throw InvalidValue("\"\(text)\" is ambiguous: write the part \"\(part)\" without leading zeros")
        }
    }

    private static func malformed(_ text: String) -> InvalidValue {
        InvalidValue(
            "\"\(text)\" is not a version; write numbers joined by dots, such as 2.4.1 or 3.0-beta.2"
        )
    }

    /// Whether they are the same version, however it is written: `1.2` is `1.2.0`.
    public static func == (a: Self, b: Self) -> Bool {
        a.numbers == b.numbers && a.preRelease == b.preRelease
    }

    /// Equal versions give the same.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(numbers)
        hasher.combine(preRelease)
    }

    /// Whether it is older.
    public static func < (a: Self, b: Self) -> Bool {
        if a.numbers != b.numbers { return a.numbers.lexicographicallyPrecedes(b.numbers) }
        if a.preRelease.isEmpty || b.preRelease.isEmpty {
            return !a.preRelease.isEmpty && b.preRelease.isEmpty
        }
        return a.preRelease.lexicographicallyPrecedes(b.preRelease)
    }
}

/// A number, which sorts first, or a word of ASCII letters, digits and hyphens.
private enum PreReleaseIdentifier: Hashable, Comparable, Sendable {
    case number(UInt64)
    case word(String)

    init?(_ text: Substring) {
        guard !text.isEmpty, text.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == 0x2D }) else {
            return nil
        }
        if text.utf8.allSatisfy(isDigit) {
            guard let number = wholeNumber(text.utf8) else { return nil }
            self = .number(number)
        } else {
            self = .word(String(text))
        }
    }

    static func < (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.number(let a), .number(let b)): a < b
        case (.number, .word): true
        case (.word, .number): false
        case (.word(let a), .word(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
        }
    }
}

/// nil unless the text is all digits and fits.
private func wholeNumber(_ text: Substring.UTF8View) -> UInt64? {
    guard !text.isEmpty else { return nil }
    var number: UInt64 = 0
    for byte in text {
        guard isDigit(byte) else { return nil }
        let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
        let (sum, overflow) = tens.addingReportingOverflow(UInt64(byte & 0x0F))
        guard !isTooLarge, !overflow else { return nil }
        number = sum
    }
    return number
}
