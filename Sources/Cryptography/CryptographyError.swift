/// Why something is not the key or the text that it should be.
package enum CryptographyError: Error, Equatable, Sendable, CustomStringConvertible {
    /// An Ed25519 seed or public key of another length than 32 bytes.
    case keyLength(Int)
    /// The library refused the key or could not get the memory it needs; in its words.
    case library(String)

    package var description: String {
        switch self {
        case .keyLength(let count): "an Ed25519 key has \(Ed25519.keyLength) bytes, and this has \(count)"
        case .library(let reason): "the cryptographic library refused an Ed25519 key: \(reason)"
        }
    }
}
