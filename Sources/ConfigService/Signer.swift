import ConfigBundle
import Cryptography
import Rollout

/// Signs what is published, with each of the keys that are active at one time.
final class Signer: Sendable {
    private let keys: [Ed25519.SigningKey]

    /// - Parameter keys: The oldest first; empty: what is published is not signed.
    init(_ keys: [Ed25519.SigningKey]) { self.keys = keys }

    /// By which clients know the keys; the oldest first.
    var keyIDs: [String] { keys.map(\.verifyingKey.id) }

    /// The fields of an app's bundle or kills.
    ///
    /// - Throws: `CryptographyError` when there is no memory to sign.
    func fields(of digest: SHA256Digest, app: AppID, revision: Int64) throws(CryptographyError)
        -> BundleFields
    {
        try BundleFields(digest: digest, app: app, revision: revision, keys: keys)
    }
}
