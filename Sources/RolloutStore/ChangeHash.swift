import Cryptography

/// What seals a change and, through the hash of the one before, all that came before it.
///
/// The SHA-256 (FIPS 180-4) of the change's canonical form, which `Documentation/store.md` defines.
package struct ChangeHash: Hashable, Sendable {
    /// 32 bytes; none before the first change, and other numbers only in a log that was written to by hand.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// What the first change follows.
    package static let none = ChangeHash(bytes: [])

    /// The hash of a change, whatever hash it carries itself.
    init(of change: Change, after previous: ChangeHash) {
        bytes = SHA256.hash(change.canonicalForm(after: previous)).bytes
    }

    /// Reads 64 hexadecimal digits of either case; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let digits = text.utf8.compactMap { UInt8(hexDigit: $0) }
        guard text.utf8.count == 64, digits.count == 64 else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

extension ChangeHash: CustomStringConvertible {
    /// Two lower-case hexadecimal digits a byte.
    package var description: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }
}

extension Change {
    /// Its fields in a fixed order, each behind its length, so that no two changes have the same bytes.
    fileprivate func canonicalForm(after previous: ChangeHash) -> [UInt8] {
        var form: [UInt8] = []
        form.reserveCapacity(256 + (before?.utf8.count ?? 0) + (after?.utf8.count ?? 0))
        func add(_ field: some Collection<UInt8>) {
            withUnsafeBytes(of: UInt32(field.count).bigEndian) { form += $0 }
            form += field
        }
        func add(_ document: String?) {
            if let document { add(document.utf8) } else { form += repeatElement(0xFF, count: 4) }
        }
        add("change-v1".utf8)
        add(previous.bytes)
        add(String(revision).utf8)
        add(String(millisecondsSince1970).utf8)
        for text in [actor, action, key.app, key.kind, key.name] { add(text.utf8) }
        add(before)
        add(after)
        add(reason.utf8)
        return form
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit in ASCII; nil for another character.
    fileprivate init?(hexDigit: UInt8) {
        switch hexDigit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = hexDigit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self = hexDigit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self = hexDigit - UInt8(ascii: "A") + 10
        default: return nil
        }
    }
}
