package import Cryptography
package import Rollout

/// How a bundle is signed: an HTTP message signature (RFC 9421) of one fixed form.
///
/// So there is nothing to negotiate and nothing to get wrong. Another form will have another tag.
enum BundleSignature {
    /// Tells this project's signatures from those that others may add (RFC 9421 section 2.3).
    static let tag = "widget-rollout"

    /// What is signed (RFC 9421 section 2), in this order.
    static let covered: [BundleFields.Name] = [.unencodedDigest, .app, .revision]

    /// The inner list that a signature's member of `Signature-Input` has, which is also its `@signature-params`
    /// (RFC 9421 section 2.3).
    static func parameters(keyID: String) -> String {
        var names = ""
        for name in covered { names += "\(names.isEmpty ? "" : " ")\"\(componentName(name))\"" }
        return "(\(names));keyid=\"\(keyID)\";alg=\"ed25519\";tag=\"\(tag)\""
    }

    /// The bytes that are signed (RFC 9421 section 2.5).
    ///
    /// - Parameter values: Of the covered fields, in their order.
    static func base(values: [String], keyID: String) -> [UInt8] {
        var text = ""
        for (name, value) in zip(covered, values) { text += "\"\(componentName(name))\": \(value)\n" }
        text += "\"@signature-params\": \(parameters(keyID: keyID))"
        return Array(text.utf8)
    }

    /// Whether a member of `Signature-Input` has exactly the form that is signed here.
    static func isWellFormed(_ items: [StructuredField.Item], _ parameters: StructuredField.Parameters)
        -> Bool
    {
        let keys = parameters.map(\.key)
        return items == covered.map { .init(value: .string(componentName($0))) }
            && keys == ["keyid", "alg", "tag"] && parameters[1].value == .string("ed25519")
    }

    /// RFC 9421 section 2.1: the field's name in lower case.
    private static func componentName(_ name: BundleFields.Name) -> String { name.rawValue.lowercased() }
}

extension BundleFields {
    /// The fields of a bundle, made once for each publication.
    ///
    /// - Parameters:
    ///   - digest: Of the identity bytes.
    ///   - keys: Each signs; during a change-over there are two. Empty: the bundle is unsigned.
    /// - Throws: When CryptoKit refuses to sign; libsodium never does.
    package init(
        digest: SHA256Digest,
        app: AppID,
        revision: Int64,
        keys: [Ed25519.SigningKey]
    ) throws(CryptographyError) {
        let values = [Self.digestField(digest), app.text, String(revision)]
        var inputs: [String] = []
        var signatures: [String] = []
        for key in keys {
            let keyID = key.verifyingKey.id
            let signature = try key.signature(for: BundleSignature.base(values: values, keyID: keyID))
            // A label begins with a letter (RFC 8941 section 3.1.2), and a key ID may not.
            inputs.append("k\(keyID)=\(BundleSignature.parameters(keyID: keyID))")
            signatures.append("k\(keyID)=:\(Base64.encode(signature)):")
        }
        var fields = Array(zip(BundleSignature.covered, values))
        if !keys.isEmpty {
            fields.append((.signatureInput, inputs.joined(separator: ", ")))
            fields.append((.signature, signatures.joined(separator: ", ")))
        }
        self.init(fields.map { (name: $0.rawValue, value: $1) })
    }

    /// The value of `Repr-Digest` and `Unencoded-Digest` (RFC 9530 section 2).
    package static func digestField(_ digest: SHA256Digest) -> String {
        "sha-256=:\(Base64.encode(digest.bytes)):"
    }
}
