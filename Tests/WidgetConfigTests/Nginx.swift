import Foundation
import HTTPServer
import TestSupport

/// nginx as a proxy in front of a server, until the last reference goes.
final class Nginx {
    let address: ListenAddress
    private let directory: TemporaryDirectory
    private let program: RunningProgram

    /// - Parameter servers: What stands in the block `http`; `LISTEN` is replaced by where the client will ask, and
    ///   `NEXT` by where one more server may listen.
    init(_ servers: String) throws {
        directory = try TemporaryDirectory()
        let ports = try [Self.freePort(), Self.freePort()]
        address = ListenAddress(host: "127.0.0.1", port: ports[0])
        let http = servers.replacing("LISTEN", with: "127.0.0.1:\(ports[0])")
            .replacing("NEXT", with: "127.0.0.1:\(ports[1])")
        // All that it would write elsewhere, or as another user, stays in the directory.
        let configuration = """
            daemon off;
            master_process off;
            pid nginx.pid;
            error_log stderr;
            events { worker_connections 64; }
            http {
                access_log off;
                client_body_temp_path body;
                proxy_temp_path proxy;
                fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi;
                scgi_temp_path scgi;
                proxy_http_version 1.1;
                proxy_set_header Connection "";
                \(http)
            }
            """
        let file = directory.file("nginx.conf")
        try configuration.write(toFile: file, atomically: true, encoding: .utf8)
        // Debian keeps it where only root looks.
        program = try RunningProgram(
            URL(filePath: "/usr/sbin/nginx"),
            ["-p", directory.path, "-c", file, "-e", "stderr"]
        )
        guard eventually({ (try? RawClient(address)) != nil }) else {
            program.send(signal: SIGKILL)
            throw RawClient.Failure("nginx did not start: \(try program.finish().errors)")
        }
    }

    /// Free a moment ago; should another program take it meanwhile, nginx says so.
    private static func freePort() throws -> UInt16 {
        try ScriptedServer { _ in .init([]) }.address.port
    }
}
