import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

/// A server whose answers are all pending, and those answers.
private final class WaitingServer: Sendable {
    let server: Server
    private let log: Log

    /// What has happened so far.
    private final class Log: Sendable {
        let pending = Mutex<[PendingAnswer]>([])
        let endings = Atomic(0)
        let exchanges = Atomic(0)
    }

    var pending: [PendingAnswer] { log.pending.withLock { $0 } }
    /// How many have ended without an answer of the test's.
    var endings: Int { log.endings.load(ordering: .sequentiallyConsistent) }
    var exchanges: Int { log.exchanges.load(ordering: .sequentiallyConsistent) }

    /// - Parameter time: How long each waits at most.
    init(_ time: Duration = .seconds(60), _ adjust: (inout Configuration) -> Void = { _ in }) throws {
        let log = Log()
        var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.threads = 2
        configuration.observe = { _ in log.exchanges.add(1, ordering: .sequentiallyConsistent) }
        adjust(&configuration)
        let now = try Response(status: .noContent)
        let ending = try Response(status: .notModified, headers: [("ETag", "\"a\"")])
        server = try Server(configuration) { request in
            if request.path == "/now" { return .now(now) }
            let answer = PendingAnswer(atMost: time) { _ in
                log.endings.add(1, ordering: .sequentiallyConsistent)
                return ending
            }
            log.pending.withLock { $0.append(answer) }
            return .later(answer)
        }
        self.log = log
    }

    func client() throws -> RawClient { try RawClient(server.address) }

    /// A client whose request waits.
    func waitingClient(_ head: String = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n") throws -> RawClient {
        let client = try client()
        let count = pending.count
        try client.send(head)
        #expect(eventually { pending.count > count })
        return client
    }
}

