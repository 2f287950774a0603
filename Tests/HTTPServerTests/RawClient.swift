import Glibc

@testable import HTTPServer

/// A TCP connection that sends and receives exactly the bytes that a test says.
final class RawClient {
    /// How long anything may take before a test fails rather than hangs.
    static let patience: Duration = .seconds(20)

    let descriptor: Int32
    private var received: [UInt8] = []

    struct Failure: Error, CustomStringConvertible { var description: String }

    /// A response as it came over the wire.
    struct Reply: Equatable {
        var status: Int
        var headers: [(name: String, value: String)]
        var body: String

        func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

        static func == (a: Reply, b: Reply) -> Bool { a.status == b.status && a.body == b.body }
    }

    /// - Parameter receiveBuffer: Bytes of the socket's buffer, to make a client that reads slowly; nil: default.
    init(_ address: ListenAddress, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var receiveBuffer {
            let size = socklen_t(MemoryLayout<Int32>.size)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, size)
        }
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = address.port.bigEndian
        inet_pton(AF_INET, address.host, &target.sin_addr)
        let code = withUnsafePointer(to: &target) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Failure(description: "connect: \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(description: "send: \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends output, as a client does that half-closes.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads one response; nil when the connection ends before one begins.
    func reply(toHead: Bool = false) throws -> Reply? {
        guard let end = try awaitHead() else { return nil }
        let lines = String(decoding: received[..<end], as: UTF8.self).split(separator: "\r\n")
        received.removeSubrange(..<(end + 4))
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (name: String(parts[0]), value: String(parts[1].dropFirst()))
        }
        guard let status = Int(lines[0].split(separator: " ")[1]) else {
            throw Failure(description: "no status in \(lines[0])")
        }
        var reply = Reply(status: status, headers: headers, body: "")
        let size = toHead || status == 304 ? 0 : reply.header("Content-Length").flatMap { Int($0) } ?? 0
        while received.count < size {
            guard try receive() else { throw Failure(description: "ended within a body") }
        }
        reply.body = String(decoding: received[..<size], as: UTF8.self)
        received.removeSubrange(..<size)
        return reply
    }

    /// All that has come, up to and with a text that must come.
    func text(through mark: String) throws -> String {
        while true {
            if let range = received.firstRange(of: Array(mark.utf8)) {
                defer { received.removeSubrange(..<range.upperBound) }
                return String(decoding: received[..<range.upperBound], as: UTF8.self)
            }
            guard try receive() else {
                throw Failure(description: "ended after \(String(decoding: received, as: UTF8.self))")
            }
        }
    }

    /// Where the head that comes next ends; nil when the connection ends instead.
    private func awaitHead() throws -> Int? {
        while true {
            if let end = headEnd() { return end }
            guard try receive() else {
                if received.isEmpty { return nil }
                throw Failure(description: "ended within \(String(decoding: received, as: UTF8.self))")
            }
        }
    }

    /// Whether the server ends the connection, with or without a reset, before it sends anything more.
    func isClosed() throws -> Bool {
        guard received.isEmpty else { return false }
        return try !receive()
    }

    /// Takes what is there, at most so many bytes; false at the end of the stream.
    func receive(atMost limit: Int = 65536) throws -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, Int32(Self.patience.components.seconds * 1000)) == 1 else {
            throw Failure(description: "nothing came, and the connection did not end")
        }
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else {
            guard count == 0 || errno == ECONNRESET else {
                throw Failure(description: "receive: \(String(cString: strerror(errno)))")
            }
            return false
        }
        received += buffer[..<count]
        return true
    }

    private func headEnd() -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        guard received.count >= 4 else { return nil }
        return (0...(received.count - 4)).first { Array(received[$0..<($0 + 4)]) == mark }
    }
}

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

/// Waits until a condition that another thread brings about holds.
func eventually(_ condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + RawClient.patience
    while !condition() {
        guard ContinuousClock.now < end else { return false }
        sched_yield()
    }
    return true
}
