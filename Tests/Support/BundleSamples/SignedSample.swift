package import ConfigBundle
package import Cryptography
package import Rollout

/// A bundle of `minimal-wallpapers` with its header fields.
package struct SignedSample {
    package let bundle: [UInt8]
    package let fields: BundleFields
    package let verifier: BundleVerifier

    /// - Parameters:
    ///   - revision: What the header says.
    ///   - keys: Who signs; all of them are trusted.
    package init(
        bundle: [UInt8],
        revision: Int64,
        app: String = "minimal-wallpapers",
        keys: [Ed25519.SigningKey]? = nil
    ) throws {
        self.bundle = bundle
        let keys = try keys ?? [.sample(1)]
        fields = try BundleFields(
            digest: SHA256.hash(bundle),
            app: AppID(app),
            revision: revision,
            keys: keys
        )
        verifier = BundleVerifier(
            app: try AppID("minimal-wallpapers"),
            trust: .signed(by: keys.map { BundleKey($0.verifyingKey) })
        )
    }

    /// The sample with six flags, at revision 50.
    package init(keys: [Ed25519.SigningKey]? = nil) throws {
        try self.init(
            bundle: SampleConfiguration.make(flags: 6).bundleBytes,
            revision: 50,
            keys: keys
        )
    }

    /// Verifies these bytes and fields, or its own.
    @discardableResult
    package func verify(
        _ bytes: [UInt8]? = nil,
        fields: BundleFields? = nil,
        newestRevision: Int64? = nil
    ) throws(BundleError) -> AppConfiguration {
        try verifier.configuration(
            bundle: bytes ?? bundle,
            fields: fields ?? self.fields,
            newestRevision: newestRevision
        )
    }

    /// The fields with the value of one of them replaced, or left out where `change` gives nil.
    package func fields(changing name: String, _ change: (String) -> String?) -> BundleFields {
        BundleFields(
            fields.list.compactMap { field in
                field.name == name ? change(field.value).map { (name, $0) } : field
            }
        )
    }
}

extension Ed25519.SigningKey {
    /// A key whose seed is 32 times the same byte.
    package static func sample(_ byte: UInt8) throws -> Ed25519.SigningKey {
        try [UInt8](repeating: byte, count: 32).withUnsafeBytes { try Ed25519.SigningKey(seed: $0) }
    }
}

extension BundleKey {
    /// The public half of the same key.
    package static func sample(_ byte: UInt8) throws -> BundleKey {
        BundleKey(try Ed25519.SigningKey.sample(byte).verifyingKey)
    }
}
