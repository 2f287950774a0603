import SQLite

/// A store whose next change is carried out only if something else holds as well.
package struct GuardedStore: Store {
    private let store: SQLiteStore
    private let guarding: StoreGuard

    init(_ store: SQLiteStore, _ guarding: StoreGuard) {
        self.store = store
        self.guarding = guarding
    }

    package func revision() throws(StoreError) -> Int64 { try store.revision() }

    /// - Throws: Also ``RevisionConflict``.
    package func read<Result>(_ body: (any StoreReader) throws -> Result) throws -> Result {
        try store.read { reader in
            try guarding.check(reader.revision())
            return try body(reader)
        }
    }

    /// - Throws: Also ``RevisionConflict`` and ``ClaimTaken``.
    package func change<Result>(
        by author: Author,
        _ body: (any StateEditor) throws -> Result
    ) throws -> (result: Result, changes: [Change]) {
        try store.change(by: author, guarded: guarding, body)
    }
}

extension SQLiteStore {
    /// The same store, with a guard before each change.
    package func guarded(by guarding: StoreGuard) -> GuardedStore { GuardedStore(self, guarding) }

    /// What became of a request of the same name within a day; nil: there was none.
    package func keptAnswer(to claim: Claim) throws -> KeptAnswer? {
        try takeTurn { try $0.keptAnswer(to: claim) }
    }

    /// Keeps the answer to a claim that was carried out, unless it is too long.
    package func keep(_ text: String, asAnswerTo claim: Claim) throws {
        guard text.utf8.count <= Claim.answerLimit else { return }
        try withWriteLock { database in
            try database.run(
                "UPDATE answers SET text = ? WHERE token = ? AND key = ?",
                .text(text),
                .text(claim.token),
                .text(claim.key)
            )
        }
    }
}

extension Database {
    fileprivate func keptAnswer(to claim: Claim) throws(SQLiteError) -> KeptAnswer? {
        try first(
            """
            SELECT digest, revision_before, revision_after, text FROM answers
            WHERE token = ? AND key = ? AND time > ?
            """,
            .text(claim.token),
            .text(claim.key),
            .integer(claim.time - Claim.life)
        ) { row throws(SQLiteError) in
            KeptAnswer(
                digest: try row.blob(0),
                revisionBefore: try row.integer(1),
                revisionAfter: try row.integer(2),
                text: try row.optionalText(3)
            )
        }
    }

    /// Notes, in the transaction of a change, for whom it was made; and forgets claims that are old or too many.
    func take(_ claim: Claim, before: Int64, after: Int64) throws {
        guard try keptAnswer(to: claim) == nil else { throw ClaimTaken() }
        try run("DELETE FROM answers WHERE time <= ?", .integer(claim.time - Claim.life))
        // By the whole key, since any number may have come at one moment.
        try run(
            """
            DELETE FROM answers WHERE (time, token, key) <
                (SELECT time, token, key FROM answers ORDER BY time DESC, token DESC, key DESC LIMIT 1 OFFSET ?)
            """,
            .integer(Int64(Claim.limit - 2))
        )
        try run(
            """
            INSERT OR REPLACE INTO answers (token, key, digest, time, revision_before, revision_after)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            .text(claim.token),
            .text(claim.key),
            .blob(claim.digest),
            .integer(claim.time),
            .integer(before),
            .integer(after)
        )
    }
}
