import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

/// A server whose answers are all streams, and those streams.
private final class StreamingServer: Sendable {
    let server: Server
    private let log: Log

    private final class Log: Sendable {
        let streams = Mutex<[ResponseStream]>([])
        let ends = Atomic(0)
        let sizes = Mutex<[Int]>([])
    }

    var streams: [ResponseStream] { log.streams.withLock { $0 } }
    var ends: Int { log.ends.load(ordering: .sequentiallyConsistent) }
    /// Bytes of the bodies, as observed.
    var sizes: [Int] { log.sizes.withLock { $0 } }

    init(heartbeat: Duration = .seconds(60), _ adjust: (inout Configuration) -> Void = { _ in }) throws {
        let log = Log()
        var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.threads = 2
        configuration.observe = { exchange in
            let size = exchange.bodySize
            log.sizes.withLock { $0.append(size) }
        }
        adjust(&configuration)
        server = try Server(configuration) { request in
            let stream = try ResponseStream(
                headers: [("Content-Type", "text/plain")],
                start: Array("start\n".utf8),
                heartbeat: .init(Array("beat\n".utf8), every: heartbeat)
            ) { _ in log.ends.add(1, ordering: .sequentiallyConsistent) }
            log.streams.withLock { $0.append(stream) }
            return .stream(stream)
        }
        self.log = log
    }

    /// A client that has the start of its stream.
    func client(_ head: String = "GET / HTTP/1.1\r\nHost: a\r\n\r\n", receiveBuffer: Int32? = nil) throws
        -> RawClient
    {
        let client = try RawClient(server.address, receiveBuffer: receiveBuffer)
        try client.send(head)
        _ = try client.text(through: "start\n")
        return client
    }
}

@Suite struct ResponseStreamTests {
    @Test("What is sent arrives at once, piece by piece, and the end ends the body, not the connection")
    func streams() throws {
        let fixture = try StreamingServer()
        let client = try RawClient(fixture.server.address)
        try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = try client.text(through: "\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(head.contains("Content-Type: text/plain\r\n"))
        #expect(head.contains("Transfer-Encoding: chunked\r\n") && !head.contains("Content-Length"))
        #expect(try client.text(through: "\n\r\n") == "6\r\nstart\n\r\n")
        let stream = try #require(fixture.streams.first)
        for number in 1...100 {
            #expect(stream.send(Array("piece \(number)\n".utf8)))
            #expect(try client.text(through: "\n\r\n").hasSuffix("\r\npiece \(number)\n\r\n"))
        }
        stream.end()
        #expect(try client.text(through: "0\r\n\r\n") == "0\r\n\r\n")
        #expect(!stream.send([0x61]))
        try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try client.text(through: "start\n")
        #expect(
            fixture.ends == 1
                && fixture.sizes == [6 + (1...100).reduce(0) { $0 + "piece \($1)\n".utf8.count }]
        )
    }

