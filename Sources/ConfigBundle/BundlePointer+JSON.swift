import Rollout
import StrictJSON

/// Why bytes are not a pointer that can be used.
package enum PointerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, each with its path.
    case malformed([String])
    /// A newer program made it.
    case unknownFormat(Int64)

    package var description: String {
        switch self {
        case .malformed(let faults): "the pointer is malformed: \(faults.joined(separator: "; "))"
        case .unknownFormat(let format):
            "the pointer has format \(format), and this version reads format \(BundlePointer.format)"
        }
    }
}

extension BundlePointer {
    /// Raised when an older client would misunderstand a newer pointer.
    static let format: Int64 = 1

    /// The most bytes that are read as a pointer; far more than one has.
    package static let byteLimit = 64 << 10

    /// The largest file that a pointer leads to.
    private static let contentLimit: Int64 = 1 << 32

    /// Canonical JSON: equal pointers have equal bytes.
    package var bytes: [UInt8] {
        let deltas = deltas.map { delta -> JSON in
            ["base": .string(delta.base), "bytes": .integer(Int64(delta.byteCount))]
        }
        let pointer: JSON = [
            "format": .integer(Self.format), "app": .string(app.text), "revision": .integer(revision),
            "bundle": bundle.json, "deltas": .array(deltas), "kills": kills.json,
        ]
        return pointer.canonicalBytes
    }

    /// Reads a pointer; unknown keys are passed over.
    package init(parsing bytes: [UInt8]) throws(PointerError) {
        let findings = Findings(unknownKeys: .ignore)
        let document: JSON
        do throws(JSONError) {
            document = try JSON(parsing: bytes)
        } catch {
            throw .malformed([error.description])
        }
        if case .integer(let format)? = document.member("format"), format != Self.format {
            throw .unknownFormat(format)
        }
        guard let pointer = Self.read(JSONField(document, findings: findings)), findings.all.isEmpty else {
            throw .malformed(findings.all.map { "\($0.path): \($0.message)" })
        }
        self = pointer
    }

    private static func read(_ root: JSONField) -> BundlePointer? {
        guard let object = root.object(["format", "app", "revision", "bundle", "deltas", "kills"]) else {
            return nil
        }
        let format = object.required("format")?.integer(in: Self.format...Self.format)
        let app = object.required("app")?.parsed(AppID.init)
        let revision = object.required("revision")?.integer(in: 0...Int64.max)
        let bundle = object.required("bundle").flatMap(Content.init)
        let kills = object.required("kills").flatMap(Content.init)
        let deltas = object.required("deltas")?.list(Delta.init)
        guard format != nil, let app, let revision, let bundle, let kills, let deltas else { return nil }
        return BundlePointer(app: app, revision: revision, bundle: bundle, deltas: deltas, kills: kills)
    }

    fileprivate static func digest(_ field: JSONField) -> String? {
        guard let text = field.string() else { return nil }
        let isDigest =
            text.utf8.count == 64
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
        return isDigest ? text : field.refused("not 64 lower-case hexadecimal digits")
    }

    fileprivate static func byteCount(_ field: JSONField) -> Int? {
        field.integer(in: 0...contentLimit).flatMap { Int(exactly: $0) }
    }
}

extension BundlePointer.Content {
    fileprivate var json: JSON {
        let fields = fields.list.map { ($0.name, JSON.string($0.value)) }
        return [
            "digest": .string(digest), "bytes": .integer(Int64(byteCount)),
            "gzipBytes": .integer(Int64(gzipByteCount)),
            "fields": .object(Dictionary(fields) { first, _ in first }),
        ]
    }

    fileprivate init?(_ field: JSONField) {
        guard let object = field.object(["digest", "bytes", "gzipBytes", "fields"]) else { return nil }
        let digest = object.required("digest").flatMap(BundlePointer.digest)
        let byteCount = object.required("bytes").flatMap(BundlePointer.byteCount)
        let gzipByteCount = object.required("gzipBytes").flatMap(BundlePointer.byteCount)
        let fields = object.required("fields")?.members()?.compactMap { name, field in
            field.string().map { (name: name, value: $0) }
        }
        guard let digest, let byteCount, let gzipByteCount, let fields else { return nil }
        self.init(
            digest: digest,
            byteCount: byteCount,
            gzipByteCount: gzipByteCount,
            fields: BundleFields(fields)
        )
    }
}

extension BundlePointer.Delta {
    fileprivate init?(_ field: JSONField) {
        guard let object = field.object(["base", "bytes"]) else { return nil }
        let base = object.required("base").flatMap(BundlePointer.digest)
        let byteCount = object.required("bytes").flatMap(BundlePointer.byteCount)
        guard let base, let byteCount else { return nil }
        self.init(base: base, byteCount: byteCount)
    }
}
