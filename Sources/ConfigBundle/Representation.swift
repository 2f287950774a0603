package import Compression
package import Cryptography

/// Bytes made ready to be served: as they are and compressed, under one name.
package struct Representation: Equatable, Sendable {
    /// The bytes as they are.
    package let identity: [UInt8]
    /// The bytes compressed.
    package let gzip: [UInt8]
    /// Of the identity bytes.
    package let digest: SHA256Digest
    /// The SHA-256 of the identity bytes as an entity tag (RFC 9110 section 8.8.3), quotes included.
    ///
    /// The same for both forms, since they are compared weakly and never served in ranges.
    package let entityTag: String
    /// `Repr-Digest` (RFC 9530 section 3) of an answer without content coding, and of a 226 whose result this is.
    package let identityReprDigest: String
    /// `Repr-Digest` (RFC 9530 section 3) of an answer with `Content-Encoding: gzip`: it covers the coded bytes.
    package let gzipReprDigest: String

    package init(_ identity: [UInt8]) throws(CompressionError) {
        self.identity = identity
        gzip = try Gzip.compress(identity)
        digest = SHA256.hash(identity)
        entityTag = "\"\(Base64URL.encode(digest.bytes))\""
        identityReprDigest = BundleFields.digestField(digest)
        gzipReprDigest = BundleFields.digestField(SHA256.hash(gzip))
    }
}
