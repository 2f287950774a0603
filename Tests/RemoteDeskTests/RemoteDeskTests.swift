import AccessTokens
import AdminService
import Definitions
import Foundation
import HTTPServer
import enum ReleaseDesk.Operation
import ReleaseDesk
import Rollout
import RolloutStore
import Testing
import TestSupport

@testable import RemoteDesk

@Suite("A desk on another machine", .timeLimit(.minutes(2)))
struct RemoteDeskTests {
    private static let kill = Operation.kill(
        KillOrder(widget: "WallpaperLockWidget"),
        in: .named(["minimal-wallpapers"])
    )

    @Test("does what a desk here does, with the same outcome")
    func performed() throws {
        let there = try RemoteFixture()
        let here = try RemoteFixture()
        let local = ReleaseDesk(store: here.store, actor: "mika") {
            Instant(millisecondsSince1970: 1_800_000_000_000)
        }
        let remote = RemoteDesk(try there.client(.operator))
        for (operation, order) in [
            (Self.kill, ReleaseDesk.Order(reason: "r", isDryRun: true)), (Self.kill, .init(reason: "r")),
            (Self.kill, .init()), (.rollBack(to: 42), .init(isDryRun: true)),
            (.startRollout(of: "widget_enabled", in: .all), .init()),
            (.setFlag("home_widget_enabled", to: "false", in: .all), .init(isDryRun: true)),
        ] {
            #expect(try remote.perform(operation, order) == local.perform(operation, order))
        }
    }

    @Test("throws what a desk here throws")
    func refused() throws {
        let there = try RemoteFixture()
        let here = try RemoteFixture()
        let local = ReleaseDesk(store: here.store, actor: "mika") {
            Instant(millisecondsSince1970: 1_800_000_000_000)
        }
        let remote = RemoteDesk(try there.client(.operator))
        let operations: [Operation] = [
            .kill(KillOrder(widget: "W"), in: .all), .setFlag("widget_enabled", to: "1", in: .all),
            .pauseRollout(of: "widget_enabled", in: .all),
            .setFlag("home_widget_enabled", to: "false", in: .all),
            .rollBack(to: 99), .unsetFlag("nothing", in: .named(["nowhere"])),
        ]
        for operation in operations {
            let wanted = #expect(throws: DeskError.self) { try local.perform(operation, .init()) }
            let found = #expect(throws: DeskError.self) { try remote.perform(operation, .init()) }
            #expect(found == wanted, "\(operation)")
        }
    }

    @Test("does it once, though the answer gets lost and it is asked again")
    func lostAnswer() throws {
        let fixture = try RemoteFixture()
        let proxy = try LosingProxy(to: fixture.service.address)
        let client = try AdminClient(
            ServerAddress(parsing: "http://127.0.0.1:\(proxy.port)"),
            token: fixture.token()
        )
        let outcome = try RemoteDesk(client).perform(Self.kill, .init(reason: "r"))
        #expect(outcome.revision == 43)
        #expect(outcome.changes.count == 1)
        #expect(try fixture.store.revision() == 43)
        #expect(try proxy.requestCount() >= 2)
    }

    @Test("says what is wrong with a token, and shows nothing of it")
    func token() throws {
        let fixture = try RemoteFixture()
        let address = try ServerAddress(parsing: "http://\(fixture.service.address)")
        var random = SystemRandomNumberGenerator()
        let token = AccessToken(using: &random)
        let client = try AdminClient(address, token: token)
        let error = #expect(throws: RemoteError.self) { try RemoteDesk(client).perform(Self.kill, .init()) }
        #expect(error?.description == "\(address): There is no such token.")
        let reading = #expect(throws: StoreError.self) { try RemoteStore(client).revision() }
        #expect(reading?.description == "\(address): There is no such token.")
        let viewer = try fixture.client(.viewer)
        let refused = #expect(throws: RemoteError.self) { try RemoteDesk(viewer).perform(Self.kill, .init()) }
        #expect(refused?.description.contains("kill needs the role operator") == true)
    }

