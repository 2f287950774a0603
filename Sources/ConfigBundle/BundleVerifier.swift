package import Cryptography
public import Rollout

/// Tells bundles that are genuine, whole and new from all others.
public struct BundleVerifier: Sendable {
    /// The largest bundle that is read unless told otherwise, in bytes: 4 MiB, some 10,000 flags.
    public static let defaultByteLimit = 4 << 20

    /// Whose bundles are read.
    public let app: AppID
    /// Who must have signed them.
    public let trust: BundleTrust
    /// The largest bundle that is read, in bytes without compression.
    public let byteLimit: Int

    /// - Parameters:
    ///   - app: The app's name in addresses and files, such as `minimal-wallpapers`.
    ///   - byteLimit: In bytes without compression; give it to whatever decompresses as well.
    public init(app: AppID, trust: BundleTrust, byteLimit: Int = defaultByteLimit) {
        self.app = app
        self.trust = trust
        self.byteLimit = byteLimit
    }

    /// Reads a bundle after checking it.
    ///
    /// Nothing of the bundle is looked at before its signature and digest are known to be right. Every signature that
    /// a trusted key seems to have made must be right; those of other keys, and those of others for purposes of their
    /// own, do not count. `Repr-Digest` is not looked at: it depends on how the bundle travelled.
    ///
    /// With ``BundleTrust/unsigned`` the signature is not looked at, and what the other fields say is held against the
    /// bundle as far as they are there.
    ///
    /// - Parameters:
    ///   - bytes: The identity bytes: decompressed, or the result of a delta.
    ///   - fields: From the header of the response, or as kept with the bundle.
    ///   - newestRevision: The newest that was ever accepted, which is accepted again; nil for none.
    /// - Throws: ``BundleError``, the first of these that is wrong: size, signature, digest, app, revision, content.
    public func configuration(
        bundle bytes: [UInt8],
        fields: BundleFields,
        newestRevision: Int64?
    ) throws(BundleError) -> AppConfiguration {
        let revision = try verify(
            digest: SHA256.hash(bytes),
            byteCount: bytes.count,
            fields: fields,
            newestRevision: newestRevision
        )
        let configuration = try AppConfiguration(bundle: bytes)
        try check(
            app: configuration.app.text,
            revision: configuration.revision,
            newestRevision: newestRevision
        )
        if let revision, revision != configuration.revision {
            throw .differentRevisions(header: revision, bundle: configuration.revision)
        }
        return configuration
    }

    /// Checks all but the content of a bundle.
    ///
    /// - Parameters:
    ///   - digest: Of the identity bytes.
    ///   - byteCount: How many of them there are.
    /// - Returns: The revision that the header says; nil when it says none, which no signed bundle's does.
    /// - Throws: ``BundleError``, the first of these that is wrong: size, signature, digest, app, revision.
    @discardableResult
    package func verify(
        digest: SHA256Digest,
        byteCount: Int,
        fields: BundleFields,
        newestRevision: Int64?
    ) throws(BundleError) -> Int64? {
        guard byteCount <= byteLimit else { throw .tooLarge(limit: byteLimit) }
        let claim: Claim
        switch trust {
        case .signed(let keys):
            try Self.checkSignatures(fields, trusted: keys)
            claim = try Claim(fields, required: true)
        case .unsigned:
            claim = try Claim(fields, required: false)
        }
        if let claimed = claim.digest, claimed != digest.bytes { throw .wrongDigest }
        try check(app: claim.app, revision: claim.revision, newestRevision: newestRevision)
        return claim.revision
    }

    private func check(app: String?, revision: Int64?, newestRevision: Int64?) throws(BundleError) {
        if let app, app != self.app.text { throw .wrongApp(found: app, expected: self.app) }
        if let revision, let newestRevision, revision < newestRevision {
            throw .olderRevision(revision, newestSeen: newestRevision)
        }
    }
}

