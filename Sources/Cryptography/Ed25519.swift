/// The signature algorithm Ed25519 (RFC 8032 section 5.1).
package enum Ed25519 {
    /// Bytes of a seed and of a public key.
    package static let keyLength = 32
    /// Bytes of a signature.
    package static let signatureLength = 64
}
