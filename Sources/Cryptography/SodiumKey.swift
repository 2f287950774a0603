#if !canImport(CryptoKit)
    import CSodium

    /// Owns the private half of a key pair in memory of libsodium's own: between pages that nobody may touch, out of
    /// core dumps and, as far as the system lets this user lock memory, never written to a disk.
    final class SodiumKey: @unchecked Sendable {
        // Safe to share: what is here is written once, in init.
        private let secretKey: UnsafeMutablePointer<UInt8>
        let publicKey: [UInt8]

        /// Whether the library could be started; it may be asked again, from any thread.
        private static let isStarted = sodium_init() >= 0

        /// - Parameter seed: 32 bytes.
        init(seed: UnsafeRawBufferPointer) throws(CryptographyError) {
            guard let seed = seed.assumingMemoryBound(to: UInt8.self).baseAddress,
                Self.isStarted, let memory = sodium_malloc(Int(crypto_sign_ed25519_SECRETKEYBYTES))
            else { throw Self.failure }
            let secretKey = memory.assumingMemoryBound(to: UInt8.self)
            var publicKey = [UInt8](repeating: 0, count: Ed25519.keyLength)
            guard crypto_sign_ed25519_seed_keypair(&publicKey, secretKey, seed) == 0 else {
                sodium_free(memory)
                throw Self.failure
            }
            self.secretKey = secretKey
            self.publicKey = publicKey
        }

        deinit {
            // Wipes it first.
            sodium_free(secretKey)
        }

        func signature(for message: [UInt8]) -> [UInt8] {
            var signature = [UInt8](repeating: 0, count: Ed25519.signatureLength)
            let status = crypto_sign_ed25519_detached(
                &signature,
                nil,
                message,
                UInt64(message.count),
                secretKey
            )
            precondition(status == 0, "libsodium refused to sign")
            return signature
        }

        /// Whether 64 bytes are a signature of a message by the key of 32 bytes; false also when the library cannot be
        /// started: what is not known to be genuine is not.
        static func isValid(_ signature: [UInt8], for message: [UInt8], publicKey: [UInt8]) -> Bool {
            isStarted
                && crypto_sign_ed25519_verify_detached(signature, message, UInt64(message.count), publicKey)
                    == 0
        }

        static func withNewSeed<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
            guard isStarted, let seed = sodium_malloc(Ed25519.keyLength) else { throw failure }
            // Wipes it first.
            defer { sodium_free(seed) }
            randombytes_buf(seed, Ed25519.keyLength)
            return try body(UnsafeRawBufferPointer(start: seed, count: Ed25519.keyLength))
        }

        private static let failure = CryptographyError.library("no memory or no randomness to start with")
    }
#endif
