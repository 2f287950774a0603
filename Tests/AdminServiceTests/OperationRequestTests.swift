import AccessTokens
import ConfigService
import Definitions
import HTTPServer
import ReleaseDesk
import Rollout
import RolloutStore
import SQLite
import StrictJSON
import Synchronization
import Testing
import TestSupport

@testable import AdminService

@Suite("An operation that is posted")
struct OperationRequestTests {
    private let fixture: AdminFixture

    init() throws { fixture = try AdminFixture() }

    private func revision() throws -> Int64 { try fixture.store.revision() }

    @Test("is performed by whoever the token is for, and answered with what it did")
    func performed() throws {
        let token = try fixture.token(name: "noor")
        let reply = try fixture.post(AdminFixture.kill, order: ["reason": "date glitch"], token: token)
        #expect(reply.status == 200)
        #expect(reply.header("ETag") == "\"43\"")
        #expect(reply["revision"] == 43)
        #expect(reply["notes"] == ["minimal-wallpapers: killed WallpaperLockWidget for everyone"])
        let change = try #require(try fixture.store.history().first)
        #expect(change.actor == "noor")
        #expect(change.action == "kill")
        #expect(change.reason == "date glitch")
        #expect(try fixture.store.audit().firstBreak == nil)
    }

    @Test("is only looked at in a dry run, which reading is enough for")
    func dryRun() throws {
        let token = try fixture.token(.viewer)
        let reply = try fixture.post(AdminFixture.kill, order: ["dryRun": true], token: token)
        #expect(reply.status == 200)
        #expect(reply["dryRun"] == true)
        #expect(reply["revision"] == 43)
        #expect(reply.header("ETag") == "\"42\"")
        #expect(try revision() == 42)
    }

    @Test("is refused for other apps than the token's, and for all of them")
    func apps() throws {
        let token = try fixture.token(apps: ["aurora-wallpapers"])
        let other = try fixture.post(AdminFixture.kill, token: token)
        #expect(other.status == 403)
        #expect(other.detail == "The token of mika is not for minimal-wallpapers, but for aurora-wallpapers.")
        let all = try fixture.post(["action": "kill", "apps": "all", "target": "app"], token: token)
        #expect(all.status == 403)
        let every = try fixture.post(
            ["action": "flag unset", "flag": "tap_target", "apps": "all"],
            token: token
        )
        #expect(every.status == 403)
        #expect(every.detail.contains("name those"))
        let back = try fixture.post(["action": "rollback", "revision": 1, "apps": "all"], token: token)
        #expect(back.status == 403)
        #expect(try revision() == 42)
        let own =
            ["action": "kill", "apps": ["aurora-wallpapers"], "target": "flag", "flag": "widget_enabled"]
            as JSON
        #expect(try fixture.post(own, token: token).status == 200)
    }

    @Test(
        "that the desk refuses is answered with its words and parts",
        arguments: [
            (
                ["action": "kill", "apps": ["minimal-wallpaper"], "target": "widget", "widget": "W"] as JSON,
                404, "unknown",
                "did you mean"
            ),
            (
                ["action": "flag set", "flag": "widget_enabled", "value": "1", "apps": "all"], 400, "invalid",
                "boolean"
            ),
            (
                ["action": "rollout pause", "flag": "widget_enabled", "apps": "all"], 409, "refused",
                "no rollout"
            ),
            (
                ["action": "flag set", "flag": "home_widget_enabled", "value": "false", "apps": "all"], 409,
                "wouldRemove", "--allow-removal"
            ),
            (["action": "kil", "apps": "all"], 400, "invalid", "action"),
            (
                ["action": "kill", "apps": "all", "target": "widget", "widget": "W", "famly": []], 400,
                "invalid", "famly"
            ),
        ] as [(JSON, Int, JSON, String)]
    )
    func refused(operation: JSON, status: Int, error: JSON, word: String) throws {
        let reply = try fixture.post(operation, token: fixture.token())
        #expect(reply.status == status, "\(reply.text)")
        #expect(reply["deskError"]?.member("error") == error)
        #expect(reply.detail.contains(word), "\(reply.detail)")
        #expect(try revision() == 42)
    }

