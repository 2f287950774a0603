import Synchronization
import Testing
import TestSupport

@testable import HTTPServer

@Suite struct RequestTests {
    @Test(
        "The handler sees the target as it was sent",
        arguments: [
            ("/", "/", "-"), ("/a/../b", "/a/../b", "-"), ("/a%2Fb", "/a%2Fb", "-"), ("//a", "//a", "-"),
            ("/%2e%2e/", "/%2e%2e/", "-"), ("/%252e", "/%252e", "-"), ("/a?", "/a", ""),
            ("/a?b=c&d=%26+e&&=", "/a", "b=c&d=%26+e&&="), ("/a?b?c", "/a", "b?c"),
            ("http://host/a?b", "/a", "b"), ("HTTP://host", "/", "-"), ("https://host?b", "/", "b"),
        ]
    )
    func target(sent: String, path: String, query: String) throws {
        let server = try echoServer()
        let client = try RawClient(server.address)
        try client.send("GET \(sent) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.reply()?.text == "GET\n\(path)\n\(query)\nHTTP/1.1")
    }

    @Test("OPTIONS may be about the server as a whole")
    func serverWide() throws {
        let server = try echoServer()
        let client = try RawClient(server.address)
        try client.send("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.reply()?.text == "OPTIONS\n*\n-\nHTTP/1.1")
    }

    @Test(
        "Methods are told apart by letter case, unknown ones by name",
        arguments: ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "get", "BREW", "GETS", "M-SEARCH"]
    )
    func method(name: String) throws {
        let seen = Mutex(Method.other)
        let server = try Server(Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))) {
            request in
            seen.withLock { $0 = request.method }
            return .now(try Response(status: .ok, body: Array(request.methodName.utf8)))
        }
        let client = try RawClient(server.address)
        try client.send("\(name) / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.reply()?.text == name)
        #expect(seen.withLock { $0 } == Method(rawValue: name) ?? .other)
    }

    @Test(
        "Header names are compared without case, values joined and trimmed",
        arguments: [
            ("X-Echo: a\r\n", "a"), ("x-ECHO:a\r\n", "a"), ("X-Echo: a \t\r\n", "a"),
            ("X-Echo: a\r\nOther: c\r\nX-Echo: b\r\nx-echo: c\r\n", "a, b, c"), ("X-Echo:\r\n", ""),
            ("X-Ech\u{4F}: a\r\n", "a"), ("X-Echo: \u{E9}\r\n", "\u{E9}"),
        ] as [(Shown<String>, String)]
    )
    func header(sent: Shown<String>, value: String) throws {
        let server = try echoServer()
        let client = try RawClient(server.address)
        try client.send("GET / HTTP/1.1\r\nHost: a\r\n\(sent.value)\r\n")
        #expect(try client.reply()?.text == "GET\n/\n-\nHTTP/1.1\n\(value)")
    }

    @Test("What the handler throws becomes a 500 and reaches the observer")
    func handlerThrows() throws {
        struct Broken: Error {}
        let failures = Mutex(0)
        var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.observe = { exchange in
            if exchange.failure is Broken, exchange.status == .internalServerError {
                failures.withLock { $0 += 1 }
            }
        }
        let server = try Server(configuration) { _ in throw Broken() }
        let client = try RawClient(server.address)
        try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.reply()?.status == 500)
        #expect(eventually { failures.withLock { $0 } == 1 })
    }

    @Test("The observer learns of each exchange: request, status, bytes, completion")
    func observer() throws {
        let log = Mutex<[String]>([])
        let server = try echoServer {
            $0.observe = { exchange in
                let line =
                    "\(exchange.request.methodName) \(exchange.request.path) \(exchange.status?.rawValue ?? 0) "
                    + "\(exchange.bodySize) \(exchange.isComplete) \(exchange.request.header("User-Agent") ?? "-")"
                log.withLock { $0.append(line) }
                #expect(exchange.duration > .zero)
            }
        }
        let client = try RawClient(server.address)
        try client.send("GET /a HTTP/1.1\r\nHost: a\r\nUser-Agent: test\r\n\r\n")
        _ = try client.reply()
        try client.send("HEAD /b HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try client.reply(toHead: true)
        try client.send("GET /c% HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try client.reply()
        #expect(eventually { log.withLock { $0.count } == 3 })
        let lines = log.withLock { $0 }
        #expect(lines.prefix(2) == ["GET /a 200 17 true test", "HEAD /b 200 0 true -"])
        #expect(lines[2].hasPrefix("GET  400 "))
    }
}
