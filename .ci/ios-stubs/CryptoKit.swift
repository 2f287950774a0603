// What the project calls of CryptoKit, so that the iOS check can read the code that calls it. Never run.

/// Stands for `CryptoKit.SHA256`.
public struct SHA256 {
    /// Stands for `CryptoKit.SHA256Digest`.
    public struct Digest {
        /// The 32 bytes.
        public func withUnsafeBytes<Result>(
            _ body: (UnsafeRawBufferPointer) throws -> Result
        ) rethrows -> Result { fatalError("a stub") }
    }

    /// CryptoKit takes any `DataProtocol`, which is declared in Foundation; of those the project passes this one.
    public static func hash(data: UnsafeRawBufferPointer) -> Digest { fatalError("a stub") }
}