@Suite struct PendingAnswerTests {
    private let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("An answer that is given later arrives, once, and the connection goes on")
    func answersLater() throws {
        let fixture = try WaitingServer()
        let client = try fixture.waitingClient()
        let (first, second) = (
            try Response(status: .ok, body: [0x61]), try Response(status: .ok, body: [0x62])
        )
        let pending = try #require(fixture.pending.first)
        #expect(pending.resume(with: first))
        #expect(!pending.resume(with: second))
        #expect(try client.reply()?.text == "a")
        try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.reply()?.status == 204)
        #expect(fixture.endings == 0)
    }

    @Test("An answer that is decided before the handler returns is sent at once")
    func decidedEarly() throws {
        let response = try Response(status: .ok, body: [0x61])
        let server = try Server(Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))) { _ in
            let answer = PendingAnswer(atMost: .seconds(60)) { _ in response }
            answer.resume(with: response)
            return .later(answer)
        }
        let client = try RawClient(server.address)
        for _ in 1...3 {
            try client.send(get)
            #expect(try client.reply()?.text == "a")
        }
    }

    @Test("Answers that are decided while their requests are being suspended are not lost")
    func decidedMeanwhile() throws {
        let response = try Response(status: .ok, body: [0x61])
        let queue = DispatchQueue(label: "answers")
        let server = try Server(Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))) { _ in
            let answer = PendingAnswer(atMost: .seconds(60)) { _ in response }
            queue.async { answer.resume(with: response) }
            return .later(answer)
        }
        let client = try RawClient(server.address)
        for _ in 1...20 {
            try client.send(String(repeating: get, count: 100))
            for _ in 1...100 { #expect(try client.reply()?.text == "a") }
        }
    }

    @Test("When the time is over the ending is the answer, though it is longer than the exchange timeout")
    func expires() throws {
        let fixture = try WaitingServer(.milliseconds(1500)) { $0.exchangeTimeout = .milliseconds(200) }
        let client = try fixture.waitingClient()
        let reply = try #require(try client.reply())
        #expect(reply.status == 304 && reply.header("ETag") == "\"a\"" && reply.header("Connection") == nil)
        #expect(fixture.endings == 1)
        let late = try Response(status: .ok)
        #expect(fixture.pending.first?.resume(with: late) == false)
        try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.reply()?.status == 204)
    }

    @Test("Clients that go away while they wait leave nothing behind", arguments: [false, true])
    func vanishingClients(isReset: Bool) throws {
        let fixture = try WaitingServer()
        var clients = try (1...20).map { _ in try fixture.waitingClient() }
        #expect(fixture.server.connectionCount == 20)
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
        #expect(eventually { fixture.server.connectionCount == 0 })
        #expect(fixture.endings == 20 && fixture.exchanges == 20)
    }

    @Test("A client that only ends its output gets its ending")
    func halfClose() throws {
        let fixture = try WaitingServer()
        let client = try fixture.waitingClient()
        client.finishSending()
        #expect(try client.reply()?.status == 304)
        #expect(try client.isClosed())
    }

    @Test("What follows in the same packet is answered afterwards, in order")
    func pipelining() throws {
        let fixture = try WaitingServer()
        let client = try fixture.waitingClient(get + "GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
        let response = try Response(status: .ok)
        fixture.pending.first?.resume(with: response)
        #expect(try [client.reply(), client.reply()].map { $0?.status } == [200, 204])
    }

    @Test("HEAD, HTTP/1.0 and a request with a body may wait too")
    func otherRequests() throws {
        let response = try Response(status: .ok, body: [0x61])
        for (head, isHead) in [
            ("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n", true), ("GET /a HTTP/1.0\r\n\r\n", false),
            ("GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi", false),
        ] {
            let fixture = try WaitingServer()
            let client = try fixture.waitingClient(head)
            fixture.pending.first?.resume(with: response)
            let reply = try #require(try client.reply(toHead: isHead))
            #expect(reply.status == 200 && reply.text == (isHead ? "" : "a"))
            #expect(reply.header("Content-Length") == "1")
        }
    }

    @Test("Draining answers all that wait with their ending and tells them that the connection ends")
    func drains() throws {
        let fixture = try WaitingServer()
        let clients = try (1...50).map { _ in try fixture.waitingClient() }
        #expect(fixture.server.drain(deadline: .seconds(20)))
        for client in clients {
            let reply = try #require(try client.reply())
            #expect(reply.status == 304 && reply.header("Connection") == "close")
            #expect(try client.isClosed())
        }
        #expect(fixture.endings == 50)
    }

    @Test("A request that would wait while the server drains is answered with its ending at once")
    func waitsWhileDraining() throws {
        let fixture = try WaitingServer()
        let client = try fixture.client()
        try client.send("GET /a HTTP/1.1\r\n")
        let idle = try fixture.client()
        try idle.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try idle.reply()?.status == 204)
        let finished = DispatchSemaphore(value: 0)
        Thread.detach {
            #expect(fixture.server.drain(deadline: .seconds(20)))
            finished.signal()
        }
        #expect(try idle.isClosed())
        try client.send("Host: a\r\n\r\n")
        let reply = try #require(try client.reply())
        #expect(reply.status == 304 && reply.header("Connection") == "close")
        finished.wait()
        #expect(fixture.endings == 1)
    }

    @Test("Stopping at once cuts those that wait, and answering them afterwards is harmless")
    func stops() throws {
        let fixture = try WaitingServer()
        let clients = try (1...200).map { _ in try fixture.waitingClient() }
        fixture.server.stop()
        #expect(fixture.endings == 200)
        let response = try Response(status: .ok)
        for pending in fixture.pending { #expect(!pending.resume(with: response)) }
        // Each gets its ending or nothing.
        for client in clients {
            if let reply = try client.reply() { #expect(reply.status == 304) }
            #expect(try client.isClosed())
        }
    }

    @Test("Two thousand are answered by one sweep of another thread, each with the right bytes")
    func thousands() throws {
        let fixture = try WaitingServer { $0.connectionLimit = 2100 }
        let clients = try (1...2000).map { _ in try fixture.client() }
        for client in clients { try client.send(get) }
        #expect(eventually { fixture.pending.count == 2000 })
        let body = (0..<5000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        let response = try Response(status: .ok, body: body)
        for pending in fixture.pending { #expect(pending.resume(with: response)) }
        for client in clients { #expect(try client.reply()?.text == String(decoding: body, as: UTF8.self)) }
        // Their turns are over: everyone is served, also a second time.
        for client in clients { try client.send(get) }
        #expect(eventually { fixture.pending.count == 4000 })
        for pending in fixture.pending.suffix(2000) { #expect(pending.resume(with: response)) }
        for client in clients { #expect(try client.reply()?.status == 200) }
    }

    @Test("Those who wait keep their connection though hardly any are left")
    func crowd() throws {
        let fixture = try WaitingServer { $0.connectionLimit = 10 }
        let clients = try (1...10).map { _ in try fixture.waitingClient() }
        let response = try Response(status: .ok, body: [0x61])
        for pending in fixture.pending { pending.resume(with: response) }
        for client in clients {
            let reply = try #require(try client.reply())
            #expect(reply.text == "a" && reply.header("Connection") == nil)
        }
    }

    @Test("Half of them leaving while the others are answered keeps nobody from an answer")
    func leavingMeanwhile() throws {
        let fixture = try WaitingServer()
        var leaving = try (1...500).map { _ in try fixture.waitingClient() }
        let staying = try (1...500).map { _ in try fixture.waitingClient() }
        let response = try Response(status: .ok, body: [0x61])
        Thread.detach { for pending in fixture.pending { pending.resume(with: response) } }
        leaving.removeAll()
        for client in staying { #expect(try client.reply()?.text == "a") }
        #expect(eventually { fixture.server.connectionCount == 500 })
        let pending = fixture.pending.count
        for client in staying { try client.send(get) }
        #expect(eventually { fixture.pending.count == pending + 500 })
        for answer in fixture.pending.suffix(500) { answer.resume(with: response) }
        for client in staying { #expect(try client.reply()?.text == "a") }
    }
}
