import AccessTokens
import Definitions
import HTTPServer
import Rollout
import StrictJSON
import Testing
import TestSupport

@testable import AdminService

@Suite("Tokens through the API")
struct TokenRequestTests {
    private let fixture: AdminFixture
    private let admin: String

    init() throws {
        fixture = try AdminFixture()
        admin = try fixture.token(.admin, name: "noor")
    }

    @Test("are made, good at once, listed without what they are, and taken back")
    func session() throws {
        let order: JSON = [
            "name": "mika", "role": "operator", "apps": ["minimal-wallpapers"], "expires": .null,
        ]
        let made = try fixture.request("POST", "/admin/v1/tokens", token: admin, body: order)
        #expect(made.status == 201)
        #expect(made["createdBy"] == "noor")
        let token = try #require(made["token"]?.string)
        #expect(try fixture.post(AdminFixture.kill, token: token).status == 200)
        let list = try fixture.request("GET", "/admin/v1/tokens", token: admin)
        #expect(!list.text.contains("wrt_"))
        #expect(!list.text.contains("hash"))
        let id = try #require(made["id"]?.string)
        let revoked = try fixture.request("DELETE", "/admin/v1/tokens/\(id)", token: admin)
        #expect(revoked.status == 200)
        #expect(revoked["revokedBy"] == "noor")
        #expect(try fixture.post(AdminFixture.restore, token: token).status == 401)
    }

    @Test(
        "that make no sense are refused",
        arguments: [
            (["name": "a"] as JSON, "role"), (["name": "a", "role": "boss"], "boss"),
            (["name": "a", "role": "viewer", "apps": []], "must not be empty"),
            (["name": "a", "role": "viewer", "apps": ["minimal"]], "there is no app"),
            (["name": " ", "role": "viewer"], "the name of a token"),
            (["name": "a", "role": "viewer", "expires": "2001-01-01T00:00:00Z"], "in the past"),
            (["name": "a", "role": "viewer", "hash": "x"], "unknown key"),
        ] as [(JSON, String)]
    )
    func refused(order: JSON, word: String) throws {
        let reply = try fixture.request("POST", "/admin/v1/tokens", token: admin, body: order)
        #expect(reply.status == 400)
        #expect(reply.detail.contains(word), "\(reply.detail)")
    }

    @Test("that there are not cannot be revoked")
    func unknown() throws {
        #expect(try fixture.request("DELETE", "/admin/v1/tokens/000000000000", token: admin).status == 404)
        #expect(try fixture.request("DELETE", "/admin/v1/tokens/a%2Fb", token: admin).status == 404)
    }
}
