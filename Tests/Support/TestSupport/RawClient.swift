import Glibc
package import HTTPServer

/// A TCP connection that sends and receives exactly the bytes that a test says.
package final class RawClient {
    package let descriptor: Int32
    private var received: [UInt8] = []

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    /// The connection ended after a part of a response's body.
    package struct EndedWithinBody: Error {}

    /// A response as it came over the wire.
    package struct Reply {
        package let status: Int
        /// In the order in which they came.
        package let headers: [(name: String, value: String)]
        package let body: [UInt8]

        package var text: String { String(decoding: body, as: UTF8.self) }

        /// The first of that name, letter case included.
        package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    }

    /// - Parameter receiveBuffer: Bytes of the socket's buffer, to make a client that reads slowly; nil: default.
    package init(_ address: ListenAddress, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure("socket") }
        if var receiveBuffer {
            let size = socklen_t(MemoryLayout<Int32>.size)
            guard setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, size) == 0 else {
                throw Self.failure("setsockopt")
            }
        }
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = address.port.bigEndian
        guard inet_pton(AF_INET, address.host, &target.sin_addr) == 1 else {
            throw Failure("\(address.host) is no IPv4 address")
        }
        let code = withUnsafePointer(to: &target) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Self.failure("connect") }
    }

    deinit { close(descriptor) }

    // MARK: - Sending

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Self.failure("send") }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends output, as a client does that half-closes.
    package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Sends a request and reads its response.
    package func request(_ method: String = "GET", _ target: String, _ headers: [String: String] = [:]) throws
        -> Reply
    {
        let lines = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        try send("\(method) \(target) HTTP/1.1\r\nHost: test\r\n\(lines)\r\n")
        guard let reply = try reply(toHead: method == "HEAD") else {
            throw Failure("\(method) \(target): the connection ended without a response")
        }
        return reply
    }

    // MARK: - Receiving

    /// Reads one response; nil when the connection ends before one begins.
    ///
    /// - Parameter toHead: Whether it answers HEAD, and so has no body.
    package func reply(toHead: Bool = false) throws -> Reply? {
        let mark = Array("\r\n\r\n".utf8)
        while received.firstRange(of: mark) == nil {
            guard try receive() else {
                if received.isEmpty { return nil }
                throw Failure("ended within \(String(decoding: received, as: UTF8.self))")
            }
        }
        guard let end = received.firstRange(of: mark) else { return nil }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        received.removeSubrange(..<end.upperBound)
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (name: String(parts[0]), value: String(parts[1].dropFirst()))
        }
        guard let status = Int(lines[0].split(separator: " ")[1]) else {
            throw Failure("no status in \(lines[0])")
        }
        let length = headers.first { $0.name == "Content-Length" }.flatMap { Int($0.value) } ?? 0
        let size = toHead || status == 304 ? 0 : length
        while received.count < size {
            guard try receive() else { throw EndedWithinBody() }
        }
        defer { received.removeSubrange(..<size) }
        return Reply(status: status, headers: headers, body: Array(received[..<size]))
    }

    /// All that has come, up to and with a text that must come.
    package func text(through mark: String) throws -> String {
        while true {
            if let range = received.firstRange(of: Array(mark.utf8)) {
                defer { received.removeSubrange(..<range.upperBound) }
                return String(decoding: received[..<range.upperBound], as: UTF8.self)
            }
            guard try receive() else {
                throw Failure("ended after \(String(decoding: received, as: UTF8.self))")
            }
        }
    }

    /// The next chunk of a body (RFC 9112 section 7.1); nil after the last, or when the connection ends.
    package func chunk() throws -> [UInt8]? {
        let mark = Array("\r\n".utf8)
        while received.firstRange(of: mark) == nil {
            guard try receive() else { return nil }
        }
        guard let end = received.firstRange(of: mark),
            let size = Int(String(decoding: received[..<end.lowerBound], as: UTF8.self), radix: 16)
        else { throw Failure("no chunk: \(String(decoding: received, as: UTF8.self))") }
        received.removeSubrange(..<end.upperBound)
        while received.count < size + mark.count {
            guard try receive() else { throw EndedWithinBody() }
        }
        defer { received.removeSubrange(..<(size + mark.count)) }
        return size == 0 ? nil : Array(received[..<size])
    }

    /// Whether the server ends the connection, with or without a reset, before it sends anything more.
    package func isClosed() throws -> Bool {
        guard received.isEmpty else { return false }
        return try !receive()
    }

    /// Takes what is there, at most so many bytes; false at the end of the stream.
    package func receive(atMost limit: Int = 65_536) throws -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, Int32(patience.components.seconds * 1000)) == 1 else {
            throw Failure("nothing came, and the connection did not end")
        }
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 || errno == ECONNRESET else { throw Self.failure("receive") }
        received += buffer[..<max(0, count)]
        return count > 0
    }

    /// The last call's failure, in the system's words.
    private static func failure(_ call: String) -> Failure {
        Failure("\(call): \(String(cString: strerror(errno)))")
    }
}
