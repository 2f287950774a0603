import Glibc
import Testing
import TestSupport

@testable import HTTPServer

/// A server that answers with the body, or its length where it is long, and decides by a header what may come.
private func bodyServer(_ adjust: (inout Configuration) -> Void = { _ in }) throws -> Server {
    var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
    configuration.threads = 2
    configuration.maximumBodySize = 1 << 20
    configuration.keepsBodies = true
    adjust(&configuration)
    return try Server(configuration) { request in
        let body = request.body
        return .now(try Response(status: .ok, body: body.count <= 1000 ? body : Array("\(body.count)".utf8)))
    }
}

@Suite("A body that is kept")
struct KeptBodyTests {
    private func post(_ headers: String) -> String { "POST /a HTTP/1.1\r\nHost: a\r\n\(headers)\r\n" }

    @Test("reaches the handler to the byte, and the next request has its own")
    func whole() throws {
        let server = try bodyServer()
        let client = try RawClient(server.address)
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        try client.send(post("Content-Length: 1000\r\n"))
        for start in stride(from: 0, to: 1000, by: 100) {
            try client.send(Array(bytes[start..<(start + 100)]))
        }
        #expect(try client.reply()?.body == bytes)
        try client.send(post("Transfer-Encoding: chunked\r\n") + "5\r\nhello\r\n3\r\nabc\r\n0\r\n\r\n")
        #expect(try client.reply()?.text == "helloabc")
        try client.send(post(""))
        #expect(try client.reply()?.text == "")
        try client.send(post("Content-Length: 1048576\r\n") + String(repeating: "x", count: 1 << 20))
        #expect(try client.reply()?.text == "1048576")
    }

    @Test("that is too long gets 413 and never the handler, announced or not")
    func overlong() throws {
        let server = try bodyServer { $0.maximumBodySize = 10 }
        let client = try RawClient(server.address)
        try client.send(post("Content-Length: 11\r\n") + "hello world")
        let reply = try #require(try client.reply())
        #expect(reply.status == 413)
        #expect(reply.text.contains("longer than 10 bytes"))
        try client.send(post("Transfer-Encoding: chunked\r\n") + "b\r\nhello world\r\n0\r\n\r\n")
        #expect(try client.reply()?.status == 413)
        try client.send(post("Content-Length: 5\r\n") + "hello")
        #expect(try client.reply()?.text == "hello")
    }

    @Test("that comes a byte at a time is cut off when its time is over")
    func slow() throws {
        let server = try bodyServer {
            $0.exchangeTimeout = .seconds(1)
            $0.maximumBodySize = 1 << 30
        }
        let client = try RawClient(server.address)
        let start = ContinuousClock.now
        // So long that no client gets to its end in that time.
        try client.send(post("Content-Length: 1000000000\r\n"))
        while (try? client.send("x")) != nil, ContinuousClock.now - start < patience { sched_yield() }
        #expect((.seconds(1)..<patience).contains(ContinuousClock.now - start))
        #expect(eventually { server.connectionCount == 0 })
    }
}

@Suite("A request that is judged by its headers")
struct AdmissionTests {
    private static func server() throws -> Server {
        let refused = try Response.problem(.unauthorized, headers: [("WWW-Authenticate", "Bearer")])
        let turnedAway = try Response.problem(.tooManyRequests, headers: [("Retry-After", "60")])
        return try bodyServer { configuration in
            configuration.admit = { request in
                switch request.header("X-Want") {
                case "refusal": return .refused(refused)
                case "end": return .turnedAway(turnedAway)
                case "failure":
                    throw HTTPServerError(operation: "", subject: "", cause: "", advice: "")
                case let text: return .admitted(maximumBodySize: text.flatMap(Int.init) ?? 0)
                }
            }
        }
    }

    private func post(_ want: String, _ headers: String) -> String {
        "POST /a HTTP/1.1\r\nHost: a\r\nX-Want: \(want)\r\n\(headers)\r\n"
    }

    @Test("may have a body as long as was decided, and no longer than the server takes")
    func limit() throws {
        let server = try Self.server()
        let client = try RawClient(server.address)
        try client.send(post("5", "Content-Length: 5\r\n") + "hello")
        #expect(try client.reply()?.text == "hello")
        try client.send(post("4", "Content-Length: 5\r\n") + "hello")
        let reply = try #require(try client.reply())
        #expect(reply.status == 413)
        #expect(reply.text.contains("longer than 4 bytes"))
        try client.send(post("4", "Transfer-Encoding: chunked\r\n") + "5\r\nhello\r\n0\r\n\r\n")
        #expect(try client.reply()?.status == 413)
        let far = try RawClient(server.address)
        try far.send(post("99999999", "Content-Length: 99999999\r\n"))
        #expect(try far.reply()?.status == 413)
        #expect(try far.isClosed())
    }

    @Test("is refused without its body being kept, and the connection goes on")
    func refused() throws {
        let server = try Self.server()
        let client = try RawClient(server.address)
        try client.send(post("refusal", "Content-Length: 5\r\n") + "hello")
        #expect(try client.reply()?.status == 401)
        try client.send(post("refusal", ""))
        #expect(try client.reply()?.status == 401)
        try client.send(post("5", "Content-Length: 5\r\n") + "hello")
        #expect(try client.reply()?.text == "hello")
    }

    @Test("is refused before a long body comes, or one that waits to be asked for")
    func early() throws {
        let server = try Self.server()
        for headers in ["Content-Length: 900000\r\n", "Content-Length: 5\r\nExpect: 100-continue\r\n"] {
            let client = try RawClient(server.address)
            try client.send(post("refusal", headers))
            #expect(try client.reply()?.status == 401)
            #expect(try client.isClosed())
        }
    }

    @Test("is turned away with its connection")
    func turnedAway() throws {
        let server = try Self.server()
        let client = try RawClient(server.address)
        try client.send(post("end", ""))
        let reply = try #require(try client.reply())
        #expect(reply.status == 429)
        #expect(reply.header("Retry-After") == "60")
        #expect(try client.isClosed())
    }

    @Test("gets 500 when nobody can say")
    func failure() throws {
        let server = try Self.server()
        let client = try RawClient(server.address)
        try client.send(post("failure", ""))
        #expect(try client.reply()?.status == 500)
    }

    @Test("names its peer")
    func peer() throws {
        var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.threads = 1
        let server = try Server(configuration) { request in
            .now(try Response(status: .ok, body: Array(request.peer.utf8)))
        }
        #expect(try RawClient(server.address).request("GET", "/").text == "127.0.0.1")
    }
}
