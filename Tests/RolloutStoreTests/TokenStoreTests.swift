import SQLite
import Testing
import TestSupport

@testable import RolloutStore

@Suite("Tokens in a store")
struct TokenStoreTests {
    private let directory: TemporaryDirectory
    private let store: SQLiteStore

    init() throws {
        directory = try TemporaryDirectory()
        store = try SQLiteStore(path: directory.file("rollout.sqlite"), access: .create)
    }

    @Test("come back as they were added, the oldest first, and are found by their IDs")
    func kept() throws {
        var limited = StoredToken(
            id: "b",
            hash: Array(0..<32),
            name: "noor",
            role: "viewer",
            apps: "aurora",
            created: 1,
            createdBy: "mika",
            expires: 9
        )
        limited.lastUsed = 3
        try store.add(.sample("a", created: 2))
        try store.add(limited)
        #expect(try store.tokens() == [limited, .sample("a", created: 2)])
        #expect(try store.token("b") == limited)
        #expect(try store.token("c") == nil)
    }

    @Test("are seen by other programs at once, and change neither the revision nor the log")
    func beside() throws {
        try store.set(.flag("a"), to: "1")
        let other = try SQLiteStore(path: directory.file("rollout.sqlite"), access: .read)
        #expect(try other.token("a") == nil)
        try store.add(.sample())
        #expect(try other.token("a") == .sample())
        _ = try store.revoke("a", .init(time: 2, actor: "noor"))
        #expect(try other.token("a")?.revocation != nil)
        #expect(try other.revision() == 1)
        #expect(try other.history().count == 1)
        #expect(try other.audit().firstBreak == nil)
    }

    @Test(
        "have so many answers kept for them and no more, also when all came at one moment",
        arguments: [7, 8]
    )
    func answers(time: Int64) throws {
        try store.add(.sample())
        try store.database.execute(
            script: """
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 12000)
                INSERT INTO answers (token, key, digest, time, revision_before, revision_after)
                SELECT 'a', printf('k%05d', n), zeroblob(32), 7, 0, 0 FROM number
                """
        )
        let claim = Claim(token: "a", key: "z", digest: [UInt8](repeating: 1, count: 32), time: time)
        let author = Author(actor: "t", millisecondsSince1970: 0, action: "test", reason: "")
        _ = try store.guarded(by: StoreGuard(claim: claim)).change(by: author) {
            try $0.set(.flag("a"), to: "1")
        }
        let count = try store.database.first("SELECT count(*) FROM answers") { row throws(SQLiteError) in
            try row.integer(0)
        }
        #expect(count == Int64(Claim.limit))
        #expect(try store.keptAnswer(to: claim)?.revisionAfter == 1)
    }

    @Test("stay as they are when an ID is given out twice")
    func twice() throws {
        try store.add(.sample(created: 1))
        #expect(throws: StoreError.self) { try store.add(.sample(created: 2)) }
        #expect(try store.tokens() == [.sample(created: 1)])
    }

    @Test("are revoked once, by the first who does")
    func revoked() throws {
        try store.add(.sample())
        #expect(try store.revoke("a", .init(time: 2, actor: "noor"))?.revocation?.actor == "noor")
        #expect(
            try store.revoke("a", .init(time: 3, actor: "mika"))?.revocation == .init(time: 2, actor: "noor")
        )
        #expect(try store.revoke("b", .init(time: 3, actor: "mika")) == nil)
    }

    @Test("taken over from another store stay revoked if they are so in either", arguments: [true, false])
    func takenOver(_ isRevokedHere: Bool) throws {
        var (here, there) = (StoredToken.sample(), StoredToken.sample())
        here.lastUsed = 5
        there.lastUsed = 9
        try store.add(here)
        let revocation = StoredToken.Revocation(time: 2, actor: "noor")
        if isRevokedHere { _ = try store.revoke("a", revocation) } else { there.revocation = revocation }
        try store.takeOver([there, .sample("b", created: 7)])
        let tokens = try store.tokens()
        #expect(tokens.map(\.id) == ["a", "b"])
        #expect(tokens.first?.revocation == revocation)
        if !isRevokedHere { #expect(tokens.first?.lastUsed == 9) }
    }

    @Test("remember the latest use, whatever order uses are noted in")
    func used() throws {
        try store.add(.sample())
        try store.noteUse(of: "a", at: 5)
        try store.noteUse(of: "a", at: 4)
        #expect(try store.token("a")?.lastUsed == 5)
    }

    @Test("are in every backup")
    func backup() throws {
        try store.add(.sample())
        _ = try store.backUp(to: directory.file("backup.sqlite"))
        #expect(
            try SQLiteStore(path: directory.file("backup.sqlite"), access: .read).tokens() == [.sample()]
        )
    }
}
