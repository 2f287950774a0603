import Dispatch
import Glibc
import Testing
import TestSupport

@testable import HTTPServer

@Suite struct ServerTests {
    private func configuration(_ host: String, _ port: UInt16 = 0) -> Configuration {
        Configuration(address: ListenAddress(host: host, port: port))
    }

    @Test("The real port is told", arguments: ["127.0.0.1", "localhost", "::1", "0.0.0.0"])
    func listens(host: String) throws {
        let response = try Response(status: .ok)
        let server = try Server(configuration(host)) { _ in .now(response) }
        #expect(server.address.port != 0)
        #expect(host == "localhost" || server.address.host == host)
    }

    @Test("A port in use is refused with the cause and what to do")
    func portInUse() throws {
        let first = try echoServer()
        let error = #expect(throws: HTTPServerError.self) { try echoServer { $0.address = first.address } }
        #expect(
            error?.description
                == "cannot listen on \(first.address): Address already in use; "
                + "stop the program that listens there, or choose another port"
        )
    }

    @Test("A port is free again after stopping, with connections open or not")
    func portIsReleased() throws {
        let first = try echoServer()
        let client = try RawClient(first.address)
        try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.reply()?.status == 200)
        first.stop()
        first.stop()
        #expect(try client.isClosed())
        let second = try echoServer { $0.address = first.address }
        #expect(second.address == first.address)
    }

    @Test("An address of another machine and an unknown host are refused with the cause")
    func foreignAddress() {
        let foreign = #expect(throws: HTTPServerError.self) {
            try echoServer { $0.address.host = "192.0.2.1" }
        }
        #expect(foreign?.cause == "Cannot assign requested address")
        let unknown = #expect(throws: HTTPServerError.self) {
            try echoServer { $0.address.host = "host.invalid" }
        }
        #expect(unknown?.cause.hasPrefix("the host is unknown (") == true)
    }

    @Test("More connections than files may be open are refused")
    func tooManyConnections() {
        let error = #expect(throws: HTTPServerError.self) {
            try echoServer { $0.connectionLimit = 100_000_000 }
        }
        #expect(error?.description.hasPrefix("cannot hold 100000000 connections: that takes ") == true)
    }

    @Test("A configuration that could serve nothing is refused")
    func nonsense() {
        #expect(throws: HTTPServerError.self) { try echoServer { $0.threads = 0 } }
        #expect(throws: HTTPServerError.self) { try echoServer { $0.connectionLimit = 0 } }
        #expect(throws: HTTPServerError.self) { try echoServer { $0.surplusLimit = -1 } }
        #expect(throws: HTTPServerError.self) { try echoServer { $0.idleTimeout = .milliseconds(999) } }
        #expect(throws: HTTPServerError.self) { try echoServer { $0.exchangeTimeout = .zero } }
        #expect(throws: HTTPServerError.self) { try echoServer { $0.maximumBodySize = -1 } }
    }

    @Test("Draining finishes what is under way, ends what is idle and closes what is new")
    func drains() throws {
        let (entered, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let response = try Response(status: .ok)
        var settings = configuration("127.0.0.1")
        settings.threads = 2
        let server = try Server(settings) { request in
            if request.path == "/slow" {
                entered.signal()
                release.wait()
            }
            return .now(response)
        }
        let idle = try RawClient(server.address)
        try idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try idle.reply()?.status == 200)
        let body = try RawClient(server.address)
        try body.send("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel")
        let busy = try RawClient(server.address)
        try busy.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
        entered.wait()

        let finished = DispatchSemaphore(value: 0)
        Thread.detach {
            #expect(server.drain(deadline: .seconds(20)))
            finished.signal()
        }
        // The idle one ends; or, served by the thread that is held, it ends when that is free.
        release.signal()
        #expect(try idle.isClosed())
        #expect(try RawClient(server.address).isClosed())
        #expect(try busy.reply()?.status == 200)
        #expect(try busy.isClosed())
        try body.send("lo")
        #expect(try body.reply()?.status == 200)
        #expect(try body.isClosed())
        finished.wait()
        #expect(server.connectionCount == 0)
        #expect(throws: RawClient.Failure.self) { try RawClient(server.address) }
    }

    @Test("A request during draining is told that the connection ends")
    func drainAnnouncesClose() throws {
        let server = try echoServer()
        let client = try RawClient(server.address)
        // The request line makes it a request under way; the rest comes when draining has begun.
        try client.send("GET / HTTP/1.1\r\n")
        let idle = try RawClient(server.address)
        try idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try idle.reply()?.status == 200)
        let finished = DispatchSemaphore(value: 0)
        Thread.detach {
            #expect(server.drain(deadline: .seconds(20)))
            finished.signal()
        }
        #expect(try idle.isClosed())
        try client.send("Host: a\r\n\r\n")
        let reply = try #require(try client.reply())
        #expect(reply.status == 200)
        #expect(reply.header("Connection") == "close")
        finished.wait()
    }

    @Test("Draining holds while newcomers keep every thread busy")
    func drainsUnderArrivals() throws {
        for _ in 0..<500 {
            let server = try echoServer { $0.threads = 4 }
            let address = server.address
            let arrivals = DispatchGroup()
            for _ in 0..<3 {
                // Until the port is closed.
                DispatchQueue.global().async(group: arrivals) { while (try? RawClient(address)) != nil {} }
            }
            #expect(eventually { server.connectionCount > 0 })
            #expect(server.drain(deadline: .seconds(20)))
            arrivals.wait()
        }
    }

    @Test("Draining ends at its deadline, whatever clients do")
    func drainDeadline() throws {
        let server = try echoServer()
        let client = try RawClient(server.address)
        try client.send("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n")
        let other = try RawClient(server.address)
        try other.send("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        #expect(try other.reply()?.status == 200)
        #expect(eventually { server.connectionCount == 2 })
        #expect(server.drain(deadline: .milliseconds(100)) == false)
        #expect(try client.isClosed())
        #expect(server.drain(deadline: .seconds(1)))
    }
}

/// A thread of its own: a blocking call must not take one of the test runner's.
enum Thread {
    static func detach(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "test").async(execute: body)
    }
}
