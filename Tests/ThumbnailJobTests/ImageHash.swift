import Cryptography

/// The name that a picture's bytes should have.
enum ImageHash {
    static func of(_ bytes: [UInt8]) throws -> String { SHA256.hash(bytes).hexadecimal }
}
