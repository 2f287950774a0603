import Publishing

/// How what is published is presented, whatever it is.
struct Presentation: Sendable {
    let policy: CachePolicy
    let signer: Signer
    /// The most bytes of old revisions that are kept of an app, compressed.
    let deltaByteLimit: Int

    /// The most bytes of old revisions that are kept of all apps together.
    static let deltaBudget = 64 << 20
}
