import Definitions
import Foundation
import Rollout
import RolloutStore
import SQLite
import StrictJSON
import Synchronization
import Testing
import TestSupport

@testable import AccessTokens

@Suite("The desk of tokens")
struct TokenDeskTests {
    private let directory: TemporaryDirectory
    private let store: SQLiteStore
    private let time = Time()
    private let desk: TokenDesk
    private let check: TokenCheck

    private final class Time: Sendable {
        private let seconds = Mutex<Int64>(1_800_000_000)
        func advance(_ more: Int64) { seconds.withLock { $0 += more } }
        var now: Instant { Instant(millisecondsSince1970: seconds.withLock { $0 } * 1000) }
    }

    init() throws {
        directory = try TemporaryDirectory()
        store = try SQLiteStore(path: directory.file("rollout.sqlite"), access: .create)
        let author = Author(actor: "noor", millisecondsSince1970: 0, action: "apply", reason: "")
        _ = try store.change(by: author) { editor in
            for app in ["aurora", "minimal"] {
                try editor.set(StateKey(app: app, kind: "app", name: "profile"), to: "{}")
            }
        }
        let time = time
        desk = TokenDesk(store: store, actor: "noor") { time.now }
        check = TokenCheck(store: store) { time.now }
    }

    private func create(_ role: Role = .operator, apps: [String] = [], days: Int64? = nil) throws -> (
        record: TokenRecord, token: AccessToken
    ) {
        var random = SystemRandomNumberGenerator()
        let expires = days.map { time.now.adding(seconds: $0 * 86_400) }
        return try desk.create(.init(name: "mika", role: role, apps: apps, expires: expires), using: &random)
    }

