import Foundation
package import HTTPServer

/// A running nginx, which ends with its last reference.
package final class Nginx {
    /// Where it listens.
    package let address: ListenAddress
    private let program: RunningProgram
    private let directory: TemporaryDirectory

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Starts it and waits until it listens.
    ///
    /// - Parameter servers: What stands in the `http` block; is given the address to listen on.
    package init(_ servers: (ListenAddress) throws -> String) throws {
        let directory = try TemporaryDirectory()
        // The port of a socket that is gone again.
        let address = try LoopbackSocket().address
        let errors = directory.file("errors")
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(directory.file($0));"
        }
        let configuration = """
            daemon off;
            # One process, which cannot be left behind.
            master_process off;
            pid \(directory.file("pid"));
            error_log \(errors) warn;
            events { worker_connections 256; }
            http {
                access_log off;
                \(folders.joined(separator: "\n    "))
            \(try servers(address))
            }
            """
        let file = directory.file("nginx.conf")
        try Data(configuration.utf8).write(to: URL(filePath: file))
        program = try RunningProgram(
            Self.program(),
            ["-p", directory.path, "-c", file, "-e", errors]
        )
        self.directory = directory
        self.address = address
        guard eventually({ (try? RawClient(address)) != nil }) else {
            let log = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
            throw Failure(description: "nginx does not listen on \(address): \(log)")
        }
    }

    private static func program() throws -> URL {
        for path in ["/usr/sbin/nginx", "/usr/bin/nginx"] where access(path, X_OK) == 0 {
            return URL(filePath: path)
        }
        throw Failure(description: "nginx is missing; `.ci/packages test` installs it")
    }

    /// One request on a connection of its own.
    package func request(_ method: String = "GET", _ target: String, _ headers: [String: String] = [:]) throws
        -> RawClient.Reply
    {
        try RawClient(address).request(method, target, headers)
    }
}
