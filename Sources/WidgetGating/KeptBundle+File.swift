import ConfigBundle
import Cryptography
import Rollout
import StrictJSON

extension KeptBundle {
    /// What is written to the App Group file: header, particulars in JSON, bundle.
    var fileBytes: [UInt8] {
        let particulars = particulars.canonicalBytes
        return BundleFileHeader(particulars: particulars, bundle: bytes).bytes + particulars + bytes
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

    /// Reads an App Group file, all of which must be as it was written.
    ///
    /// Whether the bundle is genuine is another matter.
    ///
    /// - Parameter limit: The most bytes of the file.
    /// - Returns: The bundle and its digest.
    static func read(
        _ file: borrowing OpenFile,
        limit: Int
    ) throws(AppGroupError) -> (KeptBundle, SHA256Digest) {
        let size = try file.size(limit: limit)
        let head = try file.bytes(BundleFileHeader.length)
        let header = try file.judge { () throws(AppGroupError.Cause) in
            try BundleFileHeader(head, fileSize: size)
        }
        let particulars = try file.bytes(header.particularsCount)
        let bundle = try file.bytes(header.bundleCount)
        return try file.judge { () throws(AppGroupError.Cause) in
            try header.check(particulars: particulars)
            let digest = try header.check(bundle: bundle)
            return (try KeptBundle(particulars: particulars, bytes: bundle), digest)
        }
    }

    private init(particulars: [UInt8], bytes: [UInt8]) throws(AppGroupError.Cause) {
        let findings = Findings(unknownKeys: .ignore)
        let root: JSON
        do throws(JSONError) { root = try JSON(parsing: particulars) } catch {
            throw .corrupt("its particulars: \(error)")
        }
        guard let kept = KeptBundle(particulars: JSONField(root, findings: findings), bytes: bytes) else {
            let reasons = findings.all.map { "\($0.path): \($0.message)" }
            throw .corrupt("its particulars: \(reasons.joined(separator: "; "))")
        }
        self = kept
    }

    private init?(particulars: JSONField, bytes: [UInt8]) {
        let keys = ["app", "revision", "confirmedAt", "clockAheadMilliseconds", "fields", "entityTag"]
        guard let object = particulars.object(keys) else { return nil }
        let app = object.required("app")?.parsed(AppID.init)
        let revision = object.required("revision")?.integer(in: 0...Int64.max)
        let confirmedAt = object.required("confirmedAt")?.parsed(Instant.init(parsing:))
        let ahead = object.required("clockAheadMilliseconds")?.integer(in: Int64.min...Int64.max)
        let names = BundleFields.Name.allCases.map(\.rawValue)
        let fields = object.required("fields")?.object(names).map { fields in
            names.compactMap { name in fields.optional(name)?.string().map { (name: name, value: $0) } }
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
