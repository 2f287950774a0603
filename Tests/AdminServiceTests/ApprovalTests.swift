import Definitions
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing
import TestSupport

@testable import AdminService

@Suite("What waits, through the API")
struct ApprovalTests {
    private let fixture: AdminFixture

    init() throws {
        fixture = try AdminFixture()
        try fixture.demandApproval(in: "aurora-wallpapers")
    }

    private static let set: JSON = [
        "action": "flag set", "flag": "refresh_spacing_minutes", "value": "60", "apps": ["aurora-wallpapers"],
    ]

    /// Asks, as an operator of the app.
    private func ask(order: JSON = [:]) throws -> JSON {
        let token = try fixture.token(.operator, name: "op", apps: ["aurora-wallpapers"])
        let reply = try fixture.post(Self.set, order: order, token: token)
        #expect(reply.status == 200, "\(reply.text)")
        return try #require(reply["waits"]?.member("id"))
    }

    private func answer(
        _ action: String,
        _ id: JSON,
        _ role: Role,
        name: String = "mika",
        apps: [String] = []
    ) throws -> RawClient.Reply {
        let token = try fixture.token(role, name: name, apps: apps)
        return try fixture.post(["action": .string(action), "id": id], token: token)
    }

    private func isSet() throws -> Bool {
        let key = StateKey(app: "aurora-wallpapers", kind: "override", name: "refresh_spacing_minutes")
        return try fixture.store.read { try $0.document(key) } != nil
    }

    @Test("is approved by an approver of its app, who is somebody else, and by nobody else")
    func approve() throws {
        let id = try ask()
        for role in [Role.viewer, .operator] {
            let reply = try answer("approve", id, role)
            #expect(reply.status == 403)
            #expect(reply.detail.contains("approve needs the role approver"))
        }
        #expect(try answer("approve", id, .approver, apps: ["minimal-wallpapers"]).status == 404)
        let own = try answer("approve", id, .approver, name: "op")
        #expect(own.status == 409)
        #expect(own.detail.contains("own"))
        #expect(try !isSet())
        #expect(try answer("approve", id, .approver, apps: ["aurora-wallpapers"]).status == 200)
        #expect(try isSet())
    }

    @Test("is declined by who may change its app")
    func decline() throws {
        let id = try ask()
        #expect(try answer("decline", id, .viewer).status == 403)
        #expect(try answer("decline", id, .admin, name: "a").status == 200)
        let second = try ask()
        #expect(try answer("decline", second, .operator, apps: ["minimal-wallpapers"]).status == 404)
        #expect(
            try answer("decline", second, .operator, name: "op", apps: ["aurora-wallpapers"]).status == 200
        )
        #expect(try !isSet())
    }

    @Test("until its time is forgotten by who may change its app")
    func unschedule() throws {
        let kill: JSON = [
            "action": "kill", "target": "app", "apps": ["aurora-wallpapers"],
        ]
        let time = fixture.clock.now.adding(seconds: 3600)
        let token = try fixture.token(.operator, name: "op", apps: ["aurora-wallpapers"])
        let reply = try fixture.post(kill, order: ["at": .string("\(time)")], token: token)
        #expect(reply.status == 200, "\(reply.text)")
        let id = try #require(reply["waits"]?.member("id"))
        #expect(try answer("unschedule", id, .viewer).status == 403)
        #expect(try answer("unschedule", id, .operator, apps: ["minimal-wallpapers"]).status == 404)
        #expect(try answer("unschedule", id, .operator, apps: ["aurora-wallpapers"]).status == 200)
    }

    @Test("and does not exist, is told so")
    func unknown() throws {
        for action in ["approve", "decline", "unschedule"] {
            let reply = try answer(action, 4711, .admin)
            #expect(reply.status == 404, "\(reply.text)")
            #expect(reply["deskError"]?.member("error") == "unknown")
        }
    }
}
