import Cryptography
package import Rollout

/// What a client reads first where bundles are files rather than answers: which bundle is in force, where it is, and the
/// header fields that a host of files does not send (`Documentation/wire-format.md`, "From a bucket").
///
/// Files are named by the SHA-256 of their identity bytes and never change. A pointer is not signed as a whole and need not
/// be: whatever it leads to is believed only if the fields in it are right for it, and those are signed.
package struct BundlePointer: Equatable, Sendable {
    /// A file that is there as it is and, with `.gz` after its name, compressed.
    package struct Content: Equatable, Sendable {
        /// The SHA-256 of the identity bytes: 64 lower-case hexadecimal digits.
        package let digest: String
        /// Bytes of the one and the other.
        package let byteCount: Int
        package let gzipByteCount: Int
        /// What a server sends with it.
        package let fields: BundleFields
    }

    /// What changed from an older bundle to the one in force.
    package struct Delta: Equatable, Sendable {
        /// The SHA-256 of the older bundle: 64 lower-case hexadecimal digits.
        package let base: String
        package let byteCount: Int

        package init(base: String, byteCount: Int) {
            self.base = base
            self.byteCount = byteCount
        }
    }

    package let app: AppID
    package let revision: Int64
    package let bundle: Content
    /// To the bundle, from the newest base to the oldest.
    package let deltas: [Delta]
    package let kills: Content

    package init(app: AppID, revision: Int64, bundle: Content, deltas: [Delta], kills: Content) {
        self.app = app
        self.revision = revision
        self.bundle = bundle
        self.deltas = deltas
        self.kills = kills
    }
}

extension BundlePointer.Content {
    package init(_ representation: Representation, fields: BundleFields) {
        self.init(
            digest: representation.digest.hexadecimal,
            byteCount: representation.identity.count,
            gzipByteCount: representation.gzip.count,
            fields: fields
        )
    }
}

/// Where things are, from where the pointer is.
extension BundlePointer {
    /// The pointer's own name.
    package static let name = "pointer.json"

    package var bundlePath: String { Self.bundlePath(bundle.digest) }

    package var killsPath: String { "kill-lists/\(kills.digest).json" }

    /// Of the bundle that has a digest.
    package static func bundlePath(_ digest: String) -> String { "bundles/\(digest).json" }

    /// Of the delta from one bundle to another, each by its digest.
    package static func deltaPath(from base: String, to digest: String) -> String {
        "deltas/\(base)-\(digest).zdict"
    }

    package func path(of delta: Delta) -> String { Self.deltaPath(from: delta.base, to: bundle.digest) }

    /// The path of the compressed form of what is at a path.
    package static func compressed(_ path: String) -> String { "\(path).gz" }

    /// Everything that it leads to.
    package var paths: [String] {
        [bundlePath, killsPath].flatMap { [$0, Self.compressed($0)] } + deltas.map(path)
    }
}
