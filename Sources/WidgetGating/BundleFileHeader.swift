import Cryptography

/// The beginning of the App Group file, by which all of it is known to be as it was written.
///
///     offset  bytes
///          0      8  "WROLLOUT"
///          8     32  SHA-256 of all that follows up to the bundle
///         40      4  format: 1; this and all numbers big-endian
///         44      4  how long the particulars are
///         48      8  how long the bundle is
///         56     32  SHA-256 of the bundle
///         88         the particulars, and behind them the bundle
///
/// One digest is of the other too, so that every byte is covered and none is hashed twice
/// (`Documentation/decisions/0006-the-app-group-file.md`).
struct BundleFileHeader {
    static let length = 88
    private static let magic = "WROLLOUT"
    private static let format: UInt64 = 1

    let particularsCount: Int
    let bundleCount: Int
    private let digest: [UInt8]
    private let bundleDigest: [UInt8]

    /// For a file that is to be written.
    init(particulars: [UInt8], bundle: [UInt8]) {
        particularsCount = particulars.count
        bundleCount = bundle.count
        bundleDigest = SHA256.hash(bundle).bytes
        digest = Self.digest(particulars, particularsCount, bundleCount, bundleDigest)
    }

    /// Reads the beginning of a file.
    ///
    /// - Parameters:
    ///   - bytes: The first ``length`` of them, or all if there are less.
    ///   - fileSize: How many the file has.
    init(_ bytes: [UInt8], fileSize: Int) throws(AppGroupError.Cause) {
        guard !bytes.isEmpty else { throw .corrupt("empty") }
        guard bytes.starts(with: Self.magic.utf8) else { throw .corrupt("it does not begin as it should") }
        guard bytes.count == Self.length else { throw .corrupt("cut off after \(bytes.count) bytes") }
        func number(_ range: Range<Int>) -> UInt64 {
            var number: UInt64 = 0
            for byte in bytes[range] { number = number << 8 | UInt64(byte) }
            return number
        }
        let format = number(40..<44)
        guard format == Self.format else { throw .unknownFormat(UInt32(truncatingIfNeeded: format)) }
        particularsCount = Int(number(44..<48))
        guard let bundleCount = Int(exactly: number(48..<56)), particularsCount <= fileSize - Self.length,
            bundleCount == fileSize - Self.length - particularsCount
        else { throw .corrupt("it has \(fileSize) bytes, and not as many as it says") }
        self.bundleCount = bundleCount
        digest = Array(bytes[8..<40])
        bundleDigest = Array(bytes[56..<88])
    }

    /// The bytes that the file begins with.
    var bytes: [UInt8] {
        Array(Self.magic.utf8) + digest + Self.covered(particularsCount, bundleCount, bundleDigest)
    }

    /// - Throws: When these are not the particulars that the file was written with, or the header is not.
    func check(particulars: [UInt8]) throws(AppGroupError.Cause) {
        guard digest == Self.digest(particulars, particularsCount, bundleCount, bundleDigest) else {
            throw .corrupt("its header or its particulars were changed")
        }
    }

    /// - Returns: The bundle's digest.
    /// - Throws: When this is not the bundle that the file was written with.
    func check(bundle: [UInt8]) throws(AppGroupError.Cause) -> SHA256Digest {
        let digest = SHA256.hash(bundle)
        guard digest.bytes == bundleDigest else { throw .corrupt("its bundle was changed") }
        return digest
    }

    private static func digest(
        _ particulars: [UInt8],
        _ particularsCount: Int,
        _ bundleCount: Int,
        _ bundleDigest: [UInt8]
    ) -> [UInt8] {
        SHA256.hash(covered(particularsCount, bundleCount, bundleDigest) + particulars).bytes
    }

    /// What of the header its digest covers.
    private static func covered(
        _ particularsCount: Int,
        _ bundleCount: Int,
        _ bundleDigest: [UInt8]
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        append(format, bytes: 4, to: &bytes)
        append(UInt64(particularsCount), bytes: 4, to: &bytes)
        append(UInt64(bundleCount), bytes: 8, to: &bytes)
        return bytes + bundleDigest
    }

    private static func append(_ number: UInt64, bytes count: Int, to bytes: inout [UInt8]) {
        for place in 1...count {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * (count - place))))
        }
    }
}
