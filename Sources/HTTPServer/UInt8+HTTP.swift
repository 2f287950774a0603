extension UInt8 {
    /// Whether it may stand in a token: a method or a header name (RFC 9110 section 5.6.2).
    var isTokenCharacter: Bool { Self.tokenCharacters[Int(self)] }

    /// The value of a hexadecimal digit; nil for anything else.
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static let tokenCharacters: [Bool] = {
        let letters = "abcdefghijklmnopqrstuvwxyz"
        let allowed = Set((letters + letters.uppercased() + "0123456789!#$%&'*+-.^_`|~").utf8)
        return (0...255).map { allowed.contains($0) }
    }()
}
