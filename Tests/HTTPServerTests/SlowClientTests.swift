import Glibc
import Testing
import TestSupport

@testable import HTTPServer

@Suite("Clients that take their time") struct SlowClientTests {
    private let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("An idle connection is ended after the idle timeout")
    func idleTimeout() throws {
        let server = try echoServer { $0.idleTimeout = .seconds(1) }
        let client = try RawClient(server.address)
        #expect(try client.isClosed())
    }

    @Test(
        "A client that is never idle but never done is ended: in the request line, the headers, the body",
        arguments: ["", "GET / HTTP/1.1\r\nX", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n"]
            as [Shown<String>]
    )
    func slowClient(start: Shown<String>) throws {
        let server = try echoServer {
            $0.idleTimeout = .seconds(1)
            $0.exchangeTimeout = .milliseconds(400)
        }
        let client = try RawClient(server.address)
        try client.send(start.value)
        // A byte now and then, always before the connection counts as idle, until the server has had enough.
        var entry = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
        var count = 0
        while poll(&entry, 1, 100) == 0, count < 200 {
            try? client.send("x")
            count += 1
        }
        #expect(count < 200)
        #expect(eventually { server.connectionCount == 0 })
    }

    @Test("A client that reads an answer too slowly is ended, and holds no thread meanwhile")
    func slowReader() throws {
        let body = [UInt8](repeating: 0x78, count: 64 << 20)
        let big = try Response(status: .ok, body: body)
        var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.threads = 1
        configuration.idleTimeout = .seconds(5)
        configuration.exchangeTimeout = .milliseconds(800)
        let small = try Response(status: .noContent)
        let server = try Server(configuration) { .now($0.path == "/big" ? big : small) }
        let slow = try RawClient(server.address, receiveBuffer: 4096)
        try slow.send("GET /big HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try slow.receive(atMost: 1)
        let other = try RawClient(server.address)
        try other.send(get)
        #expect(try other.reply()?.status == 204)
        var entry = pollfd(fd: slow.descriptor, events: 0, revents: 0)
        var count = 0
        while server.connectionCount == 2, count < 200 {
            _ = try? slow.receive(atMost: 1)
            _ = poll(&entry, 1, 50)
            count += 1
        }
        #expect(count < 200)
    }
}
