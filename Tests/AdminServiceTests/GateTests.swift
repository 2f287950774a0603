import AccessTokens
import Definitions
import HTTPServer
import Rollout
import RolloutStore
import StrictJSON
import Synchronization
import Testing
import TestSupport

@testable import AdminService

@Suite("Who is let in")
struct GateTests {
    private let fixture: AdminFixture

    init() throws { fixture = try AdminFixture() }

    @Test("Without a token nobody, but to the description of the API")
    func noToken() throws {
        let reply = try fixture.request("GET", "/admin/v1/revision", token: nil)
        #expect(reply.status == 401)
        #expect(reply.header("WWW-Authenticate") == "Bearer realm=\"widget-rollout\"")
        #expect(reply.header("Content-Type") == "application/problem+json")
        #expect(try fixture.request("GET", "/admin/v1/openapi.json", token: nil).status == 200)
    }

    @Test("With a good token, whoever it says")
    func good() throws {
        let token = try fixture.token(.operator, name: "noor", apps: ["minimal-wallpapers"])
        let reply = try fixture.request("GET", "/admin/v1/self", token: token)
        #expect(reply.status == 200)
        #expect(reply["name"] == "noor")
        #expect(reply["role"] == "operator")
        #expect(reply["apps"] == ["minimal-wallpapers"])
        #expect(reply.header("Cache-Control") == "no-store")
    }

    @Test("Not with half a token, another one, or another scheme, each of which is told apart")
    func bad() throws {
        let token = try fixture.token()
        var random = SeededGenerator(seed: 1)
        let other = AccessToken(using: &random).secretText
        for (field, complaint) in [
            ("Bearer \(token.dropLast(20))", "it was not copied whole"),
            ("Bearer \(other)", "There is no such token."),
            ("Basic \(token)", "is not \"Bearer\" and a token"),
            ("Bearer", "is not \"Bearer\" and a token"), ("Bearer \(token) \(token)", "is not \"Bearer\""),
        ] {
            let reply = try fixture.request("GET", "/admin/v1/revision", token: nil, ["Authorization": field])
            #expect(reply.status == 401)
            #expect(reply.detail.contains(complaint), "\(reply.text)")
            #expect(reply.header("WWW-Authenticate")?.contains("error=\"invalid_token\"") == true)
            #expect(!reply.text.contains(token.suffix(30)) && !reply.text.contains(other.suffix(30)))
        }
        let lower = try fixture.request(
            "GET",
            "/admin/v1/self",
            token: nil,
            ["authorization": "bearer \(token)"]
        )
        #expect(lower.status == 200)
    }

    @Test("Not when its time is over")
    func expired() throws {
        let token = try fixture.token(days: 1)
        #expect(try fixture.request("GET", "/admin/v1/self", token: token).status == 200)
        fixture.clock.advance(seconds: 86_400)
        let reply = try fixture.request("GET", "/admin/v1/self", token: token)
        #expect(reply.status == 401)
        #expect(reply.detail == "The token has expired.")
    }

    @Test(
        "Not from the next request on when it is revoked, on a connection that stays open and with a body on its way"
    )
    func revoked() throws {
        let token = try fixture.token()
        let client = try fixture.client()
        try client.send(AdminFixture.text("GET", "/admin/v1/self", token: token))
        #expect(try client.reply()?.status == 200)
        let body: JSON = ["operation": AdminFixture.kill]
        let post = AdminFixture.text("POST", "/admin/v1/operations", token: token, body: body.text)
        // All but the end has come when it is revoked.
        try client.send(String(post.dropLast(5)))
        #expect(try fixture.request("GET", "/admin/v1/self", token: token).status == 200)
        let id = try AccessToken(parsing: token).id
        _ = try fixture.store.revoke(id, .init(time: 1, actor: "noor"))
        try client.send(String(post.suffix(5)))
        let reply = try #require(try client.reply())
        #expect(reply.status == 401)
        #expect(reply.detail == "The token was revoked.")
        #expect(try fixture.store.revision() == 42)
    }

    @Test(
        "Only with a role that includes what is asked for",
        arguments: [Role.viewer, .operator, .approver, .admin]
    )
    func roles(_ role: Role) throws {
        let token = try fixture.token(role)
        #expect(try fixture.request("GET", "/admin/v1/changes", token: token).status == 200)
        let isAdmin = role == .admin
        #expect(try fixture.request("GET", "/admin/v1/tokens", token: token).status == (isAdmin ? 200 : 403))
        let kill = try fixture.post(AdminFixture.kill, token: token)
        #expect(kill.status == (role == .viewer ? 403 : 200), "\(kill.text)")
        if role == .viewer {
            #expect(kill.detail == "kill needs the role operator, and the token of mika has viewer.")
        }
        let definitions = try Definitions(DefinitionFile.all(below: Repository.path)).json
        let apply = try fixture.post(["action": "apply", "definitions": definitions], token: token)
        #expect(apply.status == (isAdmin ? 200 : 403), "\(apply.text)")
    }

