package import ConfigBundle
package import Cryptography
package import Rollout

/// Signs what is published, with each of the keys that are active at one time.
///
/// A class, so that whoever keeps what was signed can tell whether it was by the one who signs now.
package final class Signer: Sendable {
    private let keys: [Ed25519.SigningKey]

    /// - Parameter keys: The oldest first; empty: what is published is not signed.
    package init(_ keys: [Ed25519.SigningKey]) { self.keys = keys }

    /// By which clients know the keys; the oldest first.
    package var keyIDs: [String] { keys.map(\.verifyingKey.id) }

    /// The bytes with the fields that belong to them.
    ///
    /// - Throws: `CryptographyError` when there is no memory to sign.
    package func sign(_ representation: Representation, app: AppID, revision: Int64) throws(CryptographyError)
        -> SignedRepresentation
    {
        SignedRepresentation(
            representation: representation,
            fields: try BundleFields(
                digest: representation.digest,
                app: app,
                revision: revision,
                keys: keys
            )
        )
    }
}
