import Foundation
import HTTPServer
import StrictJSON
import Testing
import TestSupport

@testable import AdminService

@Suite("Behind the proxies of the documentation", .timeLimit(.minutes(2)))
struct ProxyTests {
    private let fixture: AdminFixture
    private let files: TestCertificate

    init() throws {
        fixture = try AdminFixture { $0.isBehindProxy = true }
        files = try TestCertificate(in: fixture.directory)
    }

    private func check(_ address: ListenAddress) throws {
        let token = try fixture.token()
        func curl(_ arguments: [String], _ path: String) throws -> RunningProgram.End {
            try RunningProgram.run(
                URL(filePath: "/usr/bin/curl"),
                ["-sS", "--max-time", "20", "--cacert", files.certificate, "--resolve"]
                    + ["localhost:\(address.port):127.0.0.1"] + arguments
                    + ["https://localhost:\(address.port)\(path)"]
            )
        }
        let bearer = ["-H", "Authorization: Bearer \(token)"]
        let me = try curl(bearer, "/admin/v1/self")
        #expect(try JSON(parsing: Array(me.output.utf8)).member("name") == "mika", "\(me.errors)")
        let body: JSON = ["operation": AdminFixture.kill]
        let kill = try curl(
            bearer + ["-H", "Content-Type: application/json", "-H", "If-Match: \"42\"", "-d", body.text],
            "/admin/v1/operations"
        )
        #expect(try JSON(parsing: Array(kill.output.utf8)).member("revision") == 43, "\(kill.output)")
        #expect(try curl(bearer + ["-o", "/dev/null", "-w", "%{http_code}"], "/v1/apps").output == "404")
        // The caller's own word counts for nothing: the proxy says who it is.
        for number in 1...12 {
            let status = try curl(
                ["-H", "Authorization: Bearer x", "-H", "X-Forwarded-For: 203.0.113.\(number)"]
                    + ["-o", "/dev/null", "-w", "%{http_code}"],
                "/admin/v1/self"
            )
            #expect(status.output == (number <= 10 ? "401" : "429"))
        }
    }

    @Test("nginx")
    func nginx() throws {
        let (fixture, files) = (fixture, files)
        let nginx = try Nginx { address in
            try Repository.text("Documentation/nginx/admin.conf")
                .replacing("listen 443 ssl;", with: "listen \(address) ssl;")
                .replacing("widgets-admin.example.org", with: "localhost")
                .replacing("/etc/ssl/widgets-admin.crt", with: files.certificate)
                .replacing("/etc/ssl/private/widgets-admin.key", with: files.key)
                .replacing("127.0.0.1:8081", with: "\(fixture.service.address)")
        }
        try check(nginx.address)
    }

    @Test("Caddy")
    func caddy() throws {
        let directory = fixture.directory
        // Only to get a port that is free.
        let address = try echoAddress()
        let text = try Repository.text("Documentation/caddy/Caddyfile")
            .replacing(
                "widgets-admin.example.org {\n",
                with:
                    "https://localhost:\(address.port) {\n\tbind 127.0.0.1\n\ttls \(files.certificate) \(files.key)\n"
            )
            .replacing("127.0.0.1:8081", with: "\(fixture.service.address)")
        let file = directory.file("Caddyfile")
        try Data("{\n\tadmin off\n\tauto_https off\n}\n\(text)".utf8).write(to: URL(filePath: file))
        let caddy = try RunningProgram(
            URL(filePath: "/usr/bin/caddy"),
            ["run", "--config", file, "--adapter", "caddyfile"],
            environment: [
                "HOME": directory.path, "XDG_DATA_HOME": directory.path, "XDG_CONFIG_HOME": directory.path,
            ]
        )
        let isUp = eventually { (try? RawClient(address)) != nil }
        #expect(isUp)
        try check(address)
        withExtendedLifetime(caddy) {}
    }

    private func echoAddress() throws -> ListenAddress {
        var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.threads = 1
        let server = try Server(configuration) { _ in .now(try Response(status: .noContent)) }
        let address = server.address
        server.stop()
        return address
    }
}
