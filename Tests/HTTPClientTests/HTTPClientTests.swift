import Foundation
import HTTPServer
import Testing
import TestSupport

@testable import HTTPClient

@Suite("A client", .timeLimit(.minutes(2)))
struct HTTPClientTests {
    private static func server(_ adjust: (inout Configuration) -> Void = { _ in }) throws -> Server {
        var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.threads = 2
        configuration.keepsBodies = true
        configuration.maximumBodySize = 8 << 20
        adjust(&configuration)
        return try Server(configuration) { request in
            switch request.path {
            case "/away":
                return .now(try Response(status: Status(rawValue: 302), headers: [("Location", "/")]))
            case "/late":
                let late = try Response(status: .noContent)
                return .later(PendingAnswer(atMost: .seconds(60)) { _ in late })
            case "/large":
                return .now(try Response(status: .ok, body: [UInt8](repeating: 0x78, count: 100_000)))
            default: break
            }
            let lines = [
                request.methodName, request.path, request.query ?? "-", request.header("X-Echo") ?? "-",
            ]
            let text = Array((lines.joined(separator: "\n") + "\n").utf8) + request.body
            return .now(try Response(status: .ok, headers: [("X-Answer", "Yes: it is")], body: text))
        }
    }

    private func client(_ adjust: (inout HTTPClient.Settings) -> Void = { _ in }) throws -> HTTPClient {
        var settings = HTTPClient.Settings()
        settings.usesProxy = false
        adjust(&settings)
        return try HTTPClient(settings)
    }

    @Test("sends method, address, headers and body as they are, and gets all of the answer")
    func whole() throws {
        let server = try Self.server()
        let client = try client()
        let body = (0..<(2 << 20)).map { UInt8(truncatingIfNeeded: $0) }
        for method in ["POST", "PUT", "DELETE"] {
            let request = HTTPRequest(
                method,
                "http://\(server.address)/a%20b?c=%2F",
                headers: [("X-Echo", "here")],
                body: body
            )
            let reply = try client.send(request)
            #expect(reply.status == 200)
            #expect(reply.headers["x-answer"] == "Yes: it is")
            #expect(reply.body == Array("\(method)\n/a%20b\nc=%2F\nhere\n".utf8) + body)
        }
        let empty = try client.send(HTTPRequest("POST", "http://\(server.address)/", body: []))
        #expect(empty.body == Array("POST\n/\n-\n-\n".utf8))
        let none = try client.send(HTTPRequest("GET", "http://\(server.address)/"))
        #expect(none.body == Array("GET\n/\n-\n-\n".utf8))
    }

    @Test("keeps its connection, and makes another one when that has gone")
    func connections() throws {
        let server = try Self.server()
        let client = try client()
        for _ in 1...20 { _ = try client.send(HTTPRequest("GET", "http://\(server.address)/")) }
        #expect(server.connectionCount == 1)
        let port = server.address
        server.stop()
        #expect(throws: HTTPClientError.self) { try client.send(HTTPRequest("GET", "http://\(port)/")) }
        let again = try Self.server { $0.address = port }
        #expect(try client.send(HTTPRequest("GET", "http://\(again.address)/")).status == 200)
    }

    @Test("follows no redirect")
    func redirect() throws {
        let server = try Self.server()
        #expect(try client().send(HTTPRequest("GET", "http://\(server.address)/away")).status == 302)
    }

    @Test("gives up on what is too large or too slow, and says so")
    func limits() throws {
        let server = try Self.server()
        let small = try client { $0.maximumBodySize = 99_999 }
        let error = #expect(throws: HTTPClientError.self) {
            try small.send(HTTPRequest("GET", "http://mika:secret@\(server.address)/large?secret"))
        }
        #expect(
            error == HTTPClientError(url: "http://\(server.address)/large", problem: .tooLarge(limit: 99_999))
        )
        let hasty = try client { $0.timeout = .milliseconds(200) }
        for method in ["GET", "POST"] {
            let slow = #expect(throws: HTTPClientError.self) {
                try hasty.send(HTTPRequest(method, "http://\(server.address)/late"))
            }
            guard case .tooSlow(_, mayBeDone: method == "POST")? = slow?.problem else {
                Issue.record("\(slow.map { "\($0)" } ?? "no error")")
                return
            }
            // What only asks has nothing to carry out.
            #expect(slow?.description.contains("carried out") == (method == "POST"))
        }
    }

    @Test(
        "says what is wrong with an address",
        arguments: [
            ("http://127.0.0.1:1/", "is the address right"), ("ftp://127.0.0.1/", "rotocol"), ("", "URL"),
        ]
    )
    func address(_ url: String, _ complaint: String) throws {
        let error = #expect(throws: HTTPClientError.self) { try client().send(HTTPRequest("GET", url)) }
        #expect(error?.description.contains(complaint) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("believes a certificate only if it is told to, and only for its host")
    func certificates() throws {
        let directory = try TemporaryDirectory()
        let files = try TestCertificate(in: directory)
        let certificate = try CertificateFile(certificatePath: files.certificate, keyPath: files.key)
        let server = try Self.server { $0.certificate = certificate }
        let request = HTTPRequest("GET", "https://\(server.address)/")
        #expect(try client { $0.authorityFile = files.certificate }.send(request).status == 200)

        let stranger = #expect(throws: HTTPClientError.self) { try client().send(request) }
        #expect(
            stranger?.description.contains("the server is not trusted") == true,
            "\(stranger.map { "\($0)" } ?? "")"
        )
        let other = HTTPRequest("GET", "https://127.0.0.2:\(server.address.port)/")
        let wrongHost = try Self.server {
            $0.certificate = certificate
            $0.address = ListenAddress(host: "127.0.0.2", port: server.address.port)
        }
        _ = wrongHost
        let impostor = #expect(throws: HTTPClientError.self) {
            try client { $0.authorityFile = files.certificate }.send(other)
        }
        #expect(
            impostor?.description.contains("the server is not trusted") == true,
            "\(impostor.map { "\($0)" } ?? "")"
        )
        let missing = #expect(throws: HTTPClientError.self) {
            try client { $0.authorityFile = directory.file("missing") }.send(request)
        }
        guard case .notTrusted? = missing?.problem else {
            Issue.record("\(missing.map { "\($0)" } ?? "no error")")
            return
        }
    }

    @Test("brings its library into memory when the first one is made, and not before")
    func lazy() throws {
        let end = try RunningProgram.run(RunningProgram.built("http-client-user"))
        #expect(end == RunningProgram.End(status: 0, output: "false\ntrue\n", errors: ""))
    }
}
