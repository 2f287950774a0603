import Cryptography
package import Rollout
package import RolloutStore

/// Says who holds a token, if it is good at this moment.
package struct TokenCheck: Sendable {
    private let store: any TokenStore
    private let clock: @Sendable () -> Instant

    package init(store: any TokenStore, clock: @escaping @Sendable () -> Instant) {
        self.store = store
        self.clock = clock
    }

    /// How exactly the last use is known, so that reading does not become writing.
    package static let usePrecisionSeconds: Int64 = 60

    /// Who holds the token, and whether its use should be noted.
    ///
    /// - Throws: ``TokenRefusal``; otherwise `StoreError`, and ``TokenError/unreadable(_:)``.
    package func holder(of text: String) throws -> (holder: TokenHolder, isUseNews: Bool) {
        let token = try AccessToken(parsing: text)
        guard let stored = try store.token(token.id), let hash = SHA256Digest(bytes: stored.hash),
            token.hash.isSame(inConstantTimeAs: hash)
        else { throw TokenRefusal.unknown }
        let record = TokenRecord(stored)
        let now = clock()
        // Only who has the whole secret is told these.
        switch record.state(at: now) {
        case .revoked: throw TokenRefusal.revoked
        case .expired: throw TokenRefusal.expired
        case .active: break
        }
        // No apps at all must not pass for what nobody meant: a token for nothing.
        guard let role = record.role, record.apps?.isEmpty != true else {
            throw TokenError.unreadable(record.id)
        }
        let holder = TokenHolder(
            id: record.id,
            name: record.name,
            role: role,
            apps: record.apps.map(Set.init)
        )
        let isNews = record.lastUsed.map { now.seconds(since: $0) >= Self.usePrecisionSeconds } ?? true
        return (holder, isNews)
    }
}
