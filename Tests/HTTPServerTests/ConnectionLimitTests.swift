import Glibc
import Synchronization
import Testing
import TestSupport

@testable import HTTPServer

@Suite("As many connections as there may be, and more") struct ConnectionLimitTests {
    private let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("Two thousand idle connections do not keep others from being served")
    func idleConnections() throws {
        let server = try echoServer { $0.connectionLimit = 2300 }
        let idle = try (1...2000).map { _ in try RawClient(server.address) }
        #expect(eventually { server.connectionCount == 2000 })
        let client = try RawClient(server.address)
        for _ in 1...100 {
            try client.send(get)
            #expect(try client.reply()?.status == 200)
        }
        try idle[1999].send(get)
        #expect(try idle[1999].reply()?.status == 200)
    }

    @Test("Beyond the limit requests get 503 and their connections end; there is room again when others go")
    func connectionLimit() throws {
        let server = try echoServer { $0.connectionLimit = 5 }
        var clients = try (1...5).map { _ in try RawClient(server.address) }
        #expect(eventually { server.connectionCount == 5 })
        for request in [
            get, "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", "GET / HTTP/1.0\r\n\r\n",
        ] {
            let surplus = try RawClient(server.address)
            try surplus.send(request)
            let reply = try #require(try surplus.reply())
            #expect(reply.status == 503 && reply.header("Connection") == "close")
            #expect((1...30).contains(reply.header("Retry-After").flatMap { Int($0) } ?? 0))
            #expect(try surplus.isClosed())
        }
        for client in clients {
            try client.send(get)
            #expect(try client.reply()?.status == 200)
        }
        clients.removeLast(2)
        #expect(eventually { server.connectionCount == 3 })
        let late = try RawClient(server.address)
        try late.send(get)
        #expect(try late.reply()?.status == 200)
    }

