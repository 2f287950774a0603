#if canImport(CryptoKit)
    import CryptoKit
#endif

extension Ed25519 {
    /// The private half of a key pair.
    ///
    /// The library that holds it wipes it when the last copy of this value is gone. Printing, interpolating and
    /// dumping it show the key ID and nothing else.
    package struct SigningKey: Sendable {
        /// The public half.
        package let verifyingKey: VerifyingKey
        #if canImport(CryptoKit)
            private let key: Curve25519.Signing.PrivateKey
        #else
            private let key: SodiumKey
        #endif

        /// The key pair that belongs to a seed, which is what RFC 8032 calls the private key.
        ///
        /// - Parameter seed: 32 secret bytes. The caller wipes them when done.
        /// - Throws: ``CryptographyError``, for another length.
        package init(seed: UnsafeRawBufferPointer) throws(CryptographyError) {
            guard seed.count == keyLength else { throw .keyLength(seed.count) }
            #if canImport(CryptoKit)
                do {
                    key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
                } catch {
                    throw .library("\(error)")
                }
                verifyingKey = try VerifyingKey(rawRepresentation: Array(key.publicKey.rawRepresentation))
            #else
                key = try SodiumKey(seed: seed)
                verifyingKey = try VerifyingKey(rawRepresentation: key.publicKey)
            #endif
        }

        /// The 64 bytes that only the owner of this key can make for `message`, which may be empty.
        ///
        /// The same for the same message on Linux; CryptoKit mixes in randomness, and any of its signatures is right.
        ///
        /// - Throws: ``CryptographyError/library(_:)``, when CryptoKit refuses; libsodium never does.
        package func signature(for message: [UInt8]) throws(CryptographyError) -> [UInt8] {
            #if canImport(CryptoKit)
                do {
                    return Array(try key.signature(for: message))
                } catch {
                    throw .library("\(error)")
                }
            #else
                return key.signature(for: message)
            #endif
        }
    }

    /// Gives `body` a seed for a new key, from the system's secure randomness: 32 secret bytes.
    ///
    /// - Throws: What `body` throws, and ``CryptographyError/library(_:)`` when the system has no randomness to give.
    package static func withNewSeed<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        #if canImport(CryptoKit)
            return try Array(Curve25519.Signing.PrivateKey().rawRepresentation).withUnsafeBytes(body)
        #else
            return try SodiumKey.withNewSeed(body)
        #endif
    }
}

extension Ed25519.SigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "signing key \(verifyingKey.id)" }
    package var debugDescription: String { description }
    /// Without children, so that `dump` has nothing to show.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
