import Cryptography

/// Which manifest of wallpapers an app's clients are to see: the SHA-256 of its bytes.
///
/// 64 lower-case hexadecimal digits. A manifest names each of its pictures by hash, so whoever trusts this trusts them.
public struct ManifestHash: Hashable, Sendable, CustomStringConvertible {
    /// The digits.
    public let text: String

    /// - Throws: ``InvalidValue`` when the text is no hash.
    public init(_ text: String) throws(InvalidValue) {
        guard text.utf8.count == 64, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }) else {
            throw InvalidValue("\"\(text)\" is not a hash: 64 lower-case hexadecimal digits")
        }
        self.text = text
    }

    /// The hash of these bytes, be they a manifest or not.
    public init(of manifest: [UInt8]) { text = SHA256.hash(manifest).hexadecimal }

    /// The digits.
    public var description: String { text }
}
