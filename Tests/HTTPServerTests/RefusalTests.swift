import Testing
import TestSupport

@testable import HTTPServer

@Suite struct RefusalTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var request: String
        var status: Int
        /// Whether the refusal is a problem document; the rest is the library's own page.
        var isProblem = true
        /// Whether the connection ends: it must where the end of the request is not certain.
        var closes = false

        var testDescription: String { name }
    }

    static func get(_ target: String, _ headers: String = "", version: String = "HTTP/1.1") -> String {
        "GET \(target) \(version)\r\nHost: a\r\n\(headers)\r\n"
    }

    static let cases: [Case] = [
        Case(name: "a % alone", request: get("/%"), status: 400),
        Case(name: "a % and one digit", request: get("/%4"), status: 400),
        Case(name: "a % and no digits", request: get("/%zz"), status: 400),
        Case(name: "an escaped NUL", request: get("/%00"), status: 400),
        Case(name: "a broken escape in the query", request: get("/?%"), status: 400),
        Case(name: "a control byte in the target", request: get("/\u{1}"), status: 400),
        Case(name: "DEL in the target", request: get("/\u{7F}"), status: 400),
        Case(name: "a NUL in the target", request: get("/\0/b"), status: 400),
        Case(name: "a NUL in the query", request: get("/?a\0b"), status: 400),
        Case(name: "a tab in the target", request: get("/\ta"), status: 400),
        Case(name: "a space in the target", request: get("/a b"), status: 400),
        Case(name: "bytes beyond ASCII in the target", request: get("/\u{E9}"), status: 400),
        Case(name: "a target without a slash", request: get("a"), status: 400),
        Case(name: "an asterisk for one that is not OPTIONS", request: get("*"), status: 400),
        Case(name: "an absolute target without a host", request: get("http:///a"), status: 400),
        Case(name: "a long target", request: get("/" + String(repeating: "a", count: 2048)), status: 414),
        Case(
            name: "a target beyond all memory",
            request: get("/" + String(repeating: "a", count: 40_000)),
            status: 414,
            isProblem: false,
            closes: true
        ),
        Case(
            name: "a long header",
            request: get("/", "X: " + String(repeating: "a", count: 4100) + "\r\n"),
            status: 431
        ),
        Case(
            name: "a header beyond all memory",
            request: get("/", "X: " + String(repeating: "a", count: 40_000) + "\r\n"),
            status: 431,
            isProblem: false,
            closes: true
        ),
        Case(
            name: "a thousand headers",
            request: get("/", String(repeating: "X: a\r\n", count: 1000)),
            status: 431,
            isProblem: false,
            closes: true
        ),
        Case(name: "no Host", request: "GET / HTTP/1.1\r\n\r\n", status: 400, closes: true),
        Case(name: "two Hosts", request: get("/", "Host: b\r\n"), status: 400, closes: true),
        Case(
            name: "a length and a coding",
            request: get("/", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n") + "0\r\n\r\n",
            status: 400,
            closes: true
        ),
        Case(
            name: "two lengths",
            request: get("/", "Content-Length: 5\r\nContent-Length: 6\r\n") + "hello!",
            status: 400,
            closes: true
        ),
        Case(
            name: "a length with a space before the colon",
            request: get("/", "Content-Length : 5\r\n") + "hello",
            status: 400,
            closes: true
        ),
        Case(
            name: "a folded line",
            request: get("/", "X: a\r\n b\r\n"),
            status: 400,
            closes: true
        ),
        Case(
            name: "a fold that makes another header",
            request: get("/", "Content-Lengt:     5\r\n h\r\n"),
            status: 400,
            closes: true
        ),
        Case(name: "a NUL in a value", request: get("/", "X: a\0b\r\nY: c\r\n"), status: 400, closes: true),
        Case(name: "a NUL in the last value", request: get("/", "X: a\0b\r\n"), status: 400, closes: true),
        Case(
            name: "two NULs in the last value",
            request: get("/", "X: a\0\0\0b\r\n"),
            status: 400,
            closes: true
        ),
        Case(name: "a bare CR in a value", request: get("/", "X: a\rb\r\n"), status: 400, closes: true),
        Case(name: "a header name with a space", request: get("/", "X Y: a\r\n"), status: 400, closes: true),
        Case(name: "an empty header name", request: get("/", ": a\r\n"), status: 400, closes: true),
        Case(
            name: "an unknown coding",
            request: get("/", "Transfer-Encoding: gzip\r\n"),
            status: 501,
            closes: true
        ),
        Case(
            name: "chunked as not the only coding",
            request: get("/", "Transfer-Encoding: gzip, chunked\r\n"),
            status: 501,
            closes: true
        ),
        Case(
            name: "a coding in HTTP/1.0",
            request: get("/", "Transfer-Encoding: chunked\r\n", version: "HTTP/1.0") + "0\r\n\r\n",
            status: 400,
            closes: true
        ),
        Case(
            name: "a length that is no number",
            request: get("/", "Content-Length: five\r\n"),
            status: 400,
            isProblem: false,
            closes: true
        ),
        Case(
            name: "a negative length",
            request: get("/", "Content-Length: -1\r\n"),
            status: 400,
            isProblem: false,
            closes: true
        ),
        Case(
            name: "a length beyond 64 bits",
            request: get("/", "Content-Length: 99999999999999999999\r\n"),
            status: 413,
            isProblem: false,
            closes: true
        ),
        Case(
            name: "a line without a colon",
            request: get("/", "X\r\n"),
            status: 400,
            isProblem: false,
            closes: true
        ),
        Case(name: "no version", request: "GET /\r\n\r\n", status: 400, isProblem: false, closes: true),
        Case(
            name: "HTTP/2.0",
            request: get("/", version: "HTTP/2.0"),
            status: 505,
            isProblem: false,
            closes: true
        ),
        Case(
            name: "HTTP/0.9",
            request: get("/", version: "HTTP/0.9"),
            status: 505,
            isProblem: false,
            closes: true
        ),
        Case(
            name: "a chunk whose size is no number",
            request: get("/", "Transfer-Encoding: chunked\r\n") + "zz\r\n",
            status: 400,
            isProblem: false,
            closes: true
        ),
    ]

    @Test("A broken request is refused", arguments: cases)
    func refuses(_ broken: Case) throws {
        let server = try echoServer()
        let client = try RawClient(server.address)
        try client.send(broken.request)
        let reply = try #require(try client.reply())
        #expect(reply.status == broken.status)
        #expect((reply.header("Content-Type") == "application/problem+json") == broken.isProblem)
        #expect(!broken.isProblem || reply.text.contains("\"status\":\(broken.status)"))
        if broken.closes {
            #expect(reply.header("Connection") == "close")
            // The library repeats the head of its page about a broken Content-Length before it closes.
            if !broken.isProblem { while try client.receive() {} } else { #expect(try client.isClosed()) }
        } else {
            try client.send(Self.get("/next"))
            #expect(try client.reply()?.status == 200)
        }
        // Whatever happened, the server still serves.
        let other = try RawClient(server.address)
        try other.send(Self.get("/"))
        #expect(try other.reply()?.status == 200)
    }

    @Test(
        "Bytes that are no HTTP at all end the connection and nothing else",
        arguments: [
            [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x0A], [0x00, 0x0A], [0x20, 0x0A],
            Shown(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)),
            Shown([UInt8](repeating: 0xFF, count: 100_000)),
        ] as [Shown<[UInt8]>]
    )
    func garbage(bytes: Shown<[UInt8]>) throws {
        let server = try echoServer()
        let client = try RawClient(server.address)
        // The server may close while this is still being sent.
        try? client.send(bytes.value)
        client.finishSending()
        while try client.receive() {}
        let other = try RawClient(server.address)
        try other.send(Self.get("/"))
        #expect(try other.reply()?.status == 200)
    }
}
