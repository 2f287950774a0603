/// One part of a language tag: up to eight ASCII characters, packed into an integer.
///
/// Every decision may compare the caller's locale with those of many rules and kills. Packed, that compares integers,
/// and a tag is copied without counting references.
struct Subtag: Hashable, Sendable, CustomStringConvertible {
    /// One character a byte, the last one lowest.
    private let packed: UInt64

    /// - Precondition: The text is one to eight ASCII characters.
    init(_ text: some StringProtocol) {
        packed = text.utf8.reduce(0) { $0 << 8 | UInt64($1) }
    }

    var description: String {
        let bytes = stride(from: UInt64(56), through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: packed >> $0)
        }
        return String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
    }
}
