package import Compression
import Cryptography

/// Bytes made ready to be served: as they are and compressed, under one name.
package struct Representation: Equatable, Sendable {
    package let identity: [UInt8]
    package let gzip: [UInt8]
    /// The SHA-256 of the identity bytes as an entity tag (RFC 9110 section 8.8.3), quotes included.
    ///
    /// The same for both forms, since they are compared weakly and never served in ranges.
    package let entityTag: String

    package init(_ identity: [UInt8]) throws(CompressionError) {
        self.identity = identity
        gzip = try Gzip.compress(identity)
        entityTag = "\"\(Base64URL.encode(SHA256.hash(identity).bytes))\""
    }
}
