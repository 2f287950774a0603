import Cryptography
import Glibc

/// An Ed25519 private key as PKCS #8 has it in DER (RFC 8410 section 7): fixed bytes, then the seed.
enum PrivateKeyInfo {
    /// Version 0, the algorithm's identifier 1.3.101.112, and an octet string of 32 bytes within another.
    private static let prefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]

    static var byteCount: Int { prefix.count + Ed25519.keyLength }

    /// Gives `body` the encoded key, and wipes it after.
    static func withBytes(of seed: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void)
        throws
    {
        try withSecretBytes(count: byteCount) { bytes in
            bytes.copyBytes(from: prefix)
            UnsafeMutableRawBufferPointer(rebasing: bytes[prefix.count...]).copyMemory(from: seed)
            try body(UnsafeRawBufferPointer(bytes))
        }
    }

    /// nil when the bytes are not such a key.
    static func key(_ bytes: UnsafeRawBufferPointer) -> Ed25519.SigningKey? {
        guard bytes.count == byteCount, bytes.starts(with: prefix) else { return nil }
        return try? Ed25519.SigningKey(seed: UnsafeRawBufferPointer(rebasing: bytes[prefix.count...]))
    }
}

/// Gives `body` memory that is wiped when it returns.
func withSecretBytes<Result>(
    count: Int,
    _ body: (UnsafeMutableRawBufferPointer) throws -> Result
) rethrows -> Result {
    try withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { bytes in
        defer { if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) } }
        return try body(bytes)
    }
}
