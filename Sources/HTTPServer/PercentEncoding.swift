/// Percent-encoding (RFC 3986 section 2.1).
package enum PercentEncoding {
    /// The text that bytes stand for; nil when a `%` lacks its two hexadecimal digits, or the result is not UTF-8
    /// or has a NUL.
    ///
    /// Cut a path at its slashes before, not after: a decoded `%2F` is no separator. `+` stays `+`.
    package static func decode(_ bytes: Span<UInt8>) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            var byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                guard index + 2 < bytes.count,
                    let high = bytes[index + 1].hexadecimalValue,
                    let low = bytes[index + 2].hexadecimalValue
                else { return nil }
                byte = high << 4 | low
                index += 2
            }
            guard byte != 0 else { return nil }
            decoded.append(byte)
            index += 1
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
