/// A request target as it was sent (RFC 9112 section 3.2), checked and cut into path and query.
///
/// Nothing is decoded: `%2F` and `..` reach the handler as they arrived, so that decoding happens once, after
/// the path is cut at its slashes.
struct RequestTarget {
    /// The bytes between method and version; the storage is reused from request to request.
    private(set) var bytes: [UInt8] = []
    private(set) var path = 0..<0
    /// Empty and at the end when there is no query.
    private(set) var query = 0..<0
    /// Whether there is a `?`.
    private(set) var hasQuery = false
    private(set) var isOverlong = false

    /// Takes over a target, or only the fact that it is longer than the limit.
    mutating func assign(_ target: UnsafeBufferPointer<UInt8>, limit: Int) {
        bytes.removeAll(keepingCapacity: true)
        isOverlong = target.count > limit
        if !isOverlong { bytes.append(contentsOf: target) }
        path = 0..<0
        query = 0..<0
        hasQuery = false
    }

    /// Finds path and query; false when the bytes are no target.
    ///
    /// Refused are bytes outside printable ASCII, a `%` without two hexadecimal digits, `%00`, and anything that
    /// is neither `/...`, `http://host/...` nor, where that may be, `*`.
    ///
    /// - Parameter isOptions: Whether the method is OPTIONS, which alone may be about the server as a whole (RFC 9112
    ///   section 3.2.4).
    mutating func parse(isOptions: Bool) -> Bool {
        guard bytesAreValid else { return false }
        let isServerWide = isOptions && bytes == [UInt8(ascii: "*")]
        guard let start = isServerWide ? 0 : pathStart else { return false }
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
        hasQuery = end < bytes.count
        query = (hasQuery ? end + 1 : end)..<bytes.count
        path = start..<end
        // The path of http://host is /, and one stands right behind the scheme.
        if path.isEmpty, let slash = bytes.firstIndex(of: UInt8(ascii: "/")) { path = slash..<(slash + 1) }
        return true
    }

    private var bytesAreValid: Bool {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard byte > 0x20, byte < 0x7F else { return false }
            if byte == UInt8(ascii: "%") {
                guard index + 2 < bytes.count,
                    let high = bytes[index + 1].hexadecimalValue,
                    let low = bytes[index + 2].hexadecimalValue,
                    high | low != 0
                else { return false }
                index += 2
            }
            index += 1
        }
        return true
    }

    /// Where the path begins; a target in absolute form with an empty path has it at the end.
    private var pathStart: Int? {
        guard let first = bytes.first else { return nil }
        if first == UInt8(ascii: "/") { return 0 }
        guard let authority = ["http://", "https://"].first(where: hasPrefix)?.utf8.count else { return nil }
        let end = bytes[authority...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
        guard (end ?? bytes.count) > authority else { return nil }
        return end ?? bytes.count
    }

    private func hasPrefix(_ prefix: String) -> Bool {
        bytes.count >= prefix.utf8.count && zip(bytes, prefix.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
}
