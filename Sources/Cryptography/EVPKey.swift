#if !canImport(CryptoKit)
    import CCrypto

    /// Owns an Ed25519 key of libcrypto.
    final class EVPKey: @unchecked Sendable {
        // Safe to share: libcrypto counts references with atomics, nothing here changes the key after init, and
        // each signature has a context of its own.
        private let pointer: OpaquePointer
        /// Whether the library could be started; done once, before anything that would start it otherwise.
        private static let isStarted = wr_init() == 1

        /// - Parameter seed: 32 bytes.
        init(seed: UnsafeRawBufferPointer) throws(CryptographyError) {
            guard Self.isStarted else { throw Self.failure() }
            let bytes = seed.assumingMemoryBound(to: UInt8.self).baseAddress
            guard let pointer = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, bytes, seed.count) else {
                throw Self.failure()
            }
            self.pointer = pointer
        }

        /// - Parameter publicKey: 32 bytes.
        private init(publicKey: [UInt8]) throws(CryptographyError) {
            guard Self.isStarted,
                let pointer = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicKey, publicKey.count)
            else { throw Self.failure() }
            self.pointer = pointer
        }

        deinit {
            // Wipes the private key, when it holds one.
            EVP_PKEY_free(pointer)
        }

        func publicKey() throws(CryptographyError) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: Ed25519.keyLength)
            var count = bytes.count
            guard EVP_PKEY_get_raw_public_key(pointer, &bytes, &count) == 1, count == bytes.count else {
                throw Self.failure()
            }
            return bytes
        }

        func signature(for message: [UInt8]) throws(CryptographyError) -> [UInt8] {
            guard let context = EVP_MD_CTX_new() else { throw Self.failure() }
            defer { EVP_MD_CTX_free(context) }
            var bytes = [UInt8](repeating: 0, count: Ed25519.signatureLength)
            var count = bytes.count
            guard EVP_DigestSignInit(context, nil, nil, nil, pointer) == 1,
                EVP_DigestSign(context, &bytes, &count, message, message.count) == 1, count == bytes.count
            else { throw Self.failure() }
            return bytes
        }

        /// False also when there is no memory to find out: what is not known to be genuine is not.
        static func isValid(_ signature: [UInt8], for message: [UInt8], publicKey: [UInt8]) -> Bool {
            guard let key = try? EVPKey(publicKey: publicKey), let context = EVP_MD_CTX_new() else {
                ERR_clear_error()
                return false
            }
            defer { EVP_MD_CTX_free(context) }
            guard EVP_DigestVerifyInit(context, nil, nil, nil, key.pointer) == 1,
                EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
            else {
                // A wrong signature leaves an error in the thread's queue, where the next reader would take it for
                // its own.
                ERR_clear_error()
                return false
            }
            return true
        }

        static func withNewSeed<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
            try withUnsafeTemporaryAllocation(byteCount: Ed25519.keyLength, alignment: 8) { seed in
                defer { OPENSSL_cleanse(seed.baseAddress, seed.count) }
                let bytes = seed.assumingMemoryBound(to: UInt8.self).baseAddress
                guard isStarted, RAND_priv_bytes(bytes, Int32(seed.count)) == 1 else { throw failure() }
                return try body(UnsafeRawBufferPointer(seed))
            }
        }

        /// What libcrypto reported last, which is taken off its queue.
        private static func failure() -> CryptographyError {
            let code = ERR_get_error()
            ERR_clear_error()
            guard code != 0 else { return .library("no reason given") }
            var text = [CChar](repeating: 0, count: 256)
            ERR_error_string_n(code, &text, text.count)
            return .library(
                String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            )
        }
    }
#endif
