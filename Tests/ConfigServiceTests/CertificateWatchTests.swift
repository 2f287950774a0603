import Foundation
import HTTPServer
import Testing
import TestSupport

@testable import ConfigService

@Suite("A certificate that is replaced while a server runs", .timeLimit(.minutes(2)))
struct CertificateWatchTests {
    private let directory: TemporaryDirectory
    private let files: TestCertificate
    private let events = EventRecorder()
    private let server: Server
    private let watch: CertificateWatch

    init() throws {
        directory = try TemporaryDirectory()
        files = try TestCertificate(in: directory)
        let file = try CertificateFile(certificatePath: files.certificate, keyPath: files.key)
        var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.threads = 2
        configuration.certificate = file
        server = try Server(configuration) { _ in .now(try Response(status: .ok, body: Array("here".utf8))) }
        watch = try CertificateWatch([file], every: .milliseconds(1), events: events.log)
    }

    private func replace(_ path: String, with other: String) throws {
        let new = directory.file("new")
        try Data(contentsOf: URL(filePath: other)).write(to: URL(filePath: new))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: new)
        #expect(rename(new, path) == 0)
    }

    private func waitForEvent(_ name: String, _ words: String) -> Bool {
        eventually { events.messages(name).contains { $0.contains(words) } }
    }

    @Test(
        "is shown to new connections when it is good, and old connections go on; one that is not changes nothing"
    )
    func replaced() throws {
        defer { watch.stop() }
        let second = try TestCertificate(in: directory, name: "second")
        let third = try TestCertificate(in: directory, name: "third")
        let first = directory.file("first.crt")
        try FileManager.default.copyItem(atPath: files.certificate, toPath: first)
        let client = try TLSClient(server.address, knowing: [first, second.certificate, third.certificate])
        #expect(try client.ask("new") == "first.crt here")

        try replace(files.certificate, with: second.certificate)
        try replace(files.key, with: second.key)
        #expect(waitForEvent("certificate-changed", files.certificate))
        #expect(try client.ask("new") == "second.crt here")
        #expect(try client.ask("old") == "first.crt here")

        let broken = directory.file("broken")
        try Data("no certificate".utf8).write(to: URL(filePath: broken))
        try replace(files.certificate, with: broken)
        #expect(waitForEvent("certificate-failed", "\(files.certificate): "))
        // Long enough for many looks.
        for _ in 0..<10 { #expect(try client.ask("new") == "second.crt here") }

        let before = events.messages("certificate-failed").count
        try replace(files.certificate, with: third.certificate)
        #expect(
            eventually {
                events.messages("certificate-failed").dropFirst(before).contains {
                    $0.contains("\(files.key): it is not the key of the first certificate")
                }
            }
        )
        #expect(try client.ask("new") == "second.crt here")

        try replace(files.key, with: third.key)
        #expect(eventually { events.messages("certificate-changed").count == 2 })
        #expect(try client.ask("new") == "third.crt here")
        #expect(try client.ask("old") == "first.crt here")
        // Each fault is told once, however often the files are looked at.
        #expect(events.messages("certificate-failed").count <= 3)
    }
}

/// Another implementation's client, with one connection that stays and as many new ones as it is told to make.
private struct TLSClient {
    private let program: RunningProgram

    private static let script = """
        import hashlib, http.client, os, ssl, sys
        port, files = int(sys.argv[1]), sys.argv[2:]
        names = {hashlib.sha256(ssl.PEM_cert_to_DER_cert(open(f).read())).hexdigest(): os.path.basename(f) for f in files}
        context = ssl._create_unverified_context()
        def connect():
            connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=20, context=context)
            connection.connect()
            return connection
        def ask(connection):
            # Asked again of a connection that was closed, it would open another one.
            connection.auto_open = 0
            connection.request("GET", "/")
            body = connection.getresponse().read().decode()
            seen = hashlib.sha256(connection.sock.getpeercert(binary_form=True)).hexdigest()
            return names[seen] + " " + body
        old = connect()
        for line in sys.stdin:
            print(ask(old if line.strip() == "old" else connect()), flush=True)
        """

    init(_ address: ListenAddress, knowing certificates: [String]) throws {
        program = try RunningProgram(
            URL(filePath: "/usr/bin/python3"),
            ["-c", Self.script, "\(address.port)"] + certificates
        )
        // The connection that stays has been made.
        _ = try ask("old")
    }

    /// Which certificate the `old` or a `new` connection has, and what is answered on it.
    func ask(_ which: String) throws -> String? {
        try program.send(line: which)
        return try program.outputLine()
    }
}
