import Definitions
import HTTPServer
import LiveState
import Rollout
import RolloutStore
import StrictJSON
import Testing
import TestSupport

@testable import AdminService

/// Of what waits, the holder of a token for some apps sees what is for those alone, and answers that alone.
@Suite("What waits, to a token for one app")
struct VisibilityTests {
    private let fixture: AdminFixture
    /// What waits: in the token's app, in another one, in both, in all apps.
    private let requests: [Int64]
    private let scheduled: [Int64]

    private static let aurora: [String] = ["aurora-wallpapers"]
    private static let selections: [JSON] = [
        ["aurora-wallpapers"], ["minimal-wallpapers"], ["aurora-wallpapers", "minimal-wallpapers"], "all",
    ]

    init() throws {
        let fixture = try AdminFixture()
        try fixture.demandApproval(in: "aurora-wallpapers", "minimal-wallpapers")
        self.fixture = fixture
        let token = try fixture.token(.operator, name: "ana")
        let time = fixture.clock.now.adding(seconds: 3600)
        func waiting(_ operation: JSON, _ order: JSON) throws -> Int64 {
            let reply = try fixture.post(operation, order: order, token: token)
            guard case .integer(let id)? = reply["waits"]?.member("id") else {
                throw RawClient.Failure("\(reply.text)")
            }
            return id
        }
        requests = try Self.selections.map {
            let operation: JSON = [
                "action": "flag set", "flag": "refresh_spacing_minutes", "value": "60", "apps": $0,
            ]
            return try waiting(operation, [:])
        }
        scheduled = try Self.selections.map {
            try waiting(["action": "kill", "target": "app", "apps": $0], ["at": .string("\(time)")])
        }
    }

    private func names(_ kind: String, _ token: String, _ how: String) throws -> [String] {
        let reply = try fixture.request("GET", "/admin/v1/documents?\(how)=&kind=\(kind)", token: token)
        guard case .array(let documents)? = reply["documents"] else {
            throw RawClient.Failure("\(reply.text)")
        }
        return documents.filter { $0.member("app") == "" }.compactMap { $0.member("name")?.string }
    }

    @Test("is listed where it is for that app alone", arguments: ["app", "from"])
    func listed(_ how: String) throws {
        let limited = try fixture.token(.viewer, apps: Self.aurora)
        #expect(try names("request", limited, how) == ["\(requests[0])"])
        #expect(try names("schedule", limited, how) == ["\(scheduled[0])"])
        let unlimited = try fixture.token(.viewer)
        #expect(try names("request", unlimited, how) == requests.map { "\($0)" })
        #expect(try names("schedule", unlimited, how) == scheduled.map { "\($0)" })
    }

    @Test("is in the log where it is for that app alone")
    func log() throws {
        let token = try fixture.token(.viewer, apps: Self.aurora)
        let reply = try fixture.request("GET", "/admin/v1/changes?app=&order=oldest", token: token)
        guard case .array(let changes)? = reply["changes"] else { throw RawClient.Failure(reply.text) }
        #expect(changes.map { $0.member("revision") } == [.integer(requests[0]), .integer(scheduled[0])])
    }

    @Test("takes no longer to find in a log that is full of what is for others")
    func longLog() throws {
        let token = try fixture.token(.viewer, apps: Self.aurora)
        let author = Author(actor: "test", millisecondsSince1970: 1, action: "test", reason: "")
        let before = try fixture.store.revision()
        let text = try #require(
            try fixture.store.read { try $0.document(StateKey(.request, "\(requests[3])", in: "")) }?.text
        )
        _ = try fixture.store.change(by: author) { editor in
            for number in 0..<20_000 {
                try editor.set(StateKey(.override, "f\(number)", in: "minimal-wallpapers"), to: "1")
            }
        }
        let kill = try fixture.post(
            ["action": "kill", "target": "app", "apps": .strings(Self.aurora)],
            token: fixture.token(name: "ana")
        )
        #expect(kill.status == 200)
        func changes(_ query: String) throws -> RawClient.Reply {
            try fixture.request("GET", "/admin/v1/changes?\(query)", token: token)
        }
        // What is for other apps is not even looked at.
        let after = try changes("order=oldest&after=\(before)")
        #expect(after.count == 1 && after["next"] == .null)
        // What waits is, but not without end: a page ends, empty, and says where to go on.
        let waiting = try fixture.store.revision()
        _ = try fixture.store.change(by: author) { editor in
            for number in 0..<12_000 {
                try editor.set(StateKey(.request, "\(Int(waiting) + 1 + number)", in: ""), to: text)
            }
        }
        for (order, direction) in [("newest", "before"), ("oldest", "after")] {
            var query = "order=\(order)&after=\(waiting - 1)"
            var pages = 0
            var found = 0
            while pages < 10 {
                let page = try changes(query)
                pages += 1
                found += page.count
                guard case .integer(let next)? = page["next"] else { break }
                query =
                    "order=\(order)&\(direction)=\(next)"
                    + (direction == "before" ? "&after=\(waiting - 1)" : "")
            }
            #expect(pages == 3)
            #expect(found == 1)
        }
    }

    @Test("says nothing of how much all apps are asked for")
    func traffic() throws {
        let limited = try fixture.request(
            "GET",
            "/admin/v1/traffic",
            token: fixture.token(.viewer, apps: Self.aurora)
        )
        #expect(limited.status == 403)
        #expect(limited.detail.contains("this token is not for all of them"))
        #expect(
            try fixture.request("GET", "/admin/v1/traffic", token: fixture.token(.viewer)).status == 200
        )
    }

    @Test(
        "is answered where it is for that app alone, and otherwise there is no such number",
        arguments: [("approve", Role.approver), ("decline", .operator), ("unschedule", .operator)]
    )
    func answered(_ action: String, _ role: Role) throws {
        let token = try fixture.token(role, name: "bo", apps: Self.aurora)
        let ids = action == "unschedule" ? scheduled : requests
        func answer(_ id: Int64, dryRun: Bool = false) throws -> RawClient.Reply {
            try fixture.post(
                ["action": .string(action), "id": .integer(id)],
                order: ["dryRun": .bool(dryRun)],
                token: token
            )
        }
        for id in [9999] + ids.dropFirst() {
            for isDryRun in [true, false] {
                let hidden = try answer(id, dryRun: isDryRun)
                #expect(hidden.status == 404)
                #expect(
                    hidden["deskError"] == [
                        "error": "unknown",
                        "what": .string(action == "unschedule" ? "scheduled change" : "request"),
                        "name": .string("\(id)"), "known": [.string("\(ids[0])")],
                    ]
                )
                let others = ids.dropFirst().filter { $0 != id }
                #expect(!others.contains { hidden.text.contains("\($0)") }, "\(hidden.text)")
            }
        }
        #expect(try answer(ids[0]).status == 200)
        // What became of it may be told, and of the others still nothing.
        let again = try answer(ids[0])
        #expect(again.status == 409)
        #expect(again.detail.contains("waits no more since revision"))
        let admin = try fixture.token(.admin, name: "cy")
        let closing = action == "unschedule" ? "unschedule" : "decline"
        for id in ids.dropFirst() {
            let closed = try fixture.post(["action": .string(closing), "id": .integer(id)], token: admin)
            #expect(closed.status == 200)
            #expect(try answer(id).status == 404)
        }
    }
}

extension RawClient.Reply {
    /// How many changes a page of the log has.
    fileprivate var count: Int {
        if case .array(let changes)? = self["changes"] { changes.count } else { -1 }
    }
}