    @Test("says so when nobody is there, or somebody else")
    func elsewhere() throws {
        let fixture = try RemoteFixture()
        let token = try fixture.token()
        let nobody = try AdminClient(ServerAddress(parsing: "http://127.0.0.1:1"), token: token)
        let error = #expect(throws: RemoteError.self) { try RemoteDesk(nobody).perform(Self.kill, .init()) }
        #expect(error?.description.contains("is the address right") == true, "\(error.map { "\($0)" } ?? "")")
        var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.threads = 1
        for (status, body) in [
            (Status.ok, "hello"), (.notFound, "<html>"), (.ok, "{}"), (Status(rawValue: 302), ""),
        ] {
            let server = try Server(configuration) { _ in
                .now(try Response(status: status, body: Array(body.utf8)))
            }
            let client = try AdminClient(ServerAddress(parsing: "http://\(server.address)"), token: token)
            let error = #expect(throws: RemoteError.self) {
                try RemoteDesk(client).perform(Self.kill, .init())
            }
            #expect(
                error?.description.contains("is this the address of") == true,
                "\(error.map { "\($0)" } ?? "")"
            )
        }
    }

    @Test("speaks TLS, with the authority that it is told")
    func secure() throws {
        let directory = try TemporaryDirectory()
        let files = try TestCertificate(in: directory)
        let certificate = try CertificateFile(certificatePath: files.certificate, keyPath: files.key)
        let fixture = try RemoteFixture(certificate: certificate)
        let address = try ServerAddress(parsing: "https://\(fixture.service.address)")
        let good = try AdminClient(address, token: fixture.token(), authorityFile: files.certificate)
        #expect(try RemoteDesk(good).perform(Self.kill, .init()).revision == 43)
        let stranger = try AdminClient(address, token: fixture.token())
        let error = #expect(throws: RemoteError.self) { try RemoteDesk(stranger).perform(Self.kill, .init()) }
        #expect(error?.description.contains("the server is not trusted") == true)
        #expect(error?.description.hasSuffix("name that with --ca") == true)
    }

    @Test("has tokens as a store here has")
    func tokens() throws {
        let fixture = try RemoteFixture()
        let desk = RemoteTokenDesk(try fixture.client())
        let (record, token) = try desk.create(
            .init(name: "noor", role: .viewer, apps: ["minimal-wallpapers"])
        )
        #expect(token.id == record.id)
        #expect(record.createdBy == "mika")
        #expect(try desk.tokens().contains(record))
        #expect(try desk.revoke(record.id).revoked != nil)
        for id in ["", "../tokens", "000000000000"] {
            let error = #expect(throws: TokenError.self) { try desk.revoke(id) }
            guard case .unknownToken? = error else {
                Issue.record("\(error.map { "\($0)" } ?? "no error")")
                continue
            }
        }
    }
}

@Suite("The address of a server")
struct ServerAddressTests {
    @Test(
        "is taken as it is, without a slash at the end",
        arguments: [
            ("https://widgets.example.org", "https://widgets.example.org", false),
            ("HTTPS://widgets.example.org:8443/", "https://widgets.example.org:8443", false),
            ("https://example.org/widgets//", "https://example.org/widgets", false),
            ("http://127.0.0.1:8081", "http://127.0.0.1:8081", true),
            ("http://localhost", "http://localhost", true),
            ("http://[::1]:80/x", "http://[::1]:80/x", true),
            ("https://[2001:db8::1]", "https://[2001:db8::1]", false),
        ]
    )
    func good(text: String, description: String, isLoopback: Bool) throws {
        let address = try ServerAddress(parsing: text)
        #expect(address.description == description)
        #expect(address.isLoopback == isLoopback)
    }

    @Test(
        "is refused where it is none, or would give the token away",
        arguments: [
            ("", "write it like"), ("widgets.example.org", "write it like"),
            ("ftp://a", "neither https nor http"),
            ("http://widgets.example.org", "could be read on its way"),
            ("http://127.0.0.1.example.org", "could be read"),
            ("http://127.evil.example", "could be read"), ("https://", "no host"),
            ("https://a:0", "a port that is none"),
            ("https://a:99999", "a port that is none"), ("https://ana:secret@a", "and nothing else"),
            ("https://a?b", "and nothing else"), ("https://a b", "and nothing else"),
            ("https://[::1", "no host"),
            ("http://localhost@evil.example", "and nothing else"), ("https://a\r\nX: y", "and nothing else"),
        ]
    )
    func bad(text: String, complaint: String) {
        let error = #expect(throws: ServerAddress.Fault.self) { try ServerAddress(parsing: text) }
        #expect(error?.description.contains(complaint) == true, "\(error?.description ?? "")")
    }
}

/// A proxy that passes requests on and loses the first answer to a `POST`, as a network may.
private final class LosingProxy {
    let port: UInt16
    private let program: RunningProgram

    init(to address: ListenAddress) throws {
        let script = """
            import socket, sys
            target = ("127.0.0.1", int(sys.argv[1]))
            listener = socket.create_server(("127.0.0.1", 0))
            print(listener.getsockname()[1], flush=True)
            lost = False
            def message(connection):
                data = b""
                while b"\\r\\n\\r\\n" not in data:
                    more = connection.recv(65536)
                    if not more: return data
                    data += more
                head, body = data.split(b"\\r\\n\\r\\n", 1)
                size = 0
                for line in head.split(b"\\r\\n"):
                    if line.lower().startswith(b"content-length:"): size = int(line.split(b":")[1])
                while len(body) < size: body += connection.recv(65536)
                return head + b"\\r\\n\\r\\n" + body
            while True:
                client, _ = listener.accept()
                asked = message(client)
                if asked:
                    print(asked.split(b"\\r\\n")[0].decode(), flush=True)
                    server = socket.create_connection(target)
                    server.sendall(asked)
                    answered = message(server)
                    if asked.startswith(b"POST") and not lost: lost = True
                    else: client.sendall(answered)
                    server.close()
                client.close()
            """
        program = try RunningProgram(
            URL(filePath: "/usr/bin/python3"),
            ["-c", script, "\(address.port)"]
        )
        port = try #require(try program.outputLine().flatMap { UInt16($0) })
    }

    /// How many requests came so far; ends it.
    func requestCount() throws -> Int {
        program.send(signal: SIGKILL)
        return try program.finish().lines.count
    }
}
