#if canImport(CryptoKit)
    import CryptoKit
#else
    import CCrypto
#endif

/// The hash function SHA-256 (FIPS 180-4), one message at a time.
package enum SHA256 {
    /// The hash of a whole message.
    ///
    /// - Parameter message: Any length, empty included.
    package static func hash(_ message: UnsafeRawBufferPointer) -> SHA256Digest {
        #if canImport(CryptoKit)
            return CryptoKit.SHA256.hash(data: message).withUnsafeBytes { SHA256Digest(bigEndian: $0) }
        #else
            return withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { digest in
                let status = wr_sha256(
                    message.baseAddress,
                    message.count,
                    digest.assumingMemoryBound(to: UInt8.self).baseAddress
                )
                precondition(status == 1, "libcrypto refused SHA-256")
                return SHA256Digest(bigEndian: UnsafeRawBufferPointer(digest))
            }
        #endif
    }

    /// The hash of a whole message.
    package static func hash(_ message: [UInt8]) -> SHA256Digest {
        message.withUnsafeBytes { hash($0) }
    }
}

/// SHA-256 of a message that comes in pieces.
package struct SHA256Stream: ~Copyable {
    #if canImport(CryptoKit)
        private var state = CryptoKit.SHA256()
    #else
        private var state = SHA256_CTX()
    #endif

    package init() {
        #if !canImport(CryptoKit)
            precondition(wr_sha256_begin(&state) == 1, "libcrypto refused SHA-256")
        #endif
    }

    /// Adds the next piece, of any length.
    package mutating func add(_ piece: UnsafeRawBufferPointer) {
        #if canImport(CryptoKit)
            state.update(bufferPointer: piece)
        #else
            precondition(
                wr_sha256_add(&state, piece.baseAddress, piece.count) == 1,
                "libcrypto refused SHA-256"
            )
        #endif
    }

    /// The hash of all pieces.
    package consuming func finish() -> SHA256Digest {
        #if canImport(CryptoKit)
            return state.finalize().withUnsafeBytes { SHA256Digest(bigEndian: $0) }
        #else
            return withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { digest in
                let bytes = digest.assumingMemoryBound(to: UInt8.self).baseAddress
                precondition(wr_sha256_end(&state, bytes) == 1, "libcrypto refused SHA-256")
                return SHA256Digest(bigEndian: UnsafeRawBufferPointer(digest))
            }
        #endif
    }
}

/// 32 bytes of hash.
package struct SHA256Digest: Hashable, Sendable {
    /// The digest as four big-endian integers; the first holds the first 8 bytes.
    package let words: (UInt64, UInt64, UInt64, UInt64)

    init(bigEndian bytes: UnsafeRawBufferPointer) {
        func word(_ index: Int) -> UInt64 {
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        }
        words = (word(0), word(1), word(2), word(3))
    }

    /// nil unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self = bytes.withUnsafeBytes { Self(bigEndian: $0) }
    }

    /// Whether both are the same, found out in a time that says nothing about where they differ.
    package func isSame(inConstantTimeAs other: Self) -> Bool {
        (words.0 ^ other.words.0) | (words.1 ^ other.words.1) | (words.2 ^ other.words.2)
            | (words.3 ^ other.words.3) == 0
    }

    /// The 32 bytes in order.
    package var bytes: [UInt8] {
        [words.0, words.1, words.2, words.3].flatMap { word in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
        }
    }

    /// The digest that 64 lower-case hexadecimal digits say; nil for anything else.
    package init?(hexadecimal digits: Span<UInt8>) {
        guard digits.count == 64 else { return nil }
        var words: [UInt64] = [0, 0, 0, 0]
        for index in 0..<64 {
            let value: UInt8
            switch digits[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digits[index] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digits[index] - UInt8(ascii: "a") + 10
            default: return nil
            }
            words[index / 16] = words[index / 16] << 4 | UInt64(value)
        }
        self.words = (words[0], words[1], words[2], words[3])
    }

    /// 64 lower-case hexadecimal digits.
    package var hexadecimal: String {
        Self.hexadecimal(words.0) + Self.hexadecimal(words.1)
            + Self.hexadecimal(words.2) + Self.hexadecimal(words.3)
    }

    /// 16 lower-case hexadecimal digits.
    static func hexadecimal(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    package static func == (a: Self, b: Self) -> Bool { a.words == b.words }

    package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
