import Glibc
import HTTPServer

/// A TCP connection that sends what a test says and reads responses off it.
final class Client {
    /// How long anything may take before a test fails rather than hangs.
    static let patience: Duration = .seconds(20)

    private let descriptor: Int32
    private var received: [UInt8] = []

    struct Failure: Error, CustomStringConvertible { let description: String }

    /// A response as it came over the wire.
    struct Reply {
        let status: Int
        /// In the order in which they came.
        let headers: [(name: String, value: String)]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }

        func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    }

    init(_ address: ListenAddress) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
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

    /// Sends a request and reads its response.
    func request(_ method: String = "GET", _ target: String, _ headers: [String: String] = [:]) throws
        -> Reply
    {
        let lines = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        try send("\(method) \(target) HTTP/1.1\r\nHost: test\r\n\(lines)\r\n")
        guard let reply = try reply(hasBody: method != "HEAD") else {
            throw Failure(description: "\(method) \(target): the connection ended without a response")
        }
        return reply
    }

    func send(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(description: "send: \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads one response; nil when the connection ends before one begins.
    func reply(hasBody: Bool = true) throws -> Reply? {
        let mark = Array("\r\n\r\n".utf8)
        while received.firstRange(of: mark) == nil {
            guard try receive() else { return nil }
        }
        guard let end = received.firstRange(of: mark) else { return nil }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        received.removeSubrange(..<end.upperBound)
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (name: String(parts[0]), value: String(parts[1].dropFirst()))
        }
        guard let status = Int(lines[0].split(separator: " ")[1]) else {
            throw Failure(description: "no status in \(lines[0])")
        }
        let length = headers.first { $0.name == "Content-Length" }.flatMap { Int($0.value) } ?? 0
        let size = hasBody && status != 304 ? length : 0
        while received.count < size {
            guard try receive() else { throw Failure(description: "ended within a body") }
        }
        defer { received.removeSubrange(..<size) }
        return Reply(status: status, headers: headers, body: Array(received[..<size]))
    }

    /// The next chunk of a body (RFC 9112 section 7.1); nil after the last, or when the connection ends.
    func chunk() throws -> [UInt8]? {
        let mark = Array("\r\n".utf8)
        while received.firstRange(of: mark) == nil {
            guard try receive() else { return nil }
        }
        guard let end = received.firstRange(of: mark),
            let size = Int(String(decoding: received[..<end.lowerBound], as: UTF8.self), radix: 16)
        else { throw Failure(description: "no chunk: \(String(decoding: received, as: UTF8.self))") }
        received.removeSubrange(..<end.upperBound)
        while received.count < size + mark.count {
            guard try receive() else { throw Failure(description: "ended within a chunk") }
        }
        defer { received.removeSubrange(..<(size + mark.count)) }
        return size == 0 ? nil : Array(received[..<size])
    }

    /// Takes what is there; false at the end of the stream.
    private func receive() throws -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, Int32(Self.patience.components.seconds * 1000)) == 1 else {
            throw Failure(description: "nothing came, and the connection did not end")
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 || errno == ECONNRESET else {
            throw Failure(description: "receive: \(String(cString: strerror(errno)))")
        }
        received += buffer[..<max(0, count)]
        return count > 0
    }
}

/// Repeats a look until it gives what is wanted; nil when that does not happen in time.
func eventually<Value>(_ look: () throws -> Value?) rethrows -> Value? {
    let end = ContinuousClock.now + Client.patience
    while true {
        if let value = try look() { return value }
        guard ContinuousClock.now < end else { return nil }
        sched_yield()
    }
}
