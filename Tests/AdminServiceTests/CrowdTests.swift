import AccessTokens
import Dispatch
import HTTPServer
import RolloutStore
import SQLite
import StrictJSON
import Synchronization
import Testing
import TestSupport

@testable import AdminService

@Suite("A crowd before the admin API", .timeLimit(.minutes(3)))
struct CrowdTests {
    private let fixture: AdminFixture

    init() throws { fixture = try AdminFixture() }

    @Test("of those who send their headers for ever keeps out nobody who has something to say")
    func slowHeads() throws {
        let token = try fixture.token()
        var slow: [RawClient] = []
        for number in 0..<600 {
            let client = try fixture.client()
            // Some say nothing, some a part of a head.
            if number % 2 == 0 { try? client.send("GET /admin/v1/self HTTP/1.1\r\nHost: a\r\n") }
            slow.append(client)
            guard number % 50 == 49 else { continue }
            #expect(try fixture.post(AdminFixture.kill, token: token).status == 200)
        }
        // The latest are still there.
        let last = slow[598]
        try last.send("Authorization: Bearer \(token)\r\n\r\n")
        #expect(try last.reply()?.status == 200)
    }

    @Test("of those whose requests are refused and whose bodies never come keeps out nobody either")
    func refusedBodies() throws {
        let token = try fixture.token()
        var refused: [RawClient] = []
        for number in 0..<600 {
            let client = try fixture.client()
            try? client.send(
                "POST /admin/v1/operations HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n"
            )
            refused.append(client)
            guard number % 50 == 49 else { continue }
            #expect(try fixture.post(AdminFixture.kill, token: token).status == 200)
        }
    }

    @Test("of a thousand with wrong tokens is turned away, while a right one is let in")
    func wrongTokens() throws {
        let right = try fixture.token()
        let statuses = Mutex<[Int: Int]>([:])
        let wrong = (0..<10).map { seed in
            var random = SeededGenerator(seed: UInt64(seed))
            return AccessToken(using: &random).secretText
        }
        DispatchQueue.concurrentPerform(iterations: 8) { place in
            for number in 0..<125 {
                let isRight = place == 0 && number % 5 == 0
                let token = isRight ? right : wrong[number % wrong.count]
                do {
                    let status = try fixture.request("GET", "/admin/v1/self", token: token).status
                    statuses.withLock { $0[status, default: 0] += 1 }
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(statuses.withLock { $0 } == [200: 25, 401: 10, 429: 965])
        let refused = fixture.events.filter { $0.contains("token-refused") }
        #expect(refused.count == 10)
        #expect(!refused.contains { line in wrong.contains { line.contains($0) } })
    }

    @Test("waits for whoever has the store locked, reads meanwhile, and is served then")
    func locked() throws {
        let token = try fixture.token()
        let path = fixture.directory.file("rollout.sqlite")
        let database = try Database(path: path, access: .readWrite, busyTimeout: .seconds(10))
        try database.execute(script: "BEGIN IMMEDIATE")
        let clients = try (0..<20).map { _ in try fixture.client() }
        for (number, client) in clients.enumerated() {
            let operation: JSON = [
                "action": "flag set", "flag": "refresh_spacing_minutes", "value": .string("\(31 + number)"),
                "apps": ["aurora-wallpapers"],
            ]
            let body: JSON = ["operation": operation]
            try client.send(AdminFixture.text("POST", "/admin/v1/operations", token: token, body: body.text))
        }
        for _ in 0..<10 {
            #expect(try fixture.request("GET", "/admin/v1/changes?limit=1", token: token).status == 200)
        }
        try database.execute(script: "COMMIT")
        for client in clients { #expect(try client.reply()?.status == 200) }
        #expect(try fixture.store.revision() == 62)
    }
}