    @Test(
        "that is no JSON, or nested too deep, is refused with the place",
        arguments: [
            "{\"operation\":", "", "nonsense", "[]", "{\"operation\":{\"action\":\"kill\"},\"more\":1}",
            Shown(String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)),
            Shown(
                "{\"operation\":" + String(repeating: "{\"a\":", count: 10_000) + "1"
                    + String(repeating: "}", count: 10_001)
            ),
        ]
    )
    func malformed(_ body: Shown<String>) throws {
        let client = try fixture.client()
        let token = try fixture.token()
        try client.send(AdminFixture.text("POST", "/admin/v1/operations", token: token, body: body.value))
        let reply = try #require(try client.reply())
        #expect(reply.status == 400)
        #expect(!reply.detail.isEmpty)
        #expect(reply.body.count < 2_000)
    }

    // MARK: - If-Match

    @Test("is performed if the store is as it was seen, and not if someone was quicker")
    func ifMatch() throws {
        let token = try fixture.token()
        let seen = try #require(try fixture.request("GET", "/admin/v1/revision", token: token).header("ETag"))
        #expect(seen == "\"42\"")
        #expect(try fixture.post(AdminFixture.kill, token: token, ["If-Match": seen]).status == 200)
        let late = try fixture.post(AdminFixture.restore, token: token, ["If-Match": seen])
        #expect(late.status == 412)
        #expect(late.header("ETag") == "\"43\"")
        #expect(late.detail.contains("at revision 43, and not at 42"))
        let dry = try fixture.post(
            AdminFixture.restore,
            order: ["dryRun": true],
            token: token,
            ["If-Match": seen]
        )
        #expect(dry.status == 412)
        #expect(try revision() == 43)
        let either = ["If-Match": "\"42\", \"43\""]
        #expect(try fixture.post(AdminFixture.restore, token: token, either).status == 200)
        #expect(try fixture.post(AdminFixture.kill, token: token, ["If-Match": "*"]).status == 200)
    }

    @Test(
        "is refused with an If-Match that this server never gave out",
        arguments: [
            "42", "\"abc\"", "W/\"42\"", "\"42", "\"042\"", "\"-1\"", "\"42\",", "",
            "\"99999999999999999999\"",
        ]
    )
    func forged(_ tag: String) throws {
        guard !tag.isEmpty else { return }
        let reply = try fixture.post(AdminFixture.kill, token: fixture.token(), ["If-Match": tag])
        #expect(reply.status == 400)
        #expect(reply.detail.contains("If-Match"))
        #expect(try revision() == 42)
    }

    @Test("of two who saw the same, one is performed")
    func race() throws {
        let token = try fixture.token()
        let clients = try (0..<8).map { _ in try fixture.client() }
        for (number, client) in clients.enumerated() {
            let value = "\(number + 30)"
            let body: JSON = [
                "operation": [
                    "action": "flag set", "flag": "refresh_spacing_minutes", "value": .string(value),
                    "apps": ["aurora-wallpapers"],
                ]
            ]
            let text = AdminFixture.text(
                "POST",
                "/admin/v1/operations",
                token: token,
                ["If-Match": "\"42\""],
                body: body.text
            )
            try client.send(text)
        }
        let statuses = try clients.map { try $0.reply()?.status ?? 0 }
        #expect(statuses.sorted() == [200] + Array(repeating: 412, count: 7))
        #expect(try revision() == 43)
    }

    // MARK: - Idempotency-Key

    @Test(
        "is performed once under one key, and answered the same each time, also by a server that began later"
    )
    func once() throws {
        let token = try fixture.token()
        let headers = ["Idempotency-Key": "5a1f"]
        let first = try fixture.post(AdminFixture.kill, token: token, headers)
        _ = try fixture.post(AdminFixture.restore, token: token)
        let again = try fixture.post(AdminFixture.kill, token: token, headers)
        #expect(first.status == 200)
        #expect(again.status == 200)
        #expect(again.json == first.json)
        #expect(again.header("ETag") == "\"43\"")
        #expect(again.header("Idempotency-Replayed") == "true")
        #expect(first.header("Idempotency-Replayed") == nil)
        let clock = fixture.clock
        var settings = AdminService.Settings(
            address: ListenAddress(host: "127.0.0.1", port: 0),
            storePath: fixture.directory.file("rollout.sqlite"),
            traffic: { AdminFixture.traffic },
            clock: { clock.now }
        )
        settings.accessLog = nil
        let other = try AdminService(settings, events: .init(.text, clock: { clock.now }) { _ in })
        defer { other.stop(within: .seconds(5)) }
        let client = try RawClient(other.address)
        let body: JSON = ["operation": AdminFixture.kill, "order": [:]]
        try client.send(
            AdminFixture.text("POST", "/admin/v1/operations", token: token, headers, body: body.text)
        )
        #expect(try client.reply()?.json == first.json)
        #expect(try revision() == 44)
    }

    @Test("of another sort under the same key is refused; under another token's it is another key")
    func otherOperation() throws {
        let token = try fixture.token()
        let headers = ["Idempotency-Key": "5a1f"]
        #expect(try fixture.post(AdminFixture.kill, token: token, headers).status == 200)
        let other = try fixture.post(AdminFixture.restore, token: token, headers)
        #expect(other.status == 422)
        #expect(try revision() == 43)
        #expect(try fixture.post(AdminFixture.restore, token: fixture.token(), headers).status == 200)
        #expect(try revision() == 44)
    }

    @Test("that was refused, or only looked at, may come again under its key")
    func notKept() throws {
        let token = try fixture.token()
        let headers = ["Idempotency-Key": "5a1f"]
        let pause: JSON = ["action": "rollout pause", "flag": "widget_enabled", "apps": "all"]
        #expect(try fixture.post(pause, token: token, headers).status == 409)
        #expect(
            try fixture.post(AdminFixture.kill, order: ["dryRun": true], token: token, headers).status == 200
        )
        #expect(try fixture.post(AdminFixture.kill, token: token, headers).status == 200)
        #expect(try revision() == 43)
    }

    @Test("that changed nothing is answered the same each time too")
    func nothing() throws {
        let token = try fixture.token()
        let headers = ["Idempotency-Key": "5a1f"]
        let first = try fixture.post(AdminFixture.restore, token: token, headers)
        #expect(first["revision"] == .null)
        _ = try fixture.post(AdminFixture.kill, token: token)
        #expect(try fixture.post(AdminFixture.restore, token: token, headers).json == first.json)
        #expect(try revision() == 43)
    }

    @Test("is forgotten after a day")
    func forgotten() throws {
        let token = try fixture.token()
        let headers = ["Idempotency-Key": "5a1f"]
        #expect(try fixture.post(AdminFixture.kill, token: token, headers).status == 200)
        fixture.clock.advance(seconds: 86_399)
        #expect(try fixture.post(AdminFixture.restore, token: token, headers).status == 422)
        fixture.clock.advance(seconds: 1)
        #expect(try fixture.post(AdminFixture.restore, token: token, headers).status == 200)
        #expect(try revision() == 44)
    }

    @Test("is told from the log when the server ended before its answer was kept")
    func lostAnswer() throws {
        let token = try fixture.token()
        let headers = ["Idempotency-Key": "5a1f"]
        let first = try fixture.post(AdminFixture.kill, order: ["reason": "r"], token: token, headers)
        let database = try Database(
            path: fixture.directory.file("rollout.sqlite"),
            access: .readWrite,
            busyTimeout: .seconds(10)
        )
        try database.run("UPDATE answers SET text = NULL")
        let again = try fixture.post(AdminFixture.kill, order: ["reason": "r"], token: token, headers)
        #expect(again.status == 200)
        #expect(again["changes"] == first["changes"])
        #expect(again["revision"] == 43)
        #expect(try revision() == 43)
    }

    @Test("is no failure when only its answer cannot be kept: that is an event, and the log tells the rest")
    func fullDisk() throws {
        let token = try fixture.token()
        let headers = ["Idempotency-Key": "5a1f"]
        let database = try Database(
            path: fixture.directory.file("rollout.sqlite"),
            access: .readWrite,
            busyTimeout: .seconds(10)
        )
        try database.execute(
            script: """
                CREATE TRIGGER no_answer BEFORE UPDATE ON answers
                BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
                """
        )
        let first = try fixture.post(AdminFixture.kill, token: token, headers)
        #expect(first.status == 200, "\(first.text)")
        #expect(first["revision"] == 43)
        let event = try #require(fixture.events.first { $0.contains("answer-not-kept") })
        #expect(event.contains("made a change of mika, but could not keep the answer"))
        #expect(event.contains("database or disk is full"))
        let again = try fixture.post(AdminFixture.kill, token: token, headers)
        #expect(again.status == 200)
        #expect(again["changes"] == first["changes"])
        #expect(try revision() == 43)
    }

    @Test("sent at once under one key by many is performed once")
    func together() throws {
        let token = try fixture.token()
        let body: JSON = ["operation": AdminFixture.kill]
        let text = AdminFixture.text(
            "POST",
            "/admin/v1/operations",
            token: token,
            ["Idempotency-Key": "5a1f"],
            body: body.text
        )
        let clients = try (0..<8).map { _ in try fixture.client() }
        for client in clients { try client.send(text) }
        let replies = try clients.map { try $0.reply() }
        #expect(replies.allSatisfy { $0?.status == 200 })
        #expect(Set(replies.compactMap { $0?.json }).count == 1)
        #expect(try revision() == 43)
    }

    @Test(
        "has a key of visible characters",
        arguments: ["", "a b", Shown(String(repeating: "k", count: 129))]
    )
    func badKey(_ key: Shown<String>) throws {
        guard !key.value.isEmpty else { return }
        let reply = try fixture.post(
            AdminFixture.kill,
            token: fixture.token(),
            ["Idempotency-Key": key.value]
        )
        #expect(reply.status == 400)
    }

    @Test("goes on in a store that takes the place of the one before")
    func replaced() throws {
        let token = try fixture.token()
        let backup = fixture.directory.file("backup.sqlite")
        _ = try fixture.store.backUp(to: backup)
        #expect(try fixture.post(AdminFixture.kill, token: token).status == 200)
        let clock = fixture.clock
        let desk = BackupDesk(storePath: fixture.directory.file("rollout.sqlite"), actor: "ana") { clock.now }
        _ = try desk.restore(backup, above: nil, .init(liftsKills: true))
        let reply = try fixture.post(AdminFixture.kill, token: token)
        #expect(reply.status == 200, "\(reply.text)")
        #expect(reply["revision"] == 50)
    }
}