    @Test("Pieces larger than the library's buffer, and many at once, arrive whole and in order")
    func largePieces() throws {
        let fixture = try StreamingServer()
        let client = try fixture.client()
        let stream = try #require(fixture.streams.first)
        let pieces = (0..<10).map { String(repeating: "\($0)", count: 1500) }
        for piece in pieces { #expect(stream.send(Array(piece.utf8))) }
        stream.end()
        let text = try client.text(through: "\r\n0\r\n\r\n")
        // The sizes of the chunks stand between, on lines of their own.
        let content = text.split(separator: "\r\n").enumerated().filter { !$0.offset.isMultiple(of: 2) }
        let body = try #require(text.isEmpty ? nil : content.map(\.element).joined())
        #expect(body.filter { $0.isNumber }.count == 15_000 && body == pieces.joined())
    }

    @Test("HTTP/1.0 gets the body as it is, and its end is that of the connection")
    func oldClient() throws {
        let fixture = try StreamingServer()
        let client = try RawClient(fixture.server.address)
        try client.send("GET / HTTP/1.0\r\n\r\n")
        let head = try client.text(through: "\r\n\r\n")
        #expect(!head.contains("chunked"))
        #expect(try client.text(through: "\n") == "start\n")
        fixture.streams.first?.send(Array("more\n".utf8))
        #expect(try client.text(through: "\n") == "more\n")
        fixture.streams.first?.end()
        #expect(try client.isClosed())
    }

    @Test("HEAD gets the head alone, and the stream and the connection end")
    func head() throws {
        let fixture = try StreamingServer()
        let client = try RawClient(fixture.server.address)
        try client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        let reply = try #require(try client.reply(toHead: true))
        #expect(reply.status == 200 && reply.header("Content-Type") == "text/plain")
        #expect(reply.header("Connection") == "close")
        #expect(try client.isClosed())
        #expect(eventually { fixture.ends == 1 && fixture.sizes == [0] })
    }

    @Test("A stream outlives the exchange and idle timeouts, by its heartbeat")
    func heartbeat() throws {
        let fixture = try StreamingServer(heartbeat: .milliseconds(700)) {
            $0.idleTimeout = .seconds(1)
            $0.exchangeTimeout = .milliseconds(200)
        }
        let client = try fixture.client()
        for _ in 1...3 { _ = try client.text(through: "beat\n") }
        #expect(fixture.ends == 0)
    }

    @Test("A client that goes away ends its stream", arguments: [false, true])
    func vanishing(isReset: Bool) throws {
        let fixture = try StreamingServer()
        var clients = try (1...20).map { _ in try fixture.client() }
        var linger = linger(l_onoff: isReset ? 1 : 0, l_linger: 0)
        for client in clients {
            setsockopt(
                client.descriptor,
                SOL_SOCKET,
                SO_LINGER,
                &linger,
                socklen_t(MemoryLayout<Glibc.linger>.size)
            )
        }
        clients.removeAll()
        #expect(eventually { fixture.ends == 20 && fixture.server.connectionCount == 0 })
        for stream in fixture.streams { #expect(!stream.send([0x61])) }
    }

    @Test("A client that does not read is cut off when too much waits for it; the others go on")
    func slowReader() throws {
        let fixture = try StreamingServer()
        let slow = try fixture.client(receiveBuffer: 4096)
        let quick = try fixture.client()
        let slowStream = try #require(fixture.streams.first)
        let piece = [UInt8](repeating: 0x78, count: ResponseStream.capacity)
        // What the connection and the system take is not known, but it ends.
        #expect(eventually { !slowStream.send(piece) })
        fixture.streams.last?.send(Array("quick\n".utf8))
        _ = try quick.text(through: "quick\n")
        // Whatever it still reads is cut off somewhere.
        while try slow.receive() {}
        #expect(eventually { fixture.ends == 1 && fixture.server.connectionCount == 1 })
    }

    @Test("A client that reads too slowly is cut off after the exchange timeout")
    func slowExchange() throws {
        let fixture = try StreamingServer { $0.exchangeTimeout = .milliseconds(400) }
        let slow = try fixture.client(receiveBuffer: 4096)
        let stream = try #require(fixture.streams.first)
        // More than the system takes for it; then it has to wait for the client.
        let piece = [UInt8](repeating: 0x78, count: ResponseStream.capacity / 2)
        let isOver = eventually {
            stream.send(piece)
            return fixture.ends == 1
        }
        #expect(isOver)
        while try slow.receive() {}
    }

    @Test(
        "Draining ends all streams",
        arguments: ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"]
    )
    func drains(_ head: String) throws {
        let fixture = try StreamingServer()
        let clients = try (1...20).map { _ in try fixture.client(head) }
        #expect(fixture.server.drain(deadline: .seconds(20)))
        #expect(fixture.ends == 20)
        for client in clients { while try client.receive() {} }
    }

    @Test("Stopping cuts all streams")
    func stops() throws {
        let fixture = try StreamingServer()
        let clients = try (1...20).map { _ in try fixture.client() }
        fixture.server.stop()
        #expect(fixture.ends == 20)
        for client in clients { while try client.receive() {} }
    }

    @Test("A thousand streams get what several threads send at once")
    func thousand() throws {
        let fixture = try StreamingServer()
        let clients = try (1...1000).map { _ in try fixture.client() }
        let streams = fixture.streams
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for stream in streams { stream.send(Array("<\(thread)>".utf8)) }
        }
        for stream in streams { stream.send(Array("!".utf8)) }
        for client in clients {
            let text = try client.text(through: "!")
            for thread in 0..<4 { #expect(text.contains("<\(thread)>")) }
        }
        #expect(fixture.ends == 0)
    }

    @Test("A header of the server's own is refused")
    func ownHeader() {
        #expect(throws: HTTPServerError.self) {
            try ResponseStream(
                headers: [("Transfer-Encoding", "gzip")],
                start: [],
                heartbeat: .init([], every: .seconds(1))
            ) { _ in }
        }
    }
}
