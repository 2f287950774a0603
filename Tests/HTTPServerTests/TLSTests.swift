import Foundation
import Synchronization
import Testing
import TestSupport

@testable import HTTPServer

@Suite("A server with a certificate", .timeLimit(.minutes(2)))
struct TLSTests {
    private let directory: TemporaryDirectory
    private let files: TestCertificate

    init() throws {
        directory = try TemporaryDirectory()
        files = try TestCertificate(in: directory)
    }

    private func server(_ adjust: (inout Configuration) -> Void = { _ in }) throws -> Server {
        let certificate = try CertificateFile(certificatePath: files.certificate, keyPath: files.key)
        return try echoServer { configuration in
            configuration.certificate = certificate
            adjust(&configuration)
        }
    }

    /// Another program's client, which believes the certificate in a file.
    private func curl(_ address: ListenAddress, trusting certificate: String, _ arguments: [String] = [])
        throws
        -> RunningProgram.End
    {
        try RunningProgram.run(
            URL(filePath: "/usr/bin/curl"),
            ["-sS", "--max-time", "20", "--cacert", certificate] + arguments + ["https://\(address)/a?b"]
        )
    }

    @Test("is believed by a client that knows it, and by no other")
    func believed() throws {
        let server = try server()
        #expect(try curl(server.address, trusting: files.certificate).output == "GET\n/a\nb\nHTTP/1.1")
        let other = try TestCertificate(in: directory, name: "other")
        let end = try curl(server.address, trusting: other.certificate)
        #expect(end.status == 60, "\(end.errors)")
    }

    @Test(
        "speaks TLS 1.2 and 1.3 and nothing older",
        arguments: [("1.1", false), ("1.2", true), ("1.3", true)]
    )
    func versions(_ version: String, _ isSpoken: Bool) throws {
        let server = try server()
        let end = try curl(
            server.address,
            trusting: files.certificate,
            ["--tls-max", version, "--tlsv\(version)", "--ciphers", "DEFAULT@SECLEVEL=0"]
        )
        #expect((end.status == 0) == isSpoken, "\(end.errors)")
    }

    @Test("takes and sends megabytes")
    func large() throws {
        let certificate = try CertificateFile(certificatePath: files.certificate, keyPath: files.key)
        var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.threads = 2
        configuration.certificate = certificate
        configuration.maximumBodySize = 8 << 20
        configuration.keepsBodies = true
        let server = try Server(configuration) { .now(try Response(status: .ok, body: $0.body)) }
        let bytes = Data((0..<(4 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let (sent, received) = (directory.file("sent"), directory.file("received"))
        try bytes.write(to: URL(filePath: sent))
        let end = try curl(
            server.address,
            trusting: files.certificate,
            ["--data-binary", "@\(sent)", "-o", received]
        )
        #expect(end.status == 0, "\(end.errors)")
        #expect(try Data(contentsOf: URL(filePath: received)) == bytes)
    }

    @Test("answers those who waited")
    func waiting() throws {
        let certificate = try CertificateFile(certificatePath: files.certificate, keyPath: files.key)
        let pending = Mutex<[PendingAnswer]>([])
        let late = try Response(status: .ok, body: Array("late".utf8))
        var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.threads = 2
        configuration.certificate = certificate
        let server = try Server(configuration) { _ in
            let answer = PendingAnswer(atMost: .seconds(20)) { _ in late }
            pending.withLock { $0.append(answer) }
            return .later(answer)
        }
        let program = try RunningProgram(
            URL(filePath: "/usr/bin/curl"),
            ["-sS", "--max-time", "20", "--cacert", files.certificate, "https://\(server.address)/"]
        )
        let answer = eventually { pending.withLock { $0.first } }
        answer?.resume(with: late)
        #expect(try program.finish().output == "late")
    }

    @Test("takes up a new certificate without a restart, and keeps the old one while the new one is no good")
    func reloaded() throws {
        let certificate = try CertificateFile(certificatePath: files.certificate, keyPath: files.key)
        let server = try echoServer { $0.certificate = certificate }
        let other = try TestCertificate(in: directory, name: "other")
        #expect(try !certificate.refresh())

        try Data(contentsOf: URL(filePath: other.certificate)).write(to: URL(filePath: files.certificate))
        let error = #expect(throws: HTTPServerError.self) { try certificate.refresh() }
        #expect(
            error?.description
                == "cannot use for TLS \(files.key): it is not the key of the first certificate; name the chain and "
                + "its key, in PEM and without a password"
        )
        #expect(try curl(server.address, trusting: other.certificate).status == 60)

        try Data(contentsOf: URL(filePath: other.key)).write(to: URL(filePath: files.key))
        #expect(try certificate.refresh())
        #expect(try curl(server.address, trusting: other.certificate).status == 0)
        #expect(try !certificate.refresh())
    }

    @Test("gives a client without TLS no answer, and goes on")
    func plain() throws {
        let server = try server()
        let client = try RawClient(server.address)
        try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect((try? client.reply()) == nil)
        #expect(try curl(server.address, trusting: files.certificate).status == 0)
    }

    @Test(
        "does not start with files that are none",
        arguments: [
            ("missing.crt", "server.key", "missing.crt: No such file"),
            ("server.key", "server.key", "server.key: "),
            ("server.crt", "server.crt", "server.crt: "), ("server.crt", "open.key", "everybody may read it"),
            (".", "server.key", "Is a directory"), ("long.crt", "server.key", "long.crt: it is too long"),
        ]
    )
    func bad(_ certificate: String, _ key: String, _ complaint: String) throws {
        let open = directory.file("open.key")
        try Data(repeating: 0x20, count: 1 << 20 + 1).write(to: URL(filePath: directory.file("long.crt")))
        try Data(contentsOf: URL(filePath: files.key)).write(to: URL(filePath: open))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: open)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: files.certificate)
        let error = #expect(throws: HTTPServerError.self) {
            try CertificateFile(certificatePath: directory.file(certificate), keyPath: directory.file(key))
        }
        #expect(error?.description.contains(complaint) == true, "\(error?.description ?? "")")
    }
}