extension BundleVerifier {
    /// What the header says of the bundle; nil where it says nothing.
    private struct Claim {
        /// The SHA-256 of the identity bytes.
        let digest: [UInt8]?
        let app: String?
        let revision: Int64?

        init(_ fields: BundleFields, required: Bool) throws(BundleError) {
            if required {
                for name in BundleSignature.covered { _ = try fields.required(name) }
            }
            app = fields[.app]
            digest = if let text = fields[.unencodedDigest] { try Self.digest(text) } else { nil }
            revision = if let text = fields[.revision] { try Self.revision(text) } else { nil }
        }

        private static func digest(_ text: String) throws(BundleError) -> [UInt8] {
            // Other algorithms may stand beside it (RFC 9530 section 2).
            for (key, member) in try BundleFields.dictionary(text, .unencodedDigest) where key == "sha-256" {
                if case .item(let item) = member, case .bytes(let digest) = item.value, digest.count == 32 {
                    return digest
                }
            }
            throw .malformedHeader(.unencodedDigest, "no SHA-256 in the form sha-256=:...:")
        }

        /// Only the one way to write a number counts.
        private static func revision(_ text: String) throws(BundleError) -> Int64 {
            guard let revision = Int64(text), revision >= 0, String(revision) == text else {
                throw .malformedHeader(.revision, "not a revision: a whole number")
            }
            return revision
        }
    }

    /// Returns when at least one trusted key has signed the covered fields, and none wrongly.
    private static func checkSignatures(_ fields: BundleFields, trusted: [BundleKey]) throws(BundleError) {
        guard let input = fields[.signatureInput] else { throw .noSignature }
        let signatures = try BundleFields.dictionary(fields.required(.signature), .signature)
        var known = false
        var unknown: [String] = []
        for (label, member) in try BundleFields.dictionary(input, .signatureInput) {
            guard let keyID = try keyID(label, member) else { continue }
            guard let key = trusted.first(where: { $0.id == keyID }) else {
                unknown.append(keyID)
                continue
            }
            guard let signature = signatures.first(where: { $0.key == label })?.member,
                case .item(let item) = signature, item.parameters.isEmpty, case .bytes(let bytes) = item.value
            else { throw .malformedHeader(.signature, "no signature with the label \(label)") }
            var values: [String] = []
            for name in BundleSignature.covered { values.append(try fields.required(name)) }
            let base = BundleSignature.base(values: values, keyID: keyID)
            guard key.verifyingKey.isValid(bytes, for: base) else { throw .wrongSignature(keyID: keyID) }
            known = true
        }
        guard !known else { return }
        throw unknown.isEmpty ? .noSignature : .unknownKey(unknown)
    }

    /// The ID of the key that a signature is said to be made with; nil for a signature that is not meant for us.
    private static func keyID(_ label: String, _ member: StructuredField.Member) throws(BundleError)
        -> String?
    {
        guard case .innerList(let items, let parameters) = member else {
            throw .malformedHeader(.signatureInput, "\(label) is not a list of what is signed")
        }
        guard parameters.contains(.init(key: "tag", value: .string(BundleSignature.tag))) else { return nil }
        guard BundleSignature.isWellFormed(items, parameters),
            case .string(let keyID) = parameters[0].value
        else {
            throw .malformedHeader(.signatureInput, "\(label) does not sign what a bundle's signature must")
        }
        return keyID
    }
}

extension BundleFields {
    fileprivate func required(_ name: Name) throws(BundleError) -> String {
        guard let value = self[name] else { throw .malformedHeader(name, "missing") }
        return value
    }

    fileprivate static func dictionary(_ text: String, _ name: Name) throws(BundleError)
        -> StructuredField.Dictionary
    {
        do throws(StructuredFieldParser.Failure) {
            return try StructuredFieldParser.dictionary(text)
        } catch {
            throw .malformedHeader(name, error.reason)
        }
    }
}

extension BundleError {
    fileprivate static func malformedHeader(_ name: BundleFields.Name, _ reason: String) -> BundleError {
        .malformedHeader(name: name.rawValue, reason: reason)
    }
}
