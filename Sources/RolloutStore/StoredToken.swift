/// A token as the store keeps it: who may do what from another machine, without the secret.
///
/// The store gives role and apps no meaning. Times are milliseconds since 1970 without leap seconds.
package struct StoredToken: Equatable, Sendable {
    /// Public, and no two are the same.
    package let id: String
    /// Of the whole token; 32 bytes.
    package let hash: [UInt8]
    /// Whose it is, as the log names its actor.
    package let name: String
    package let role: String
    /// nil: not limited.
    package let apps: String?
    package let created: Int64
    package let createdBy: String
    /// From when on it is of no use; nil: never.
    package let expires: Int64?
    /// When it was taken back, and by whom; nil: it was not.
    package var revocation: Revocation?
    /// When it was last used, about; nil: it never was.
    package var lastUsed: Int64?

    package struct Revocation: Equatable, Sendable {
        package let time: Int64
        package let actor: String

        package init(time: Int64, actor: String) {
            self.time = time
            self.actor = actor
        }
    }

    package init(
        id: String,
        hash: [UInt8],
        name: String,
        role: String,
        apps: String?,
        created: Int64,
        createdBy: String,
        expires: Int64?,
        revocation: Revocation? = nil,
        lastUsed: Int64? = nil
    ) {
        self.id = id
        self.hash = hash
        self.name = name
        self.role = role
        self.apps = apps
        self.created = created
        self.createdBy = createdBy
        self.expires = expires
        self.revocation = revocation
        self.lastUsed = lastUsed
    }
}

/// Where tokens are kept: beside the log, in no export of it, and in every backup.
///
/// They are never deleted nor edited, so that what they say of the past holds. Calls block like those of ``Store``.
package protocol TokenStore: Sendable {
    /// All tokens, the oldest first.
    func tokens() throws -> [StoredToken]

    /// The token of that ID; nil when there is none.
    ///
    /// Made to be asked for each request: nobody who writes is waited for.
    func token(_ id: String) throws -> StoredToken?

    /// Keeps a new token.
    ///
    /// - Throws: `StoreError`, also when there is one of that ID.
    func add(_ token: StoredToken) throws

    /// Takes a token back, from now on and for ever; one that was taken back stays as it is.
    ///
    /// - Returns: The token from then on; nil when there is none of that ID.
    func revoke(_ id: String, _ revocation: StoredToken.Revocation) throws -> StoredToken?

    /// Notes that a token was used; an earlier time than the last changes nothing.
    func noteUse(of id: String, at time: Int64) throws
}
