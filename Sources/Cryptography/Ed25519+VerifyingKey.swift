#if canImport(CryptoKit)
    import CryptoKit
#endif

extension Ed25519 {
    /// The public half of a key pair.
    ///
    /// Two keys are equal when their bytes are.
    package struct VerifyingKey: Hashable, Sendable {
        /// The 32 bytes of RFC 8032 section 5.1.5.
        package let rawRepresentation: [UInt8]
        /// By which signatures name the key: the first 8 bytes of the SHA-256 of its bytes, as 16 lower-case
        /// hexadecimal digits.
        package let id: String

        /// Any 32 bytes are taken; those that are no point of the curve verify nothing.
        ///
        /// - Throws: ``CryptographyError/keyLength(_:)``.
        package init(rawRepresentation: [UInt8]) throws(CryptographyError) {
            guard rawRepresentation.count == keyLength else { throw .keyLength(rawRepresentation.count) }
            self.rawRepresentation = rawRepresentation
            id = SHA256Digest.hexadecimal(SHA256.hash(rawRepresentation).words.0)
        }

        /// Whether `signature` was made for `message` with the private half of this key.
        ///
        /// - Parameter signature: Anything; what has not 64 bytes is no signature.
        package func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
            guard signature.count == signatureLength else { return false }
            #if canImport(CryptoKit)
                // What is no key for CryptoKit can have signed nothing.
                let key = try? Curve25519.Signing.PublicKey(rawRepresentation: rawRepresentation)
                return key?.isValidSignature(signature, for: message) ?? false
            #else
                return SodiumKey.isValid(signature, for: message, publicKey: rawRepresentation)
            #endif
        }
    }
}

extension Ed25519.VerifyingKey: CustomStringConvertible {
    package var description: String { "key \(id)" }
}
