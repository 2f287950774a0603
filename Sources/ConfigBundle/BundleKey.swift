package import Cryptography

/// The public half of a key that signs bundles, as `widgetctl keys list` prints it and an app carries it.
///
/// An Ed25519 public key (RFC 8032). It is no secret. Carry the next key as well before the server changes over to it.
public struct BundleKey: Hashable, Sendable, CustomStringConvertible {
    package let verifyingKey: Ed25519.VerifyingKey

    package init(_ verifyingKey: Ed25519.VerifyingKey) { self.verifyingKey = verifyingKey }

    /// - Parameter text: 32 bytes in base 64 with padding (RFC 4648 section 4): 44 characters.
    /// - Throws: ``BundleError/malformedKey(_:)``.
    public init(base64 text: String) throws(BundleError) {
        guard let bytes = Base64.decode(text) else { throw .malformedKey("it is not base 64") }
        do throws(CryptographyError) {
            verifyingKey = try Ed25519.VerifyingKey(rawRepresentation: bytes)
        } catch {
            throw .malformedKey(error.description)
        }
    }

    /// By which signatures name it: 16 lower-case hexadecimal digits, the first 8 bytes of the SHA-256 of its bytes.
    public var id: String { verifyingKey.id }

    /// The key as ``init(base64:)`` reads it.
    public var base64: String { Base64.encode(verifyingKey.rawRepresentation) }

    /// "key 1a2b3c4d5e6f7081".
    public var description: String { verifyingKey.description }
}
