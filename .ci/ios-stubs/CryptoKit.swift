// What the project calls of CryptoKit, so that the iOS check can read the code that calls it. Never run.
//
// CryptoKit takes any `DataProtocol` or `ContiguousBytes` and gives `Data`, which are declared in Foundation. Here
// stand those types that the project passes, and an array for `Data`, of which the project only makes arrays.

/// Stands for `CryptoKit.SHA256`.
public struct SHA256 {
    /// Stands for `CryptoKit.SHA256Digest`.
    public struct Digest {
        /// The 32 bytes.
        public func withUnsafeBytes<Result>(
            _ body: (UnsafeRawBufferPointer) throws -> Result
        ) rethrows -> Result { fatalError("a stub") }
    }

    /// The hash of nothing yet.
    public init() {}
    /// Adds bytes.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { fatalError("a stub") }
    /// The hash of all bytes.
    public func finalize() -> Digest { fatalError("a stub") }

    /// The hash of a whole message.
    public static func hash(data: UnsafeRawBufferPointer) -> Digest { fatalError("a stub") }
}

/// Stands for `CryptoKit.Curve25519`.
public enum Curve25519 {
    /// Stands for `CryptoKit.Curve25519.Signing`.
    public enum Signing {
        /// Stands for `CryptoKit.Curve25519.Signing.PrivateKey`.
        public struct PrivateKey: Sendable {
            /// A new key.
            public init() {}
            /// The key of a seed.
            public init(rawRepresentation: UnsafeRawBufferPointer) throws {}
            /// The seed.
            public var rawRepresentation: [UInt8] { fatalError("a stub") }
            /// The public half.
            public var publicKey: PublicKey { fatalError("a stub") }
            /// The 64 bytes of a signature.
            public func signature(for data: [UInt8]) throws -> [UInt8] { fatalError("a stub") }
        }

        /// Stands for `CryptoKit.Curve25519.Signing.PublicKey`.
        public struct PublicKey: Sendable {
            /// The key with these 32 bytes.
            public init(rawRepresentation: [UInt8]) throws {}
            /// The 32 bytes.
            public var rawRepresentation: [UInt8] { fatalError("a stub") }
            /// Whether the signature is one of this key for the message.
            public func isValidSignature(_ signature: [UInt8], for data: [UInt8]) -> Bool { fatalError("a stub") }
        }
    }
}
