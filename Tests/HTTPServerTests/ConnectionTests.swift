import Dispatch
import Glibc
import Synchronization
import Testing
import TestSupport

@testable import HTTPServer

@Suite struct ConnectionTests {
    private let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test(
        "Connections are kept or ended as version and Connection say",
        arguments: [
            ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false), ("HTTP/1.0", "", false),
            ("HTTP/1.0", "Connection: keep-alive\r\n", true), ("HTTP/1.0", "Connection: close\r\n", false),
        ] as [(String, Shown<String>, Bool)]
    )
    func persistence(version: String, header: Shown<String>, isKept: Bool) throws {
        let server = try echoServer()
        let client = try RawClient(server.address)
        try client.send("GET /a \(version)\r\nHost: a\r\n\(header.value)\r\n")
        #expect(try client.reply()?.text == "GET\n/a\n-\n\(version)")
        if isKept {
            try client.send(get)
            #expect(try client.reply()?.status == 200)
        } else {
            #expect(try client.isClosed())
        }
    }

    @Test("HTTP/1.0 needs no Host")
    func oldClient() throws {
        let server = try echoServer()
        let client = try RawClient(server.address)
        try client.send("GET /a HTTP/1.0\r\n\r\n")
        #expect(try client.reply()?.status == 200)
    }

    @Test("A hundred requests in one write are answered in order", arguments: [100, 1000])
    func pipelining(count: Int) throws {
        let server = try echoServer()
        let client = try RawClient(server.address)
        try client.send((1...count).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        for number in 1...count { #expect(try client.reply()?.text == "GET\n/\(number)\n-\nHTTP/1.1") }
    }

    @Test("A request that arrives byte by byte is understood")
    func byteByByte() throws {
        let server = try echoServer()
        let client = try RawClient(server.address)
        var on: Int32 = 1
        setsockopt(
            client.descriptor,
            Int32(IPPROTO_TCP),
            TCP_NODELAY,
            &on,
            socklen_t(MemoryLayout<Int32>.size)
        )
        for byte in get.utf8 { try client.send([byte]) }
        #expect(try client.reply()?.status == 200)
    }

    @Test("Empty lines before a request and bare line feeds are put up with")
    func leniency() throws {
        let server = try echoServer()
        let client = try RawClient(server.address)
        try client.send("\r\n\r\nGET /a HTTP/1.1\nHost: a\nX-Echo: b\n\n")
        #expect(try client.reply()?.text == "GET\n/a\n-\nHTTP/1.1\nb")
    }

    @Test(
        "Requests that come all at once are answered, however many they are",
        arguments: [127, 128, 129, 256]
    )
    func burst(count: Int) throws {
        // While a thread is kept, the others' requests pile up. The library takes up to 128 events at a time; when it got
        // just as many, one that runs its own threads waited for more to come before it looked at any.
        let (isKept, isFree) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.threads = 1
        let server = try Server(configuration) { request in
            if request.path == "/keep" {
                isKept.signal()
                isFree.wait()
            }
            return .now(try Response(status: .noContent))
        }
        let clients = try (1...count).map { _ in try RawClient(server.address) }
        for client in clients { #expect(try client.request("GET", "/a").status == 204) }
        let keeper = try RawClient(server.address)
        try keeper.send("GET /keep HTTP/1.1\r\nHost: a\r\n\r\n")
        isKept.wait()
        defer { isFree.signal() }
        for client in clients { try client.send(get) }
        isFree.signal()
        for client in clients { #expect(try client.reply()?.status == 204) }
        #expect(try keeper.reply()?.status == 204)
    }

    @Test("Clients that vanish before, within and after their request leave nothing behind")
    func vanishingClients() throws {
        let completions = Mutex(0)
        let server = try echoServer { $0.observe = { _ in completions.withLock { $0 += 1 } } }
        for start in [
            "", "GE", "GET / HTTP/1.1\r\n", get, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx",
        ] {
            for isReset in [false, true] {
                let client = try RawClient(server.address)
                if isReset {
                    var linger = linger(l_onoff: 1, l_linger: 0)
                    setsockopt(
                        client.descriptor,
                        SOL_SOCKET,
                        SO_LINGER,
                        &linger,
                        socklen_t(MemoryLayout<Glibc.linger>.size)
                    )
                }
                try client.send(start)
            }
        }
        let client = try RawClient(server.address)
        try client.send(get)
        #expect(try client.reply()?.status == 200)
        #expect(eventually { server.connectionCount == 1 })
    }

    @Test("A client that half-closes after its request still gets the answer")
    func halfClose() throws {
        let server = try echoServer()
        let client = try RawClient(server.address)
        try client.send(get)
        client.finishSending()
        #expect(try client.reply()?.status == 200)
        #expect(try client.isClosed())
    }
}
