/// The instance manipulations that a client takes (RFC 3229 section 10.5.3, `A-IM`).
enum InstanceManipulation {
    /// Of the deltas there can be, the one that is made here.
    static let delta = "zdict"

    /// Whether the client takes deltas: names them, and not with a weight of zero.
    ///
    /// - Parameter field: nil when it was not sent.
    static func acceptsDelta(_ field: Span<UInt8>?) -> Bool {
        guard let field else { return false }
        if field.equalsIgnoringCase("zdict") { return true }
        var start = 0
        while start < field.count {
            let end = field.next(UInt8(ascii: ","), from: start, before: field.count)
            let semicolon = field.next(UInt8(ascii: ";"), from: start, before: end)
            if field.extracting(field.trimmed(start..<semicolon)).equalsIgnoringCase("zdict") {
                return isWeightAboveZero(field.extracting(field.trimmed(min(semicolon + 1, end)..<end)))
            }
            start = end + 1
        }
        return false
    }

    /// Nothing, or a weight that can be read and is not 0 (RFC 9110 section 12.4.2).
    private static func isWeightAboveZero(_ parameter: Span<UInt8>) -> Bool {
        guard parameter.count > 0 else { return true }
        guard (3...7).contains(parameter.count), parameter.extracting(0..<2).equalsIgnoringCase("q=") else {
            return false
        }
        var isAboveZero = false
        for index in 2..<parameter.count {
            let byte = parameter[index]
            if index == 3 {
                guard byte == UInt8(ascii: ".") else { return false }
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return false }
            if byte != UInt8(ascii: "0") { isAboveZero = true }
        }
        return isAboveZero
    }
}