    /// Whether the server has ended a connection on which it has sent nothing, after a moment.
    private func hasEnded(_ client: RawClient) -> Bool {
        var entry = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 20) == 1
    }

    @Test("A newcomer takes the place of whoever has been longest without a whole head, where that is wanted")
    func silentMakeRoom() throws {
        let late = try Response(status: .ok, body: Array("late".utf8))
        let pending = Mutex<[PendingAnswer]>([])
        var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.threads = 1
        configuration.connectionLimit = 4
        configuration.silentMakeRoom = true
        configuration.keepsBodies = true
        let server = try Server(configuration) { request in
            guard request.path == "/late" else { return .now(late) }
            let answer = PendingAnswer(atMost: .seconds(60)) { _ in late }
            pending.withLock { $0.append(answer) }
            return .later(answer)
        }
        // One waits for its answer, one sends its body, and two their heads.
        let waiting = try RawClient(server.address)
        try waiting.send("GET /late HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(eventually { pending.withLock { $0.count } == 1 })
        let sending = try RawClient(server.address)
        try sending.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx")
        #expect(eventually { server.connectionCount == 2 })
        var silent: [RawClient] = []
        for count in 3...4 {
            silent.append(try RawClient(server.address))
            try silent[count - 3].send("GET /a HTTP/1.1\r\nHos")
            #expect(eventually { server.connectionCount == count })
        }
        // One that was answered while there was a crowd has gone, and left room for the next.
        var newcomers: [RawClient] = []
        for place in 0..<2 {
            while !hasEnded(silent[place]), newcomers.count < 20 {
                #expect(place == 1 || !hasEnded(silent[1]))
                let newcomer = try RawClient(server.address)
                try newcomer.send(get)
                #expect(try newcomer.reply()?.status == 200)
                newcomers.append(newcomer)
            }
            #expect(hasEnded(silent[place]))
        }
        try sending.send("y")
        #expect(try sending.reply()?.status == 200)
        for answer in pending.withLock({ $0 }) { answer.resume(with: late) }
        #expect(try waiting.reply()?.text == "late")
    }

    @Test("A newcomer takes the place of whoever sends no body for a request that is refused already")
    func refusedMakeRoom() throws {
        let refusal = try Response(status: .unauthorized, body: [])
        let welcome = try Response(status: .ok, body: [])
        var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.threads = 1
        configuration.connectionLimit = 4
        configuration.silentMakeRoom = true
        configuration.keepsBodies = true
        configuration.admit = { request in
            request.path == "/refused" ? .refused(refusal) : .admitted(maximumBodySize: 10)
        }
        let server = try Server(configuration) { _ in .now(welcome) }
        // One may send its body when it likes.
        let admitted = try RawClient(server.address)
        try admitted.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx")
        #expect(eventually { server.connectionCount == 1 })
        var refused: [RawClient] = []
        for (place, fields) in ["Content-Length: 1000", "Transfer-Encoding: chunked", "Content-Length: 1000"]
            .enumerated()
        {
            refused.append(try RawClient(server.address))
            try refused[place].send("POST /refused HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n")
            #expect(eventually { server.connectionCount == place + 2 })
        }
        var newcomers: [RawClient] = []
        for client in refused {
            while !hasEnded(client), newcomers.count < 20 {
                let newcomer = try RawClient(server.address)
                try newcomer.send(get)
                #expect(try newcomer.reply()?.status == 200)
                newcomers.append(newcomer)
            }
            #expect(hasEnded(client))
        }
        try admitted.send("y")
        #expect(try admitted.reply()?.status == 200)
        // One that does send its body is told.
        let late = try RawClient(server.address)
        try late.send("POST /refused HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nxy")
        #expect(try late.reply()?.status == 401)
    }

    @Test("When hardly any connections are left each ends with its answer, so that idle ones keep nobody out")
    func crowd() throws {
        let server = try echoServer { $0.connectionLimit = 20 }
        let clients = try (1...20).map { _ in try RawClient(server.address) }
        #expect(eventually { server.connectionCount == 20 })
        for (index, client) in clients.enumerated() {
            try client.send(get)
            let reply = try #require(try client.reply())
            #expect(reply.status == 200)
            // The first two make room enough.
            #expect(reply.header("Connection") == (index < 2 ? "close" : nil))
            if index < 2 {
                #expect(try client.isClosed())
                #expect(eventually { server.connectionCount == 19 - index })
            }
        }
    }

    @Test("Those who are turned away together are told of different times to come back")
    func retryAfter() throws {
        let server = try echoServer { $0.connectionLimit = 1 }
        let first = try RawClient(server.address)
        try first.send(get)
        #expect(try first.reply()?.status == 200)
        var times: Set<String?> = []
        for _ in 1...60 {
            let surplus = try RawClient(server.address)
            try surplus.send(get)
            times.insert(try surplus.reply()?.header("Retry-After"))
        }
        #expect(times == Set((1...30).map { "\($0)" }))
    }

    @Test(
        "Beyond limit and surplus connections are closed at once, and a silent surplus gives its place back"
    )
    func surplusLimit() throws {
        let server = try echoServer {
            $0.connectionLimit = 1
            $0.surplusLimit = 2
            $0.exchangeTimeout = .milliseconds(400)
        }
        let first = try RawClient(server.address)
        try first.send(get)
        #expect(try first.reply()?.status == 200)
        let silent = try (1...2).map { _ in try RawClient(server.address) }
        for client in silent { #expect(try client.isClosed()) }
        #expect(eventually { server.connectionCount == 1 })
        try first.send(get)
        #expect(try first.reply()?.status == 200)
        let others = try (1...2).map { _ in try RawClient(server.address) }
        #expect(eventually { server.connectionCount == 3 })
        #expect(try RawClient(server.address).isClosed())
        for client in others { #expect(try client.isClosed()) }
        // A client sees its connection end before the server has counted it out.
        #expect(eventually { server.connectionCount == 1 })
        let told = try RawClient(server.address)
        try told.send(get)
        #expect(try told.reply()?.status == 503)
    }

    @Test("Thousands, ten times as many at once as there is room for, are all served in the end")
    func herd() throws {
        let server = try echoServer {
            $0.connectionLimit = 100
            $0.surplusLimit = 50
        }
        var served = 0
        var turnedAway = 0
        while served < 3000 {
            let clients = try (0..<min(3000 - served, 1000)).map { _ in try RawClient(server.address) }
            for client in clients {
                // One that was closed at once may not take the request any more.
                try? client.send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                switch try? client.reply()?.status {
                case 200: served += 1
                case 503: turnedAway += 1
                default: break
                }
            }
        }
        #expect(served == 3000 && turnedAway > 0)
        #expect(eventually { server.connectionCount == 0 })
    }
}
