import Foundation
import SQLite
import Testing
import TestSupport

@testable import RolloutStore

@Suite("The schema in SQLite")
struct SQLiteSchemaTests {
    let directory: TemporaryDirectory
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("var/deep/rollout.sqlite")
    }

    private static let next = Schema(
        migrations: Schema.current.migrations + [script("ALTER TABLE apps ADD COLUMN note TEXT")]
    )

    private static func script(_ text: String) -> Schema.Migration { { try $0.execute(script: text) } }

    private func open(_ access: SQLiteStore.Access, _ schema: Schema) throws -> SQLiteStore {
        try SQLiteStore(path: path, access: access, busyTimeout: .seconds(10), schema: schema)
    }

    private func version() throws -> Int {
        Int(try Database(path: path, access: .readOnly, busyTimeout: .zero).userVersion())
    }

    @Test("A new store, and the directories above it, are made; the file says whose it is, and has a log")
    func make() throws {
        _ = try SQLiteStore(path: path, access: .create)
        let database = try Database(path: path, access: .readOnly, busyTimeout: .zero)
        #expect(try database.applicationID() == 0x5764_526F)
        #expect(try database.userVersion() == 3)
        #expect(try database.journalMode() == "wal")
    }

    @Test(
        "A path that means something else to SQLite is a file like any other",
        arguments: [":memory:", "file:a?b"]
    )
    func specialNames(name: String) throws {
        try SQLiteStore(path: directory.file(name), access: .create).set(.flag("a"), to: "1")
        #expect(try SQLiteStore(path: directory.file(name), access: .read).revision() == 1)
    }

    @Test("Every commit is synced to the disk, and references are checked")
    func settings() throws {
        let database = try SQLiteStore(path: path, access: .create).database
        for (pragma, value) in [("synchronous", 2), ("foreign_keys", 1)] as [(String, Int64)] {
            let found = try database.first("PRAGMA \(pragma)") { row throws(SQLiteError) in try row.integer(0)
            }
            #expect(found == value)
        }
    }

    @Test("An older store is brought up to date by the first who may write, and keeps its content")
    func migrate() throws {
        try open(.create, .current).set(.flag("a"), to: "1")
        let store = try open(.write, Self.next)
        #expect(try version() == 4)
        #expect(
            try store.database.first("SELECT app, note FROM apps") { row throws(SQLiteError) in row.isNull(1)
            } == true
        )
        #expect(try store.read { try $0.document(.flag("a"))?.text } == "1")
        #expect(try store.set(.flag("a"), to: "2").map(\.revision) == [2])
    }

    @Test("An older store is refused by who may only read")
    func older() throws {
        _ = try open(.create, .current)
        let error = #expect(throws: StoreError.self) { try open(.read, Self.next) }
        #expect(
            error?.description
                == "\(path): the store has schema 3 and schema 4 is needed: any command that changes something brings "
                + "it up to date"
        )
        #expect(try version() == 3)
    }

    @Test("A migration that fails half way leaves the older store as it was")
    func failingMigration() throws {
        try open(.create, .current).set(.flag("a"), to: "1")
        let broken = Schema(
            migrations: Self.next.migrations + [
                Self.script("CREATE TABLE t (a); INSERT INTO nowhere VALUES (1)")
            ]
        )
        #expect(throws: StoreError.self) { try open(.write, broken) }
        #expect(try version() == 3)
        #expect(try open(.write, .current).revision() == 1)
        #expect(try open(.write, Self.next).revision() == 1)
    }

    @Test("A store of every schema there was, as it was once written, opens for ever", arguments: [1, 2, 3])
    func frozen(schema: Int) throws {
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/schema-\(schema).sqlite")
        let copy = directory.file("copy.sqlite")
        try FileManager.default.copyItem(atPath: fixture.path, toPath: copy)
        let store = try SQLiteStore(path: copy, access: .write)
        // The hashes are Python's, after Documentation/store.md.
        let expected = [
            Change(
                revision: 4,
                millisecondsSince1970: 1_796_083_203_000,
                actor: "noor",
                action: "restore",
                key: .kill("lock", app: "minimal"),
                before: #"{"locales":["ja"]}"#,
                after: nil,
                reason: "fixed",
                hash: try #require(
                    ChangeHash("e0632e34133fbea6f7797adddeee007901b7dbb2e603aa6c2747dc481fb3a29a")
                )
            ),
            Change(
                revision: 3,
                millisecondsSince1970: 1_796_083_202_000,
                actor: "noor",
                action: "flag set",
                key: .flag("widget_enabled"),
                before: "{\"default\":false}",
                after: "{\"default\":true}",
                reason: "",
                hash: try #require(
                    ChangeHash("04561425a53abe43dcd284564ceefbbf4281019ab0537aa92295a404f8b4b586")
                )
            ),
            Change(
                revision: 2,
                millisecondsSince1970: 1_796_083_201_000,
                actor: "mika",
                action: "kill",
                key: .kill("lock", app: "minimal"),
                before: nil,
                after: #"{"locales":["ja"]}"#,
                reason: "日付がずれる",
                hash: try #require(
                    ChangeHash("742c4fc5a8d33b112115c602d8fd68473807fbbe1d2f5ab5fc26ab0c8ba72d87")
                )
            ),
            Change(
                revision: 1,
                millisecondsSince1970: 1_796_083_200_000,
                actor: "mika",
                action: "apply",
                key: .flag("widget_enabled"),
                before: nil,
                after: "{\"default\":false}",
                reason: "first",
                hash: try #require(
                    ChangeHash("7bf68586ff6ea61d6bd651c39042d57c473404b8e4c871a61fabeccad8138006")
                )
            ),
        ]
        #expect(try store.history() == expected)
        try store.read { state throws in
            #expect(try state.appRevisions() == ["aurora": 3, "minimal": 4])
            #expect(
                try state.documents(app: "aurora")
                    == [Document(key: .flag("widget_enabled"), text: "{\"default\":true}", revision: 3)]
            )
            #expect(try state.documents(app: "minimal") == [])
        }
        #expect(try store.set(.flag("widget_enabled"), to: nil).map(\.revision) == [5])
        #expect(try store.audit().firstBreak == nil)
        let token = StoredToken(
            id: "3f9a0c71d2e4",
            hash: Array(0..<32),
            name: "mika",
            role: "operator",
            apps: "aurora,minimal",
            created: 1_796_083_200_000,
            createdBy: "noor",
            expires: 1_803_859_200_000,
            revocation: StoredToken.Revocation(time: 1_796_083_205_000, actor: "noor"),
            lastUsed: 1_796_083_204_000
        )
        #expect(try store.tokens() == (schema < 3 ? [] : [token]))
    }

    @Test(
        "A token cannot be deleted, edited or brought back to life by hand",
        arguments: [
            ("DELETE FROM tokens", "a token is revoked, never deleted: it says who could do what"),
            ("UPDATE tokens SET role = 'admin'", "a token is never edited: make another one"),
            ("UPDATE tokens SET hash = zeroblob(32)", "a token is never edited: make another one"),
            ("UPDATE tokens SET revoked = NULL, revoked_by = NULL", "a revoked token stays revoked"),
            ("UPDATE tokens SET revoked = 5", "a revoked token stays revoked"),
        ]
    )
    func tokens(script: String, message: String) throws {
        let store = try SQLiteStore(path: path, access: .create)
        try store.add(.sample())
        _ = try store.revoke("a", .init(time: 1, actor: "noor"))
        let error = #expect(throws: SQLiteError.self) { try store.database.execute(script: script) }
        #expect(error?.message == message)
    }

    @Test(
        "The log cannot be altered by hand",
        arguments: [
            ("UPDATE changes SET reason = 'other'", "the change log is append-only"),
            ("DELETE FROM changes", "the change log is append-only"),
            (insert(1, before: "NULL", verb: "INSERT OR REPLACE"), "a change must have the next revision"),
            (insert(3, before: "'1'"), "a change must have the next revision"),
            (insert(nil, before: "'1'"), "a change must have the next revision"),
            (insert(2, before: "NULL"), "a change must start from the live document"),
            (insert(2, before: "'2'"), "a change must start from the live document"),
            (insert(2, before: "'1'", after: "'1'"), "CHECK constraint failed: before IS NOT after"),
            (insert(2, before: "'1'", hash: "NULL"), "a change must carry its hash"),
            (insert(2, before: "'1'", hash: "x'AA'"), "CHECK constraint failed: length(hash) = 32"),
            (insert(9, before: "'1'", action: "kill"), "a change must have the next revision"),
            (insert(1, before: "'1'", action: "restore-backup"), "a change must have the next revision"),
            (insert(nil, before: "'1'", action: "restore-backup"), "a change must have the next revision"),
        ]
    )
    func appendOnly(script: String, message: String) throws {
        let store = try SQLiteStore(path: path, access: .create)
        try store.set(.flag("a"), to: "1")
        let log = try store.history()
        let error = #expect(throws: SQLiteError.self) { try store.database.execute(script: script) }
        #expect(error?.message == message)
        #expect(try store.history() == log)
    }

    @Test("A change that is added by hand is live")
    func byHand() throws {
        let store = try SQLiteStore(path: path, access: .create)
        try store.set(.flag("a"), to: "1")
        try store.database.execute(script: Self.insert(2, before: "'1'"))
        #expect(
            try store.read { try $0.document(.flag("a")) }
                == Document(key: .flag("a"), text: "2", revision: 2)
        )
        #expect(try store.read { try $0.appRevision("aurora") } == 2)
    }

    private static func insert(
        _ revision: Int?,
        before: String,
        after: String = "'2'",
        action: String = "b",
        hash: String = "zeroblob(32)",
        verb: String = "INSERT"
    ) -> String {
        """
        \(verb) INTO changes VALUES (\(revision.map { "\($0)" } ?? "NULL"), 0, 'a', '\(action)', 'aurora', 'flag', \
        'a', \(before), \(after), '', \(hash))
        """
    }

    @Test(
        "Every filter of the history has its index, which also gives the order",
        arguments: [
            (HistoryFilter(app: "a", limit: 9), "SEARCH changes USING INDEX changes_by_app (app=?)"),
            (HistoryFilter(kind: "a"), "SEARCH changes USING INDEX changes_by_kind (kind=?)"),
            (HistoryFilter(name: "a"), "SEARCH changes USING INDEX changes_by_name (name=?)"),
            (HistoryFilter(actor: "a"), "SEARCH changes USING INDEX changes_by_actor (actor=?)"),
            (HistoryFilter(action: "a"), "SEARCH changes USING INDEX changes_by_action (action=?)"),
            (
                HistoryFilter(app: "a", kind: "b", name: "c", before: 7),
                "SEARCH changes USING INDEX changes_by_key (app=? AND kind=? AND name=? AND rowid<?)"
            ),
            (
                HistoryFilter(after: 3, before: 7),
                "SEARCH changes USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"
            ),
            (HistoryFilter(limit: 9), "SCAN changes"),
        ]
    )
    func indexes(filter: HistoryFilter, plan: String) throws {
        #expect(try self.plan(of: filter) == [plan], "a second step sorts")
    }

    @Test("Times are looked for in their index, and what lies between their revisions in the order of these")
    func times() throws {
        let plan = try plan(of: HistoryFilter(since: 1, until: 2, limit: 9))
        #expect(plan.first == "SEARCH changes USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)")
        let searches = plan.filter { $0.contains("USING COVERING INDEX changes_by_time") }
        #expect(searches.count == 2)
        #expect(!plan.contains { $0.contains("ORDER BY") }, "\(plan)")
    }

    private func plan(of filter: HistoryFilter) throws -> [String] {
        let database = try SQLiteStore(path: path, access: .create).database
        let query = HistoryQuery(filter)
        let statement = try database.prepare("EXPLAIN QUERY PLAN " + query.sql)
        try statement.bind(query.values)
        var plan: [String] = []
        while try statement.step() { plan.append(try Row(of: statement).text(3)) }
        return plan
    }
}
