/// The 64 characters of one of RFC 4648's alphabets.
struct Base64Alphabet: Sendable {
    /// Section 4.
    static let standard = Base64Alphabet(last: "+/")
    /// Section 5.
    static let urlSafe = Base64Alphabet(last: "-_")

    private let characters: [UInt8]

    private init(last: String) {
        let first = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        characters = Array((first + last).utf8)
    }

    /// The text of `bytes` without padding: 4 characters for every 3 bytes, 2 or 3 for the rest.
    func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for index in 0...group.count {
                text.append(characters[Int(bits >> UInt32(18 - 6 * index) & 63)])
            }
        }
        return text
    }

    /// The six bits that a character stands for; nil for a character that is not among the 64.
    func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case characters[62]: 62
        case characters[63]: 63
        default: nil
        }
    }
}