    @Test("makes a token that is good for what it was made for")
    func good() throws {
        let (record, token) = try create(apps: ["minimal", "aurora", "minimal"])
        let (holder, isNews) = try check.holder(of: token.secretText)
        #expect(
            holder
                == TokenHolder(id: record.id, name: "mika", role: .operator, apps: ["aurora", "minimal"])
        )
        #expect(isNews)
        #expect(holder.isFor("aurora"))
        #expect(!holder.isFor("zen"))
        #expect(try desk.tokens() == [record])
        #expect(record.createdBy == "noor")
    }

    @Test("keeps no secret: neither the file nor what is shown of the record has any of it")
    func secret() throws {
        let (record, token) = try create()
        _ = try store.backUp(to: directory.file("backup.sqlite"))
        let file = Array(try Data(contentsOf: URL(filePath: directory.file("backup.sqlite"))))
        let secret = Array(token.secretText.utf8.dropFirst(17).prefix(43))
        #expect(file.contains(Array(token.id.utf8)))
        #expect(!file.contains(secret))
        #expect(!record.json(at: time.now).text.utf8.elementsEqual(secret))
        #expect(!record.json(at: time.now).text.contains(token.secretText.suffix(49)))
    }

    @Test("A token expires at its second")
    func expiry() throws {
        let (_, token) = try create(days: 90)
        time.advance(90 * 86_400 - 1)
        #expect(throws: Never.self) { try check.holder(of: token.secretText) }
        time.advance(1)
        #expect(throws: TokenRefusal.expired) { try check.holder(of: token.secretText) }
        #expect(try desk.tokens().map { $0.state(at: time.now) } == [.expired])
    }

    @Test("A token that was revoked is refused from the next request on, by every program")
    func revoked() throws {
        let (record, token) = try create()
        let elsewhere = TokenCheck(
            store: try SQLiteStore(path: directory.file("rollout.sqlite"), access: .read)
        ) {
            [time] in time.now
        }
        #expect(throws: Never.self) { try elsewhere.holder(of: token.secretText) }
        time.advance(10)
        let revoked = try desk.revoke(record.id)
        #expect(revoked.revoked == time.now)
        #expect(throws: TokenRefusal.revoked) { try elsewhere.holder(of: token.secretText) }
        time.advance(10)
        #expect(try desk.revoke(record.id) == revoked)
    }

    @Test("A whole token with a known ID and another secret is one that there is not")
    func forged() throws {
        let (record, token) = try create()
        var random = SystemRandomNumberGenerator()
        let other = AccessToken(using: &random)
        let body = token.secretText.prefix(17) + other.secretText.dropFirst(17).prefix(43)
        let sum = try Python.answer(
            to: .string(String(body)),
            "import hashlib\nanswer = base64.urlsafe_b64encode(hashlib.sha256(request.encode()).digest()[:4]).decode()[:6]"
        )
        let forged = String(body) + (sum.string ?? "")
        #expect(try AccessToken(parsing: forged).id == record.id)
        _ = try desk.revoke(record.id)
        // Not even that it was revoked.
        #expect(throws: TokenRefusal.unknown) { try check.holder(of: forged) }
        #expect(throws: TokenRefusal.unknown) { try check.holder(of: other.secretText) }
    }

    @Test("The last use is news once a minute")
    func use() throws {
        let (record, token) = try create()
        try store.noteUse(of: record.id, at: time.now.millisecondsSince1970)
        time.advance(59)
        #expect(try !check.holder(of: token.secretText).isUseNews)
        time.advance(1)
        #expect(try check.holder(of: token.secretText).isUseNews)
    }

    @Test(
        "What makes no sense is refused, and nothing is made",
        arguments: [
            (TokenDesk.Order(name: " ", role: .viewer), "the name of a token"),
            (TokenDesk.Order(name: "a\u{1B}[2J", role: .viewer), "the name of a token"),
            (TokenDesk.Order(name: String(repeating: "x", count: 129), role: .viewer), "the name of a token"),
            (TokenDesk.Order(name: "a", role: .admin, apps: ["aurora"]), "cannot be limited"),
            (TokenDesk.Order(name: "a", role: .viewer, apps: ["auroar"]), "did you mean \"aurora\"?"),
            (
                TokenDesk.Order(name: "a", role: .viewer, expires: Instant(millisecondsSince1970: 5)),
                "is in the past"
            ),
        ]
    )
    func refused(order: TokenDesk.Order, complaint: String) throws {
        var random = SystemRandomNumberGenerator()
        let error = #expect(throws: TokenError.self) { try desk.create(order, using: &random) }
        #expect(error?.description.contains(complaint) == true, "\(error?.description ?? "")")
        #expect(try desk.tokens() == [])
    }

    @Test("A token that does not exist is named, and those that do are suggested")
    func unknown() throws {
        #expect(throws: TokenError.unknownToken("x", known: [])) { try desk.revoke("x") }
        let (record, _) = try create()
        #expect(throws: TokenError.unknownToken("x", known: [record.id])) { try desk.revoke("x") }
    }

    @Test("What is shown of a token can be read again")
    func json() throws {
        let (record, _) = try create(apps: ["aurora"], days: 1)
        _ = try desk.revoke(record.id)
        for token in try desk.tokens() + [create().record] {
            let findings = Findings(unknownKeys: .refuse)
            #expect(TokenRecord(JSONField(token.json(at: time.now), findings: findings)) == token)
            #expect(findings.all.isEmpty)
        }
    }

    @Test(
        "A token for what this version does not know is listed and revoked, and of no use",
        arguments: [("auditor", "'aurora'"), ("operator", "''"), ("", "NULL")]
    )
    func unknownRole(_ role: String, _ apps: String) throws {
        let (record, token) = try create()
        let database = try Database(
            path: directory.file("rollout.sqlite"),
            access: .readWrite,
            busyTimeout: .seconds(10)
        )
        // As a newer program would have made it.
        try database.execute(
            script: "DROP TRIGGER token_is_as_it_was_made; UPDATE tokens SET role = '\(role)', apps = \(apps)"
        )
        #expect(throws: TokenError.unreadable(record.id)) { try check.holder(of: token.secretText) }
        #expect(try desk.tokens().map(\.roleName) == [role])
        let revoked = try desk.revoke(record.id)
        #expect(revoked.state(at: time.now) == .revoked)
        #expect(throws: TokenRefusal.revoked) { try check.holder(of: token.secretText) }
        let findings = Findings(unknownKeys: .refuse)
        #expect(TokenRecord(JSONField(revoked.json(at: time.now), findings: findings)) == revoked)
    }

    @Test("No token is for what waits, which is kept under an empty name")
    func emptyName() throws {
        let author = Author(actor: "noor", millisecondsSince1970: 0, action: "kill", reason: "")
        _ = try store.change(by: author) {
            try $0.set(StateKey(app: "", kind: "schedule", name: "1"), to: "{}")
        }
        let error = #expect(throws: TokenError.self) { try create(apps: [""]) }
        #expect(error == .unknownApp("", known: ["aurora", "minimal"]))
        #expect(try desk.tokens() == [])
    }

    @Test("Each role may do what those before it may")
    func roles() {
        let order: [Role] = [.viewer, .operator, .approver, .admin]
        for (index, role) in order.enumerated() {
            #expect(order.filter(role.includes) == Array(order[...index]))
        }
    }
}
