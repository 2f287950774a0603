public import Rollout

/// Why bytes are not a bundle that can be used, or not to be believed.
public enum BundleError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not JSON; where and why.
    case notJSON(String)
    /// A format that this version does not know; it has to be updated.
    case unknownFormat(Int64)
    /// JSON of the right format, but not what it should hold; each with its path.
    case malformed([String])
    /// More bytes than the limit.
    case tooLarge(limit: Int)

    /// The text is not a public key; why.
    case malformedKey(String)
    /// A header field is missing or not of the form that it should have; which, and why.
    case malformedHeader(name: String, reason: String)
    /// Nobody has signed the bundle.
    case noSignature
    /// The bundle is signed, but with no key that is trusted; the IDs of those keys.
    case unknownKey([String])
    /// The signature of a trusted key does not belong to the digest, app and revision in the header; the key's ID.
    case wrongSignature(keyID: String)
    /// The bytes are not those whose digest the header has.
    case wrongDigest
    /// The bundle of another app.
    case wrongApp(found: String, expected: AppID)
    /// Older than what was seen before: genuine perhaps, but somebody may be replaying it.
    case olderRevision(Int64, newestSeen: Int64)
    /// The header and the bundle do not have the same revision.
    case differentRevisions(header: Int64, bundle: Int64)

    /// The delta was made from other bytes than those it was applied to; ask for the whole bundle.
    case wrongBase
    /// The bytes are not a whole delta; why.
    case malformedDelta(String)

    /// What is wrong, in one line.
    public var description: String {
        switch self {
        case .notJSON(let reason): "the bundle is not JSON: \(reason)"
        case .unknownFormat(let format):
            "the bundle has format \(format), and this version reads format \(AppConfiguration.bundleFormat)"
        case .malformed(let faults): "the bundle is malformed: \(faults.joined(separator: "; "))"
        case .tooLarge(let limit): "the bundle is larger than \(limit) bytes"
        case .malformedKey(let reason):
            "not a bundle's public key: \(reason); `widgetctl keys list` prints the keys"
        case .malformedHeader(let name, let reason): "the bundle's header field \(name): \(reason)"
        case .noSignature: "the bundle is not signed"
        case .unknownKey(let ids):
            "the bundle is signed, but not with a key that is trusted here: \(ids.joined(separator: ", "))"
        case .wrongSignature(let keyID): "the signature by key \(keyID) is not one of this bundle's header"
        case .wrongDigest: "the bundle is not the one whose digest its header has"
        case .wrongApp(let found, let expected): "the bundle is that of \(found), not of \(expected)"
        case .olderRevision(let revision, let newestSeen):
            "the bundle has revision \(revision), and revision \(newestSeen) was seen before"
        case .differentRevisions(let header, let bundle):
            "the header says revision \(header), and the bundle revision \(bundle)"
        case .wrongBase: "the delta was made from another bundle than the one it was applied to"
        case .malformedDelta(let reason): "the delta is malformed: \(reason)"
        }
    }
}
