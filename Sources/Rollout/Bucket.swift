import Cryptography

/// Where an installation falls for one salt: 0 ..< 1,000,000, the same for ever (`bucket-v1`, frozen).
///
/// SHA-256 over three fields, each as a 4-byte big-endian length and its UTF-8 bytes: `bucket-v1`, the salt, the
/// installation ID. The first 8 bytes as a big-endian integer, times 1,000,000, shifted right by 64 bits.
public struct Bucket: Hashable, Comparable, Sendable {
    /// How many buckets there are: a ten-thousandth of a percent each.
    public static let count = 1_000_000

    /// 0 ..< 1,000,000.
    public let value: Int

    /// - Parameters:
    ///   - salt: Any text; flags with different salts fall independently of each other.
    ///   - installation: Any text, taken byte by byte: upper and lower case are different installations.
    public init(salt: String, installation: String) {
        self = BucketSalt(salt).bucket(of: installation)
    }

    fileprivate init(_ digest: SHA256Digest) {
        value = Int(digest.words.0.multipliedFullWidth(by: UInt64(Self.count)).high)
    }

    /// Whether it is the smaller number.
    public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

/// A salt with its part of the hashed message laid out once, so that a decision only appends the installation.
struct BucketSalt: Hashable, Sendable {
    let text: String
    private let prefix: [UInt8]

    init(_ text: String) {
        self.text = text
        prefix = Self.field("bucket-v1") + Self.field(text)
    }

    func bucket(of installation: String) -> Bucket {
        var installation = installation
        return installation.withUTF8 { id in
            withUnsafeTemporaryAllocation(byteCount: prefix.count + 4 + id.count, alignment: 1) { message in
                message.copyBytes(from: prefix)
                message.storeBytes(
                    of: UInt32(truncatingIfNeeded: id.count).bigEndian,
                    toByteOffset: prefix.count,
                    as: UInt32.self
                )
                UnsafeMutableRawBufferPointer(rebasing: message[(prefix.count + 4)...]).copyBytes(from: id)
                return Bucket(SHA256.hash(UnsafeRawBufferPointer(message)))
            }
        }
    }

    private static func field(_ text: String) -> [UInt8] {
        let length = UInt32(truncatingIfNeeded: text.utf8.count)
        return stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: length >> UInt32($0)) }
            + Array(text.utf8)
    }
}
