import Testing
import TestSupport

@testable import HTTPServer

@Suite struct ResponseTests {
    private func serve(_ response: Response) throws -> Server {
        let address = ListenAddress(host: "127.0.0.1", port: 0)
        return try Server(Configuration(address: address)) { _ in .now(response) }
    }

    @Test("A response arrives with its headers in order, its length and a date")
    func headersArrive() throws {
        let response = try Response(
            status: .ok,
            headers: [("ETag", "\"1\""), ("Vary", "A-IM"), ("Vary", "Accept-Encoding")],
            body: Array("hello".utf8)
        )
        let server = try serve(response)
        let client = try RawClient(server.address)
        try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let reply = try #require(try client.reply())
        #expect(reply.status == 200)
        #expect(reply.text == "hello")
        #expect(
            reply.headers.map(\.name) == ["Date", "ETag", "Vary", "Vary", "Content-Length"]
        )
        let date = try #require(reply.header("Date"))
        #expect(date.wholeMatch(of: /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/) != nil)
    }

    @Test("HEAD gets the headers of GET, Content-Length too, and no body")
    func headHasNoBody() throws {
        let server = try serve(
            try Response(status: .ok, headers: [("ETag", "\"1\"")], body: Array("hello".utf8))
        )
        let client = try RawClient(server.address)
        try client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = try #require(try client.reply(toHead: true))
        let get = try #require(try client.reply())
        #expect(head.header("Content-Length") == "5")
        #expect(head.header("ETag") == get.header("ETag"))
        #expect(get.text == "hello")
    }

    @Test("304 keeps its headers, has no body and leaves the connection open")
    func notModified() throws {
        let server = try serve(try Response(status: .notModified, headers: [("ETag", "\"1\"")]))
        let client = try RawClient(server.address)
        for _ in 1...2 {
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let reply = try #require(try client.reply())
            #expect(reply.status == 304)
            #expect(reply.header("ETag") == "\"1\"")
            #expect(reply.header("Date") != nil)
        }
    }

    @Test("One response serves many connections at once")
    func isShared() throws {
        let body = String(repeating: "x", count: 100_000)
        let server = try serve(try Response(status: .ok, body: Array(body.utf8)))
        let clients = try (1...50).map { _ in try RawClient(server.address) }
        for client in clients { try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
        for client in clients { #expect(try client.reply()?.text == body) }
    }

    @Test("A problem document is JSON with type, title, status and detail, in that order")
    func problem() throws {
        let response = try Response.problem(
            .methodNotAllowed,
            detail: "\"a\\b\"\n\u{1}\u{E9}",
            headers: [("Allow", "GET, HEAD")]
        )
        let server = try serve(response)
        let client = try RawClient(server.address)
        try client.send("PUT / HTTP/1.1\r\nHost: a\r\n\r\n")
        let reply = try #require(try client.reply())
        #expect(reply.status == 405)
        #expect(reply.header("Content-Type") == "application/problem+json")
        #expect(reply.header("Allow") == "GET, HEAD")
        #expect(
            reply.text == #"{"type":"about:blank","title":"Method Not Allowed","status":405,"#
                + #""detail":"\"a\\b\"\n\u0001"# + "\u{E9}\"}\n"
        )
    }

    @Test(
        "Headers that would break the message are refused",
        arguments: [
            ("X", "a\r\nSet-Cookie: b"), ("X", "a\nb"), ("X", "a\0b"), ("X", ""), ("", "a"), ("X Y", "a"),
            ("X:", "a"), ("Content-Length", "5"), ("transfer-encoding", "chunked"), ("Date", "today"),
        ] as [(String, Shown<String>)]
    )
    func refusesHeader(name: String, value: Shown<String>) {
        #expect(throws: HTTPServerError.self) { try Response(status: .ok, headers: [(name, value.value)]) }
    }

    @Test(
        "A status that is not final, or cannot have the body it has, is refused",
        arguments: [100, 199, 600]
    )
    func refusesStatus(code: UInt16) {
        #expect(throws: HTTPServerError.self) { try Response(status: Status(rawValue: code)) }
        #expect(throws: HTTPServerError.self) { try Response(status: .notModified, body: [1]) }
    }
}