    @Test("Wrong tokens of a caller are told to stop, and a right one is still let in")
    func limit() throws {
        let token = try fixture.token()
        var random = SeededGenerator(seed: 7)
        var statuses: [Int] = []
        for _ in 1...1_000 {
            let wrong = AccessToken(using: &random).secretText
            let reply = try fixture.request("GET", "/admin/v1/self", token: wrong)
            statuses.append(reply.status)
            if reply.status == 429 { #expect(reply.header("Retry-After") == "60") }
        }
        #expect(statuses.count { $0 == 401 } == 10)
        #expect(statuses.suffix(990).allSatisfy { $0 == 429 })
        #expect(try fixture.request("GET", "/admin/v1/self", token: token).status == 200)
        // What was tried is told in a few lines.
        #expect(fixture.events.count { $0.contains("token-refused") } == 10)
        fixture.clock.advance(seconds: 60)
        let again = AccessToken(using: &random).secretText
        #expect(try fixture.request("GET", "/admin/v1/self", token: again).status == 401)
    }

    @Test("Nothing that is said or logged has a token in it")
    func silence() throws {
        let token = try fixture.token()
        _ = try fixture.post(AdminFixture.kill, token: token)
        _ = try fixture.request("GET", "/admin/v1/self", token: String(token.dropLast()))
        let secret = token.dropFirst(17).prefix(30)
        #expect(!fixture.events.joined().contains(secret))
        #expect(fixture.events.contains { $0.contains("\"caller\":\"127.0.0.1\"") })
    }

    @Test("Behind a proxy, callers are those that it names last")
    func proxy() throws {
        let fixture = try AdminFixture { $0.isBehindProxy = true }
        for number in 1...15 {
            let reply = try fixture.request(
                "GET",
                "/admin/v1/self",
                token: "wrong",
                ["X-Forwarded-For": "203.0.113.\(number), 198.51.100.7"]
            )
            #expect(reply.status == (number <= 10 ? 401 : 429))
        }
        let other = ["X-Forwarded-For": "198.51.100.7, 198.51.100.8"]
        #expect(try fixture.request("GET", "/admin/v1/self", token: "wrong", other).status == 401)
    }

    @Test("The last use is noted, to the minute")
    func use() throws {
        let token = try fixture.token()
        let id = try AccessToken(parsing: token).id
        func lastUse() throws -> Int64? { try fixture.store.token(id)?.lastUsed }
        for _ in 1...3 { #expect(try fixture.request("GET", "/admin/v1/self", token: token).status == 200) }
        let first = fixture.clock.now.millisecondsSince1970
        #expect(try eventually { try lastUse() == first })
        fixture.clock.advance(seconds: 61)
        _ = try fixture.request("GET", "/admin/v1/self", token: token)
        #expect(try eventually { try lastUse() == first + 61_000 })
    }

    // MARK: - Bodies

    @Test(
        "A body of another kind, or of none that is said, is refused",
        arguments: ["text/plain", "application/jsonx", ""]
    )
    func contentType(_ type: String) throws {
        let token = try fixture.token()
        let client = try fixture.client()
        let header = type.isEmpty ? "" : "Content-Type: \(type)\r\n"
        try client.send(
            "POST /admin/v1/operations HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\(header)"
                + "Content-Length: 2\r\n\r\n{}"
        )
        #expect(try client.reply()?.status == 415)
    }

    @Test("A body of 10 MB is refused, but for an admin")
    func large() throws {
        let body =
            "{\"operation\":{\"action\":\"kill\",\"reason\":\"" + String(repeating: "x", count: 10 << 20)
            + "\"}}"
        for (role, status) in [(Role.operator, 413), (.admin, 400)] {
            let client = try fixture.client()
            let token = try fixture.token(role)
            // It may be refused, and the connection ended, before all of it is sent.
            try? client.send(AdminFixture.text("POST", "/admin/v1/operations", token: token, body: body))
            #expect(try client.reply()?.status == status)
        }
    }

    @Test("A body where none belongs is refused")
    func needless() throws {
        let token = try fixture.token()
        let reply = try fixture.request("GET", "/admin/v1/self", token: token, body: ["a": 1])
        #expect(reply.status == 413)
    }

    @Test("Paths and methods that there are not are told so")
    func paths() throws {
        let token = try fixture.token()
        for path in [
            "/", "/admin/v1", "/admin/v1/self/", "/admin/v1/tokens/", "/admin/v2/self", "/admin/v1/%73elf",
        ] {
            #expect(try fixture.request("GET", path, token: token).status == 404, "\(path)")
        }
        let reply = try fixture.request("PUT", "/admin/v1/tokens", token: token)
        #expect(reply.status == 405)
        #expect(reply.header("Allow") == "GET, POST")
    }
}

@Suite("Counting wrong tokens")
struct FailureLimitTests {
    private let now = Instant(millisecondsSince1970: 1_800_000_000_000)

    @Test("takes memory for so many callers and no more")
    func bounded() {
        let limit = FailureLimit()
        for number in 0..<5_000 { _ = limit.note("10.0.\(number / 250).\(number % 250)", at: now) }
        #expect(limit.callerCount == FailureLimit.callerLimit)
    }

    @Test("counts the addresses of one IPv6 network as one caller")
    func networks() {
        let limit = FailureLimit()
        for number in 1...10 { #expect(limit.note("2001:db8:1:2::\(number)", at: now) == nil) }
        #expect(limit.note("2001:db8:1:2:ffff::1", at: now) == 60)
        #expect(limit.note("2001:db8:1:3::1", at: now) == nil)
    }

    @Test("begins anew after a minute, and when the clock is set back")
    func period() {
        let limit = FailureLimit()
        for _ in 1...11 { _ = limit.note("a", at: now) }
        #expect(limit.note("a", at: now.adding(seconds: 59)) == 1)
        #expect(limit.note("a", at: now.adding(seconds: 60)) == nil)
        for _ in 1...11 { _ = limit.note("b", at: now) }
        #expect(limit.note("b", at: now.adding(seconds: -1)) == nil)
    }
}
