import BundleSamples
import Compression
import ConfigBundle
import ConfigPolling
import Foundation
import HTTPServer
import Rollout
import Testing
import TestSupport
import WidgetGating

@testable import WidgetConfig

@Suite("A client of a server that has gone bad", .timeLimit(.minutes(2)))
struct HostileServerTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let reply: @Sendable () throws -> ScriptedServer.Reply
        let cause: @Sendable () throws -> ConfigProblem.Cause

        init(
            _ description: String,
            _ cause: @autoclosure @escaping @Sendable () throws -> ConfigProblem.Cause,
            _ reply: @escaping @Sendable () throws -> ScriptedServer.Reply
        ) {
            testDescription = description
            self.reply = reply
            self.cause = cause
        }
    }

    private static let limit = BundleVerifier.defaultByteLimit
    private static let json = (name: "Content-Type", value: "application/problem+json")
    private static let gzip = (name: "Content-Encoding", value: "gzip")

    static let refusals: [Case] =
        [400, 401, 403, 404, 405, 410, 413, 429, 500, 501, 502, 503, 504].map { status in
            Case("status \(status)", .refused(status: status, detail: "because")) {
                .init(status, [json], body: Array(#"{"detail":"because"}"#.utf8))
            }
        }
        + [201, 203, 204, 206, 300, 402, 418, 599].map { status in
            Case("status \(status) without a word", .refused(status: status, detail: nil)) { .init(status) }
        }

    static let tamperings: [Case] = [
        Case("a changed body", .notBelieved(.wrongDigest)) {
            let bundle = try SampleBundle(6)
            return bundle.with(body: bundle.body + [UInt8(ascii: " ")]).reply()
        },
        Case("a page of a hotel's network", .notBelieved(.noSignature)) {
            .init(200, [("Content-Type", "text/html")], body: Array("<html>Welcome</html>".utf8))
        },
        Case("an empty body", .notBelieved(.wrongDigest)) { try SampleBundle(6).with(body: []).reply() },
        Case("another digest", .notBelieved(.wrongSignature(keyID: try BundleKey.sample(1).id))) {
            let other = try SampleBundle(7)
            return try SampleBundle(6).with("Unencoded-Digest") { _ in
                other.fields.first { $0.name == "Unencoded-Digest" }?.value ?? ""
            }.reply()
        },
        Case("a higher revision", .notBelieved(.wrongSignature(keyID: try BundleKey.sample(1).id))) {
            try SampleBundle(6).with("Widget-Revision") { _ in "7" }.reply()
        },
        Case(
            "the signature of another bundle",
            .notBelieved(.wrongSignature(keyID: try BundleKey.sample(1).id))
        ) {
            let other = try SampleBundle(7)
            return try SampleBundle(6).with("Signature") { _ in
                other.fields.first { $0.name == "Signature" }?.value ?? ""
            }.reply()
        },
        Case("no signature", .notBelieved(.noSignature)) { try SampleBundle(6, keys: []).reply() },
        Case("a stranger's signature", .notBelieved(.unknownKey([try BundleKey.sample(2).id]))) {
            try SampleBundle(6, keys: [2]).reply()
        },
        Case("an older revision", .notBelieved(.olderRevision(4, newestSeen: 5))) {
            try SampleBundle(4).reply()
        },
        Case(
            "the bundle of another app",
            .notBelieved(.wrongApp(found: "other-app", expected: try AppID(SampleBundle.app)))
        ) { try SampleBundle(6, app: "other-app").reply() },
        Case(
            "304 for what it never asked about",
            .unusable("the answer has status 304, which was not asked for")
        ) {
            .init(304, [("ETag", "\"other\"")])
        },
    ]

    static let codings: [Case] = [
        Case("gzip that ends early", .notBelieved(.wrongDigest)) {
            let bundle = try SampleBundle(6)
            return bundle.with(body: Array(try Gzip.compress(bundle.body).dropLast(12)), gzip).reply()
        },
        Case(
            "gzip that ends early, and nothing says that it is gzip",
            .unusable(
                "the answer's content coding cannot be undone: the compressed data ends too early"
            )
        ) {
            let bundle = try SampleBundle(6)
            return bundle.with(body: Array(try Gzip.compress(bundle.body).dropLast(12))).reply()
        },
        Case("a bomb of gzip", .tooLarge(limit: limit)) {
            try SampleBundle(6).with(body: try Gzip.compress([UInt8](repeating: 0, count: 16 << 20)), gzip)
                .reply()
        },
        Case(
            "a bomb of gzip, and nothing says that it is gzip",
            .unusable(
                "the answer's content coding cannot be undone: the data unpacks to more than \(limit) bytes"
            )
        ) {
            try SampleBundle(6).with(body: try Gzip.compress([UInt8](repeating: 0, count: 16 << 20))).reply()
        },
        Case("a body without an end", .tooLarge(limit: limit)) {
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
            return .init(Array(head.utf8), then: .endless([UInt8](repeating: 0x20, count: 65_536)))
        },
    ]

    @Test("keeps what it has, and says what went wrong", arguments: refusals + tamperings + codings)
    func kept(_ hostile: Case) async throws {
        let spoilt = try await SpoiltServer()
        let reply = try hostile.reply()
        spoilt.turn { _ in reply }
        let problem = try #require(await spoilt.client.refresh().problem)
        #expect(problem.cause == (try hostile.cause()))
        #expect(problem.operation == .fetch && problem.subject.hasPrefix("http://127.0.0.1:"))
        #expect(await spoilt.client.freshness.lastProblem?.problem == problem)
        #expect(try await spoilt.isUnharmed())
    }

    struct BrokenConnection: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let reply: ScriptedServer.Reply
    }

    static let brokenConnections = [
        BrokenConnection(testDescription: "closed without a word", reply: .init([])),
        BrokenConnection(testDescription: "reset without a word", reply: .init([], then: .reset)),
        BrokenConnection(
            testDescription: "reset within the body",
            reply: .init(Array("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{".utf8), then: .reset)
        ),
        BrokenConnection(
            testDescription: "closed within the body",
            reply: .init(Array("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{".utf8))
        ),
        BrokenConnection(testDescription: "not HTTP", reply: .init(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))),
        BrokenConnection(
            testDescription: "chunks that are none",
            reply: .init(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n".utf8))
        ),
    ]

    @Test("keeps what it has when the connection breaks", arguments: brokenConnections)
    func broken(_ connection: BrokenConnection) async throws {
        let spoilt = try await SpoiltServer()
        spoilt.turn { _ in connection.reply }
        let problem = try #require(await spoilt.client.refresh().problem)
        guard case .noAnswer(let reason) = problem.cause else { throw RawClient.Failure("\(problem)") }
        #expect(!reason.isEmpty && !reason.contains("(null)"), "\(reason)")
        #expect(try await spoilt.isUnharmed())
    }

    @Test("keeps what it has when nobody is there")
    func refused() async throws {
        let server = try LiveServer()
        let device = try TestDevice(server)
        let client = device.launch()
        _ = await client.refresh()
        server.stop()
        let problem = try #require(await client.refresh().problem)
        guard case .noAnswer(let reason) = problem.cause else { throw RawClient.Failure("\(problem)") }
        #expect(reason.contains("connect"), "\(reason)")
        #expect(client.decision(for: .widgets) != nil)
    }

    @Test("does not wait longer than the deadline for a body that does not come to its end")
    func slow() async throws {
        let spoilt = try await SpoiltServer()
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{".utf8)
        spoilt.turn { _ in .init(head, then: .silence) }
        async let outcome = spoilt.client.refresh()
        #expect(try await eventuallyHolds { spoilt.server.requests.count == 2 })
        #expect(spoilt.device.time.sleeps == [Fetcher.deadline])
        spoilt.device.time.advance(by: Fetcher.deadline)
        #expect(await outcome.problem?.cause == .tooSlow(after: Fetcher.deadline))
        #expect(try await spoilt.isUnharmed())
    }

    @Test("does not wait longer than the deadline for a body that always goes on a little")
    func trickle() async throws {
        let spoilt = try await SpoiltServer()
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".utf8)
        spoilt.turn { _ in .init(head, then: .trickle(0x20)) }
        async let outcome = spoilt.client.refresh()
        #expect(try await eventuallyHolds { spoilt.server.bytesSent > 10 })
        spoilt.device.time.advance(by: Fetcher.deadline)
        #expect(await outcome.problem?.cause == .tooSlow(after: Fetcher.deadline))
        #expect(try await spoilt.isUnharmed())
    }

    @Test("hangs up on a body without an end")
    func endless() async throws {
        let spoilt = try await SpoiltServer()
        let head = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
        let piece = [UInt8](repeating: 0x20, count: 65_536)
        spoilt.turn { _ in .init(head, then: .endless(piece)) }
        #expect(await spoilt.client.refresh().problem?.cause == .tooLarge(limit: Self.limit))
        #expect(try await eventuallyHolds { spoilt.server.isHungUp })
        #expect(try await spoilt.isUnharmed())
    }

    @Test("follows a redirect on the same host and no other", arguments: [true, false])
    func redirect(isSameHost: Bool) async throws {
        let spoilt = try await SpoiltServer()
        let new = try SampleBundle(6).reply()
        let other = try ScriptedServer { _ in new }
        let target = isSameHost ? spoilt.server.address : other.address
        spoilt.turn { head in
            head.hasPrefix("GET /elsewhere ") ? new : .init(302, [("Location", "http://\(target)/elsewhere")])
        }
        let outcome = await spoilt.client.refresh()
        #expect(other.requests.isEmpty)
        if isSameHost {
            #expect(outcome.update?.revision == 6)
        } else {
            #expect(outcome.problem?.cause == .refused(status: 302, detail: nil))
            #expect(outcome.problem?.description.contains("not followed") == true)
            #expect(try await spoilt.isUnharmed())
        }
    }

    @Test("leaves a server alone for as long as it asks", arguments: ["120", "date"])
    func retryAfter(_ text: String) async throws {
        let spoilt = try await SpoiltServer()
        let field = text == "date" ? "Tue, 01 Dec 2026 00:02:00 GMT" : text
        spoilt.turn { _ in
            .init(503, [("Retry-After", field), ("Date", "Tue, 01 Dec 2026 00:00:00 GMT")])
        }
        #expect(await spoilt.client.refresh().problem?.cause == .refused(status: 503, detail: nil))
        let count = spoilt.server.requests.count
        spoilt.device.time.advance(by: .seconds(20))
        #expect(await spoilt.client.refresh().problem?.cause == .askedToWait(.seconds(100)))
        await spoilt.client.start()
        #expect(
            try await eventuallyHolds { spoilt.device.time.sleeps.first.map { $0 >= .seconds(100) } ?? false }
        )
        #expect(spoilt.server.requests.count == count)
        spoilt.turn { _ in .init(304) }
        spoilt.device.time.advance(by: .seconds(132))
        #expect(try await eventuallyHolds { spoilt.server.requests.count > count })
        await spoilt.client.stop()
    }

    @Test("asks for the whole when a delta was made from another copy, or leads elsewhere", arguments: 0..<4)
    func uselessDelta(_ number: Int) async throws {
        let spoilt = try await SpoiltServer()
        let (base, new) = (try SampleBundle(5), try SampleBundle(6))
        let wrongBase = Array(#"{"another":"bundle","that":"is quite another"}"#.utf8)
        func delta(from base: [UInt8], to result: [UInt8]) throws -> [UInt8] {
            // What the server makes of small bundles: one stream, the base its dictionary.
            try Zlib.compress(result[...], dictionary: base[...])
        }
        let body =
            switch number {
            case 0: try delta(from: wrongBase, to: new.body)
            case 1: try delta(from: base.body, to: SampleBundle(7).body)
            case 2: Array(try delta(from: base.body, to: new.body).dropLast(3))
            default: try delta(from: base.body, to: new.body)
            }
        let tag = number == 3 ? "\"another\"" : base.fields.last?.value ?? ""
        let answer = new.with(body: body, ("IM", "zdict"), ("Delta-Base", tag)).reply(226)
        let whole = new.reply()
        spoilt.turn { head in head.contains("A-IM: zdict") || head.contains("A-Im: zdict") ? answer : whole }
        let update = try #require(await spoilt.client.refresh().update)
        #expect(update.revision == 6 && spoilt.server.requests.count == 3)
        let last = try #require(spoilt.server.requests.last)
        #expect(!last.contains("If-None-Match") && last.contains("no-cache"))
        #expect(spoilt.device.kept().bundle?.bytes == new.body)
    }

    @Test("asks twice at most, whatever the answers")
    func twiceAtMost() async throws {
        let spoilt = try await SpoiltServer()
        spoilt.turn { _ in .init(304, [("ETag", "\"another\"")]) }
        let problem = try #require(await spoilt.client.refresh().problem)
        #expect(problem.cause == .unusable("the answer has status 304, which was not asked for"))
        #expect(spoilt.server.requests.count == 3)
        #expect(try await spoilt.isUnharmed())
    }

    @Test(
        "that waits does not ask in a storm, whatever the server answers at once",
        arguments: ["304", "226", "granted", "ignored"]
    )
    func storm(_ kind: String) async throws {
        let spoilt = try await SpoiltServer()
        let base = try SampleBundle(5)
        spoilt.turn { head in
            switch kind {
            case "granted": .init(304, [("Preference-Applied", "wait=50")])
            case "ignored": .init(304)
            case "304": .init(304, [("ETag", "\"another\"")])
            default: head.contains("If-None-Match") ? .init(226, base.fields, body: [1]) : base.reply()
            }
        }
        await spoilt.client.start()
        // It comes to rest, for longer than a second, after a few questions.
        #expect(
            try await eventuallyHolds {
                spoilt.device.time.sleeps.first.map {
                    $0 != Fetcher.deadline && $0 != Fetcher.deadline + .seconds(50)
                } ?? false
            }
        )
        #expect(try #require(spoilt.device.time.sleeps.first) >= .seconds(1))
        #expect(spoilt.server.requests.count <= 5)
        await spoilt.client.stop()
    }
}
