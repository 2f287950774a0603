import Foundation
import SQLite
import Testing
import TestSupport

@testable import RolloutStore

@Suite("The audit of a file that was written to by hand")
struct SQLiteAuditTests {
    private let directory: TemporaryDirectory
    private let path: String

    /// Nine changes: a rising number, and a kill in the middle.
    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("rollout.sqlite")
        let store = try SQLiteStore(path: path, access: .create)
        for number in 1...9 as ClosedRange<Int64> {
            let author = Author.sample("actor \(number)", at: number * 1_000)
            try store.set(number == 5 ? .kill("a") : .flag("a"), to: "\(number)", by: author)
        }
    }

    /// As someone does who may write to the file: without the triggers that would stop it.
    private func tamper(_ script: String) throws {
        let database = try Database(path: path, access: .readWrite, busyTimeout: .zero)
        let triggers = try database.query("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
            row throws(SQLiteError) in try row.text(0)
        }
        for trigger in triggers { try database.execute(script: "DROP TRIGGER \(trigger)") }
        try database.execute(script: script)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: String
        let found: LogBreak

        init(_ what: String, _ script: String, _ found: LogBreak) {
            testDescription = what
            self.script = script
            self.found = found
        }
    }

    private static let columns =
        "milliseconds_since_1970, actor, action, app, kind, name, before, after, reason"

    /// Everything of two changes but their revisions changes places.
    private static func swap(_ a: Int, _ b: Int, withHashes: Bool) -> String {
        let columns = Self.columns + (withHashes ? ", hash" : "")
        return """
            CREATE TEMP TABLE pair AS SELECT * FROM changes WHERE revision IN (\(a), \(b));
            UPDATE changes SET (\(columns)) = (SELECT \(columns) FROM pair WHERE pair.revision = \(b))
                WHERE revision = \(a);
            UPDATE changes SET (\(columns)) = (SELECT \(columns) FROM pair WHERE pair.revision = \(a))
                WHERE revision = \(b);
            """
    }

    static let cases =
        [
            "milliseconds_since_1970 = 0", "actor = 'x'", "action = 'x'", "app = 'x'", "kind = 'x'",
            "name = 'x'",
        ]
        .map { Case("changed row: \($0)", "UPDATE changes SET \($0) WHERE revision = 4", .altered(4)) }
        + ["before = NULL", "after = '0'", "reason = ''", "hash = zeroblob(32)"].map {
            Case("changed row: \($0)", "UPDATE changes SET \($0) WHERE revision = 4", .altered(4))
        } + [
            Case("changed first row", "UPDATE changes SET actor = 'x' WHERE revision = 1", .altered(1)),
            Case("changed last row", "UPDATE changes SET actor = 'x' WHERE revision = 9", .altered(9)),
            Case(
                "text that moved over into the next field",
                "UPDATE changes SET actor = actor || 'flag', action = ' set' WHERE revision = 4",
                .altered(4)
            ),
            Case("no hash", "UPDATE changes SET hash = NULL WHERE revision = 4", .altered(4)),
            Case("removed row", "DELETE FROM changes WHERE revision = 4", .missing(4...4)),
            Case("removed rows", "DELETE FROM changes WHERE revision BETWEEN 4 AND 6", .missing(4...6)),
            Case("removed first row", "DELETE FROM changes WHERE revision = 1", .missing(1...1)),
            Case(
                "removed row, the others moved up",
                "DELETE FROM changes WHERE revision = 4; UPDATE changes SET revision = revision - 1 WHERE revision > 4",
                .altered(4)
            ),
            Case("swapped pair", swap(4, 5, withHashes: false), .altered(4)),
            Case("swapped pair with its hashes", swap(4, 5, withHashes: true), .altered(4)),
            Case("swapped pair far apart", swap(2, 8, withHashes: true), .altered(2)),
            Case(
                "added row",
                "INSERT INTO changes SELECT 10, \(columns), hash FROM changes WHERE revision = 9",
                .altered(10)
            ),
            Case(
                "row before the first",
                "UPDATE changes SET revision = 0 WHERE revision = 1",
                .unexpected(0)
            ),
            Case(
                "text that is none",
                "UPDATE changes SET reason = CAST(x'FF' AS TEXT) WHERE revision = 4",
                .unreadable(
                    after: 3,
                    reason: "column reason holds text that is not UTF-8"
                )
            ),
            Case(
                "live document changed",
                "UPDATE documents SET text = 'x' WHERE kind = 'kill'",
                .notLive(.kill("a"))
            ),
            Case("live document removed", "DELETE FROM documents WHERE kind = 'kill'", .notLive(.kill("a"))),
            Case(
                "live document of an older change",
                "UPDATE documents SET (text, revision) = ('8', 8) WHERE kind = 'flag'",
                .notLive(.flag("a"))
            ),
            Case(
                "live document that no change made",
                "INSERT INTO documents VALUES ('aurora', 'kill', 'b', '1', 5)",
                .notLive(.kill("b"))
            ),
            Case("app's revision changed", "UPDATE apps SET revision = 8", .wrongAppRevision("aurora")),
            Case("app removed", "DELETE FROM apps", .wrongAppRevision("aurora")),
            Case("app that no change names", "INSERT INTO apps VALUES ('x', 1)", .wrongAppRevision("x")),
        ]

    @Test("names the first thing that is wrong", arguments: cases)
    func tampered(_ sample: Case) throws {
        try tamper(sample.script)
        let result = try SQLiteStore(path: path, access: .read).audit()
        if case .unreadable(let after, let reason) = sample.found {
            guard case .unreadable(after, let found)? = result.firstBreak else {
                Issue.record("\(String(describing: result.firstBreak))")
                return
            }
            #expect(found.contains(reason))
        } else {
            #expect(result.firstBreak == sample.found)
        }
    }

    @Test("A cut tail shows by a head that was kept, and by nothing else")
    func cut() throws {
        let store = try SQLiteStore(path: path, access: .read)
        let head = try #require(try store.read { try $0.head() })
        try tamper(
            """
            DELETE FROM changes WHERE revision > 7;
            UPDATE documents SET (text, revision) = ('7', 7) WHERE kind = 'flag'; UPDATE apps SET revision = 7
            """
        )
        #expect(try store.audit().firstBreak == nil)
        #expect(try store.audit(expecting: [head]).firstBreak == .cut(end: 7, head))
    }

    @Test(
        "A log that was written anew with all its hashes shows by a head that was kept, and by nothing else"
    )
    func rewritten() throws {
        let head = try #require(try SQLiteStore(path: path, access: .read).read { try $0.head() })
        let forged = directory.file("forged.sqlite")
        let store = try SQLiteStore(path: forged, access: .create)
        for number in 1...9 { try store.set(.flag("a"), to: "\(number)") }
        #expect(try store.audit().firstBreak == nil)
        #expect(try store.audit(expecting: [head]).firstBreak == .rewritten(head))
    }

    @Test("A command goes on after a change that was altered, and the audit still finds it")
    func goesOn() throws {
        let database = try Database(path: path, access: .readWrite, busyTimeout: .zero)
        try database.execute(
            script: "DROP TRIGGER change_is_never_edited; UPDATE changes SET hash = NULL WHERE revision = 9"
        )
        let store = try SQLiteStore(path: path, access: .write)
        #expect(try store.set(.kill("b"), to: "1").map(\.revision) == [10])
        #expect(try store.audit().firstBreak == .altered(9))
    }

    @Test("Every break is told in a line of its own words")
    func words() {
        let told = Self.cases.map(\.found.description) + [LogBreak.missing(3...3).description]
        #expect(told.allSatisfy { !$0.isEmpty && !$0.contains("\n") })
        #expect(LogBreak.missing(4...4).description == "revision 4 was removed")
        #expect(LogBreak.missing(4...6).description == "revisions 4 to 6 were removed")
    }
}
