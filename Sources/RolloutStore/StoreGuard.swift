/// What must hold when a change begins, beside what the command itself looks at.
package struct StoreGuard: Sendable {
    /// One of them must be the store's; nil: any is right.
    package var revisions: [Int64]?
    /// What the change must be the first to claim; nil: nothing.
    package var claim: Claim?

    package init(revisions: [Int64]? = nil, claim: Claim? = nil) {
        self.revisions = revisions
        self.claim = claim
    }

    /// - Throws: ``RevisionConflict``.
    func check(_ revision: Int64) throws(RevisionConflict) {
        guard let revisions, !revisions.contains(revision) else { return }
        throw RevisionConflict(expected: revisions.first ?? 0, found: revision)
    }
}

/// The store is not at the revision that was expected.
package struct RevisionConflict: Error, Equatable, Sendable {
    package let expected: Int64
    package let found: Int64
}

/// A request that is to be carried out once, however often it is sent.
package struct Claim: Equatable, Sendable {
    /// The ID of the token that it was sent with.
    package let token: String
    /// What its sender calls it, among its own.
    package let key: String
    /// Of what it asks for; 32 bytes.
    package let digest: [UInt8]
    /// When it came, in milliseconds since 1970.
    package let time: Int64

    package init(token: String, key: String, digest: [UInt8], time: Int64) {
        self.token = token
        self.key = key
        self.digest = digest
        self.time = time
    }

    /// How long one is remembered: a day, in milliseconds.
    package static let life: Int64 = 86_400_000
    /// How many are remembered at most; beyond, the oldest are forgotten.
    package static let limit = 10_000
    /// Bytes of an answer that are kept; what is longer is told from the log.
    package static let answerLimit = 64 << 10
}

/// Another request of the same name was carried out.
package struct ClaimTaken: Error, Equatable, Sendable {
    package init() {}
}

/// What became of a claim.
package struct KeptAnswer: Equatable, Sendable {
    /// Of what the first request asked for.
    package let digest: [UInt8]
    /// What the store was at before and after it; the same where it changed nothing.
    package let revisionBefore: Int64
    package let revisionAfter: Int64
    /// The answer; nil when it is not kept.
    package let text: String?
}
