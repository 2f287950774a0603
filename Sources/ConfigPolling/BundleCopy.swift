package import ConfigBundle
import Cryptography
package import Rollout

/// A bundle that was believed, with all that is needed to ask what is new and to check it again later.
package struct BundleCopy: Sendable {
    /// The identity bytes.
    package let bytes: [UInt8]
    /// From the header that it came with; empty for one that came with the app and is not signed.
    package let fields: BundleFields
    /// What the bytes say.
    package let configuration: AppConfiguration
    /// Quotes included.
    ///
    /// Made from the bytes as the server makes it, not kept from an answer: a proxy may have stripped or changed it.
    package let entityTag: String
    /// The SHA-256 of the bytes by which files are named: 64 lower-case hexadecimal digits.
    let digest: String

    package init(bytes: [UInt8], fields: BundleFields, configuration: AppConfiguration) {
        self.bytes = bytes
        self.fields = fields
        self.configuration = configuration
        let digest = SHA256.hash(bytes)
        self.digest = digest.hexadecimal
        entityTag = "\"\(Base64URL.encode(digest.bytes))\""
    }

    /// Whether an entity tag of an answer is that of this copy, compared weakly (RFC 9110 section 8.8.3.2).
    func isNamed(by tag: String) -> Bool {
        (tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag) == entityTag
    }
}
