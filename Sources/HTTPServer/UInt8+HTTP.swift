extension UInt8 {
    /// Whether it may stand in a token: a method or a header name (RFC 9110 section 5.6.2).
    @inline(__always)
    var isTokenCharacter: Bool {
        let bits = self < 64 ? Self.tokenBits.0 : Self.tokenBits.1
        return self < 128 && bits >> (self & 63) & 1 == 1
    }

    /// The value of a hexadecimal digit; nil for anything else.
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// One bit for each of the first and the second 64 ASCII characters.
    private static let tokenBits: (UInt64, UInt64) = (0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)
}
