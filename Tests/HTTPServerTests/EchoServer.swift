import HTTPServer

/// A server on a free port that answers each request with what it saw of it, one item a line.
func echoServer(_ adjust: (inout Configuration) -> Void = { _ in }) throws -> Server {
    var configuration = Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
    configuration.threads = 2
    adjust(&configuration)
    return try Server(configuration) { request in
        var lines = [request.methodName, request.path, request.query ?? "-", request.version.rawValue]
        if let tag = request.header("x-echo") { lines.append(tag) }
        return .now(try Response(status: .ok, body: Array(lines.joined(separator: "\n").utf8)))
    }
}
