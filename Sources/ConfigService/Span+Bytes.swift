import Glibc

extension Span<UInt8> {
    /// Whether these are exactly those bytes.
    func equals(_ bytes: [UInt8]) -> Bool {
        count == bytes.count && order(against: bytes) == 0
    }

    /// Below, at or above zero as these bytes sort before, with or after those, byte by byte.
    func order(against bytes: [UInt8]) -> Int {
        let common = Swift.min(count, bytes.count)
        let order = withUnsafeBytes { mine in
            bytes.withUnsafeBytes { theirs -> Int in
                // An empty buffer has no address to compare at.
                guard common > 0, let a = mine.baseAddress, let b = theirs.baseAddress else { return 0 }
                return Int(memcmp(a, b, common))
            }
        }
        return order != 0 ? order : count - bytes.count
    }

    func contains(_ byte: UInt8) -> Bool {
        for index in 0..<count where self[index] == byte { return true }
        return false
    }

    /// Whether it says the same as a lower-case ASCII text, letter case aside.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where Self.lowercased(self[index]) != text.utf8Start[index] { return false }
        return true
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// The part without spaces and tabs at both ends (RFC 9110 section 5.6.3).
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start].isHTTPSpace { start += 1 }
        while end > start, self[end - 1].isHTTPSpace { end -= 1 }
        return start..<end
    }

    /// Where the next such byte is at or after a position, at most `end`.
    func next(_ byte: UInt8, from start: Int, before end: Int) -> Int {
        var position = start
        while position < end, self[position] != byte { position += 1 }
        return position
    }
}

extension UInt8 {
    /// Space or tab.
    var isHTTPSpace: Bool { self == 0x20 || self == 0x09 }
}
