/// Base 64 with the standard alphabet and padding (RFC 4648 section 4).
package enum Base64 {
    /// The text of `bytes`: 4 characters for every 3 bytes or part of them; empty for none.
    package static func encode(_ bytes: [UInt8]) -> String {
        let text = Base64Alphabet.standard.encode(bytes)
        return String(decoding: text + repeatElement(pad, count: -text.count & 3), as: UTF8.self)
    }

    /// The bytes that `text` stands for; nil unless it is exactly what ``encode(_:)`` gives for them.
    ///
    /// Missing padding, white space, line breaks and set bits after the last byte, of which RFC 4648 sections 3.2,
    /// 3.3 and 3.5 let a decoder choose, are all refused: one text for one message.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        let padding = text.suffix(2).reversed().prefix { $0 == pad }.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (bits, count): (UInt32, Int) = (0, 0)
        for character in text.dropLast(padding) {
            guard let value = Base64Alphabet.standard.value(of: character) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        guard count == padding * 2, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
        return bytes
    }

    /// Shorthand for the characters of a text.
    package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)[...]) }

    private static let pad = UInt8(ascii: "=")
}
