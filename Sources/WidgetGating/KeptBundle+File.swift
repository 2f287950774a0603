import ConfigBundle
import Cryptography
import Rollout
import StrictJSON

/// The form of the App Group file (`Documentation/decisions/0006-the-app-group-file.md`).
///
///     offset  bytes
///          0      8  "WROLLOUT"
///          8     32  SHA-256 of all from here to the bundle
///         40      4  format, big-endian, as all numbers are: 1
///         44      4  m, how long the particulars are
///         48      8  n, how long the bundle is
///         56     32  SHA-256 of the bundle
///         88      m  the particulars, in JSON
///     88 + m      n  the bundle's identity bytes
///
/// One digest is of the other, so that every byte is covered and none is hashed twice.
extension KeptBundle {
    static let magic = Array("WROLLOUT".utf8)
    static let format: UInt32 = 1
    static let headerLength = 88
    private static let digestEnd = 40

    /// The bytes of the file.
    var fileBytes: [UInt8] {
        let particulars = particulars.canonicalBytes
        var covered = Self.bigEndian(UInt64(Self.format), bytes: 4)
        covered += Self.bigEndian(UInt64(particulars.count), bytes: 4)
        covered += Self.bigEndian(UInt64(bytes.count), bytes: 8)
        covered += SHA256.hash(bytes).bytes
        covered += particulars
        return Self.magic + SHA256.hash(covered).bytes + covered + bytes
    }

    private var particulars: JSON {
        let fields = fields.list.map { ($0.name, JSON.string($0.value)) }
        var object: [String: JSON] = [
            "app": .string(app.text), "revision": .integer(revision),
            "confirmedAt": .string("\(confirmedAt)"),
            "clockAheadMilliseconds": .integer(clock.aheadMilliseconds),
            "fields": .object(Dictionary(fields) { first, _ in first }),
        ]
        object["entityTag"] = entityTag.map(JSON.string)
        return .object(object)
    }

    private static func bigEndian(_ number: UInt64, bytes count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (count - 1 - $0))) }
    }
}

extension KeptBundle {
    /// Reads the bytes of a file, of which all must be as they were written.
    ///
    /// Whether the bundle is genuine is another matter.
    ///
    /// - Returns: The bundle and its digest.
    static func read(file: [UInt8]) throws(AppGroupError.Cause) -> (KeptBundle, SHA256Digest) {
        guard file.starts(with: magic) else {
            throw .corrupt(file.isEmpty ? "empty" : "it begins with other bytes")
        }
        guard file.count >= headerLength else { throw .corrupt("cut off after \(file.count) bytes") }
        func number(_ range: Range<Int>) -> UInt64 { file[range].reduce(0) { $0 << 8 | UInt64($1) } }
        let format = UInt32(number(40..<44))
        guard format == Self.format else { throw .unknownFormat(format) }
        let (particularsCount, bundleCount) = (number(44..<48), number(48..<56))
        let bundleStart = headerLength + Int(particularsCount)
        guard bundleStart <= file.count, bundleCount == file.count - bundleStart else {
            throw .corrupt("\(file.count) bytes long, and not as long as it says")
        }
        let digests = file.withUnsafeBytes { buffer in
            (
                SHA256.hash(UnsafeRawBufferPointer(rebasing: buffer[digestEnd..<bundleStart])),
                SHA256.hash(UnsafeRawBufferPointer(rebasing: buffer[bundleStart...]))
            )
        }
        guard digests.0.bytes.elementsEqual(file[8..<digestEnd]) else {
            throw .corrupt("its particulars were changed")
        }
        guard digests.1.bytes.elementsEqual(file[56..<headerLength]) else {
            throw .corrupt("its bundle was changed")
        }
        let findings = Findings(unknownKeys: .ignore)
        guard let root = try? JSON(parsing: Array(file[headerLength..<bundleStart])),
            let kept = KeptBundle(
                particulars: JSONField(root, findings: findings),
                bytes: Array(file[bundleStart...])
            )
        else {
            let reasons = findings.all.map { "\($0.path): \($0.message)" }
            throw .corrupt("its particulars cannot be read: \(reasons.joined(separator: "; "))")
        }
        return (kept, digests.1)
    }

    private init?(particulars: JSONField, bytes: [UInt8]) {
        let keys = ["app", "revision", "confirmedAt", "clockAheadMilliseconds", "fields", "entityTag"]
        guard let object = particulars.object(keys) else { return nil }
        let app = object.required("app")?.parsed(AppID.init)
        let revision = object.required("revision")?.integer(in: 0...Int64.max)
        let confirmedAt = object.required("confirmedAt")?.parsed(Instant.init(parsing:))
        let ahead = object.required("clockAheadMilliseconds")?.integer(in: Int64.min...Int64.max)
        let fields = object.required("fields")?.members()?.map {
            (name: $0.name, value: $0.field.string() ?? "")
        }
        let entityTag = object.value("entityTag", or: nil) { $0.string().map(Optional.some) }
        guard let app, let revision, let confirmedAt, let ahead, let fields, let entityTag else { return nil }
        self.init(
            app: app,
            revision: revision,
            bytes: bytes,
            fields: BundleFields(fields),
            entityTag: entityTag,
            clock: ServerClock(aheadMilliseconds: ahead, notBefore: confirmedAt)
        )
    }
}
