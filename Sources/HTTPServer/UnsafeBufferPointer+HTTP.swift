extension UnsafeBufferPointer<UInt8> {
    /// Whether it says the same as an ASCII text, letter case aside.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in indices {
            let (a, b) = (self[index], text.utf8Start[index])
            // Case is one bit between letters; everything else must be equal.
            guard a == b || (a ^ b == 0x20 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(a | 0x20))
            else {
                return false
            }
        }
        return true
    }

    /// Without the spaces and tabs at its end, which are no part of a field's value (RFC 9112 section 5.1).
    var trimmingTrailingWhitespace: Self {
        var end = count
        while end > 0, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
        return Self(rebasing: self[..<end])
    }
}
