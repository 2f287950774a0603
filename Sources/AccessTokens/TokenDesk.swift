import Cryptography
package import Definitions
package import Rollout
package import RolloutStore

/// Makes, lists and takes back tokens, here or elsewhere.
package protocol TokenKeeping: Sendable {
    /// Makes a token.
    ///
    /// - Returns: What is kept of it, and the token itself, which nobody can show again.
    /// - Throws: ``TokenError``, also for an app that the store does not have; otherwise why the store cannot be used.
    func create(_ order: TokenDesk.Order) throws -> (record: TokenRecord, token: AccessToken)

    /// All tokens that there ever were, the oldest first, also those that are of no use to this version.
    func tokens() throws -> [TokenRecord]

    /// Takes a token back: no request that begins from now on is accepted with it.
    ///
    /// - Returns: The token, also when it had been taken back before, and then as it was.
    /// - Throws: ``TokenError/unknownToken(_:known:)``.
    func revoke(_ id: String) throws -> TokenRecord
}

/// The tokens of a store that can be opened.
package struct TokenDesk: TokenKeeping {
    private let store: any TokenStore & Store
    /// Who is at the desk, as ``TokenRecord/createdBy`` will have it.
    private let actor: String
    private let clock: @Sendable () -> Instant

    package init(store: any TokenStore & Store, actor: String, clock: @escaping @Sendable () -> Instant) {
        self.store = store
        self.actor = actor
        self.clock = clock
    }

    /// What a new token is to be.
    package struct Order: Equatable, Sendable {
        package var name: String
        package var role: Role
        /// The only apps that it is for; empty: all.
        package var apps: [String]
        /// nil: never.
        package var expires: Instant?

        package init(name: String, role: Role, apps: [String] = [], expires: Instant? = nil) {
            self.name = name
            self.role = role
            self.apps = apps
            self.expires = expires
        }
    }

    /// The most bytes that a name may have, since the log names its actor so.
    private static let nameLimit = 128

    package func create(_ order: Order) throws -> (record: TokenRecord, token: AccessToken) {
        var random = SystemRandomNumberGenerator()
        return try create(order, using: &random)
    }

    /// - Parameter random: Must be fit for secrets.
    package func create(
        _ order: Order,
        using random: inout some RandomNumberGenerator
    ) throws -> (record: TokenRecord, token: AccessToken) {
        try check(order)
        let token = AccessToken(using: &random)
        let apps = order.apps.isEmpty ? nil : Set(order.apps).sorted()
        let stored = StoredToken(
            id: token.id,
            hash: token.hash.bytes,
            name: order.name,
            role: order.role.rawValue,
            apps: TokenRecord.text(of: apps),
            created: clock().wholeSecond.millisecondsSince1970,
            createdBy: actor,
            expires: order.expires?.millisecondsSince1970
        )
        try store.add(stored)
        return (TokenRecord(stored), token)
    }

    private func check(_ order: Order) throws {
        let scalars = order.name.unicodeScalars
        guard !scalars.allSatisfy(\.properties.isWhitespace),
            scalars.allSatisfy({ $0.properties.generalCategory != .control }),
            order.name.utf8.count <= Self.nameLimit
        else {
            throw TokenError.invalid(
                "the name of a token is that of its holder in the log: some text without control characters, of at "
                    + "most \(Self.nameLimit) bytes"
            )
        }
        if let expires = order.expires, expires <= clock() {
            throw TokenError.invalid("\(expires) is in the past: the token would be of no use")
        }
        if order.role == .admin, !order.apps.isEmpty {
            throw TokenError.invalid(
                "an admin applies the definitions of all apps and makes tokens for any of them, so this role cannot be "
                    + "limited to some"
            )
        }
        guard !order.apps.isEmpty else { return }
        // What waits is kept under no app, whose name is empty.
        let known = try store.read { try $0.appRevisions().keys.filter { !$0.isEmpty }.sorted() }
        for app in order.apps where !known.contains(app) {
            throw TokenError.unknownApp(app, known: known)
        }
    }

    package func tokens() throws -> [TokenRecord] { try store.tokens().map { TokenRecord($0) } }

    package func revoke(_ id: String) throws -> TokenRecord {
        let revocation = StoredToken.Revocation(
            time: clock().wholeSecond.millisecondsSince1970,
            actor: actor
        )
        guard let token = try store.revoke(id, revocation) else {
            throw TokenError.unknownToken(id, known: try store.tokens().map(\.id))
        }
        return TokenRecord(token)
    }
}
