import Foundation
import Testing
import TestSupport

@testable import HTTPServer

@Suite("A response with a file")
struct FileResponseTests {
    private let directory: TemporaryDirectory
    private let content: [UInt8]
    private var path: String { directory.file("picture") }

    init() throws {
        directory = try TemporaryDirectory()
        var random = SeededGenerator(seed: 1)
        content = (0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        try Data(content).write(to: URL(filePath: path))
    }

    private func response(_ headers: [(String, String)] = [("ETag", "\"1\"")]) throws -> Response {
        let descriptor = open(path, O_RDONLY)
        #expect(descriptor >= 0)
        return try Response(headers: headers, file: descriptor, count: content.count)
    }

    private func serve(_ response: Response, exchangeTimeout: Duration = .seconds(60)) throws -> Server {
        var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.exchangeTimeout = exchangeTimeout
        return try Server(configuration) { _ in .now(response) }
    }

    /// How many descriptors of this process lead to the file.
    private func openCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            return target?.hasPrefix(path) == true
        }
    }

    @Test("has its bytes and length, again and again on one connection, and none for HEAD")
    func whole() throws {
        let server = try serve(try response())
        let client = try RawClient(server.address)
        for _ in 0..<3 {
            let reply = try client.request("GET", "/")
            #expect(reply.status == 200 && reply.body == content)
            #expect(reply.headers.map(\.name) == ["Date", "ETag", "Content-Length"])
            let head = try client.request("HEAD", "/")
            #expect(head.header("Content-Length") == "\(content.count)" && head.body.isEmpty)
        }
    }

    @Test(
        "serves many connections at once, slow ones too, from one descriptor, which is closed with the last"
    )
    func shared() throws {
        var server: Server? = try serve(try response())
        let address = try #require(server?.address)
        let clients = try (0..<30).map { try RawClient(address, receiveBuffer: $0 % 2 == 0 ? 4096 : nil) }
        for client in clients { try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
        for client in clients { #expect(try client.receive(atMost: 100)) }
        #expect(try openCount() == 1)
        for client in clients { #expect(try client.reply()?.body == content) }
        server?.stop()
        server = nil
        #expect(try eventually { try openCount() == 0 })
    }

    @Test(
        "ends the connection when the file has become shorter, so that no client takes a part for the whole"
    )
    func shortened() throws {
        // The library waits for more of the file until the time is over.
        let server = try serve(try response(), exchangeTimeout: .seconds(1))
        #expect(truncate(path, 1_000_000) == 0)
        let client = try RawClient(server.address)
        #expect(throws: RawClient.EndedWithinBody.self) { try client.request("GET", "/") }
        #expect(truncate(path, 0) == 0)
        #expect(throws: (any Error).self) { try RawClient(server.address).request("GET", "/") }
    }

    @Test("with more headers has a descriptor of its own, and one that is refused leaves none open")
    func descriptors() throws {
        var responses = [try response()]
        responses.append(try responses[0].adding([("X-More", "1")]))
        #expect(try openCount() == 2)
        #expect(throws: HTTPServerError.self) { try response([("X", "a\nb")]) }
        #expect(try openCount() == 2)
        let server = try serve(responses[1])
        responses = []
        let reply = try RawClient(server.address).request("GET", "/")
        #expect(reply.body == content && reply.header("X-More") == "1")
        #expect(try openCount() == 1)
    }
}
