import Testing
import TestSupport

@testable import HTTPServer

@Suite struct BodyTests {
    private let limits: @Sendable (inout Configuration) -> Void = { $0.maximumBodySize = 1000 }

    private func get(_ headers: String) -> String { "GET /a HTTP/1.1\r\nHost: a\r\n\(headers)\r\n" }

    @Test(
        "A body within the limit is read and thrown away, and the next request understood",
        arguments: [0, 1, 999, 1000]
    )
    func isRead(size: Int) throws {
        let server = try echoServer(limits)
        let client = try RawClient(server.address)
        try client.send(get("Content-Length: \(size)\r\n") + String(repeating: "x", count: size) + get(""))
        #expect(try client.reply()?.text == "GET\n/a\n-\nHTTP/1.1")
        #expect(try client.reply()?.status == 200)
    }

    @Test("A chunked body is read, with extensions and trailers")
    func chunked() throws {
        let server = try echoServer(limits)
        let client = try RawClient(server.address)
        let body = "5\r\nhello\r\n3;name=value\r\nabc\r\n0\r\nTrailer: x\r\n\r\n"
        try client.send(get("Transfer-Encoding: Chunked\r\n") + body + get(""))
        #expect(try client.reply()?.status == 200)
        #expect(try client.reply()?.status == 200)
    }

    @Test("A body above the limit gets 413, after which the connection goes on", arguments: [1001, 200_000])
    func overlong(size: Int) throws {
        let server = try echoServer(limits)
        let client = try RawClient(server.address)
        try client.send(get("Content-Length: \(size)\r\n") + String(repeating: "x", count: size))
        let reply = try #require(try client.reply())
        #expect(reply.status == 413)
        #expect(reply.header("Content-Type") == "application/problem+json")
        try client.send(get(""))
        #expect(try client.reply()?.status == 200)
    }

    @Test("A chunked body above the limit gets 413 as well")
    func overlongChunked() throws {
        let server = try echoServer(limits)
        let client = try RawClient(server.address)
        let chunk = "3e8\r\n" + String(repeating: "x", count: 1000) + "\r\n"
        try client.send(get("Transfer-Encoding: chunked\r\n") + chunk + chunk + "0\r\n\r\n")
        #expect(try client.reply()?.status == 413)
    }

    @Test("A body announced far above the limit is refused before it comes")
    func farTooLong() throws {
        let server = try echoServer(limits)
        let client = try RawClient(server.address)
        try client.send(get("Content-Length: 10000000000\r\n"))
        #expect(try client.reply()?.status == 413)
        #expect(try client.isClosed())
    }

    @Test("Chunks without end are cut off")
    func endlessChunks() throws {
        let server = try echoServer(limits)
        let client = try RawClient(server.address)
        try client.send(get("Transfer-Encoding: chunked\r\n"))
        let chunk = "3e8\r\n" + String(repeating: "x", count: 1000) + "\r\n"
        var sent = 0
        while sent < 100_000, (try? client.send(chunk)) != nil { sent += 1 }
        #expect(sent < 100_000)
        #expect(eventually { server.connectionCount == 0 })
    }

    @Test("A client that expects 100 gets it and then the answer")
    func expectContinue() throws {
        let server = try echoServer(limits)
        let client = try RawClient(server.address)
        try client.send(get("Content-Length: 5\r\nExpect: 100-continue\r\n"))
        #expect(try client.reply()?.status == 100)
        try client.send("hello")
        #expect(try client.reply()?.status == 200)
    }

    @Test("A client that expects 100 for a body too long, or for a broken target, is refused at once")
    func expectRefusal() throws {
        let server = try echoServer(limits)
        let long = try RawClient(server.address)
        try long.send(get("Content-Length: 1001\r\nExpect: 100-continue\r\n"))
        #expect(try long.reply()?.status == 413)
        let broken = try RawClient(server.address)
        try broken.send("GET /% HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        #expect(try broken.reply()?.status == 400)
    }
}
