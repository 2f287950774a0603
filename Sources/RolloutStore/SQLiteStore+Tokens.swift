import SQLite

extension SQLiteStore: TokenStore {
    package func tokens() throws -> [StoredToken] {
        try takeTurn { try $0.tokens() }
    }

    package func token(_ id: String) throws -> StoredToken? {
        try takeTurn { try $0.token(id) }
    }

    package func add(_ token: StoredToken) throws {
        try withWriteLock { try $0.insert(token, keepingLater: false) }
    }

    package func revoke(_ id: String, _ revocation: StoredToken.Revocation) throws -> StoredToken? {
        try withWriteLock { database in
            try database.run(
                "UPDATE tokens SET revoked = ?, revoked_by = ? WHERE id = ? AND revoked IS NULL",
                .integer(revocation.time),
                .text(revocation.actor),
                .text(id)
            )
            return try database.token(id)
        }
    }

    package func noteUse(of id: String, at time: Int64) throws {
        try withWriteLock { database in
            try database.run(
                "UPDATE tokens SET last_used = ?1 WHERE id = ?2 AND (last_used IS NULL OR last_used < ?1)",
                .integer(time),
                .text(id)
            )
        }
    }

    /// Takes over the tokens of the store whose place this one takes: what was revoked since the backup stays so.
    ///
    /// Those that the other does not have stay.
    func takeOver(_ tokens: [StoredToken]) throws {
        try withWriteLock { database in
            // An answer is about revisions, and those are others from here on.
            try database.run("DELETE FROM answers")
            for token in tokens { try database.insert(token, keepingLater: true) }
        }
    }
}

private let selection = """
    SELECT id, hash, name, role, apps, created, created_by, expires, revoked, revoked_by, last_used FROM tokens
    """

/// One that is revoked stays as it is; `OR REPLACE` would bring it back, since no trigger fires for that.
private let onConflict = """
    ON CONFLICT (id) DO UPDATE SET revoked = excluded.revoked, revoked_by = excluded.revoked_by,
        last_used = max(coalesce(tokens.last_used, excluded.last_used), coalesce(excluded.last_used, tokens.last_used))
    WHERE tokens.revoked IS NULL
    """

private func storedToken(_ row: borrowing Row) throws(SQLiteError) -> StoredToken {
    func integer(_ column: Int, _ row: borrowing Row) throws(SQLiteError) -> Int64? {
        row.isNull(column) ? nil : try row.integer(column)
    }
    var token = StoredToken(
        id: try row.text(0),
        hash: try row.blob(1),
        name: try row.text(2),
        role: try row.text(3),
        apps: try row.optionalText(4),
        created: try row.integer(5),
        createdBy: try row.text(6),
        expires: try integer(7, row),
        lastUsed: try integer(10, row)
    )
    if let time = try integer(8, row) {
        token.revocation = StoredToken.Revocation(time: time, actor: try row.text(9))
    }
    return token
}

extension Database {
    /// All tokens, the oldest first.
    func tokens() throws(SQLiteError) -> [StoredToken] {
        try query("\(selection) ORDER BY created, id", transform: storedToken)
    }

    fileprivate func token(_ id: String) throws(SQLiteError) -> StoredToken? {
        try first("\(selection) WHERE id = ?", .text(id), transform: storedToken)
    }

    /// - Parameter keepingLater: Whether a token that is there already is brought up to date, so that whichever of both is
    ///   revoked stays so; otherwise it is an error.
    fileprivate func insert(_ token: StoredToken, keepingLater: Bool) throws(SQLiteError) {
        try run(
            """
            INSERT INTO tokens
            (id, hash, name, role, apps, created, created_by, expires, revoked, revoked_by, last_used)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            \(keepingLater ? onConflict : "")
            """,
            .text(token.id),
            .blob(token.hash),
            .text(token.name),
            .text(token.role),
            .text(orNull: token.apps),
            .integer(token.created),
            .text(token.createdBy),
            .integer(orNull: token.expires),
            .integer(orNull: token.revocation?.time),
            .text(orNull: token.revocation?.actor),
            .integer(orNull: token.lastUsed)
        )
    }
}
