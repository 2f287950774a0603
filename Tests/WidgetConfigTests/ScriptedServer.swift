import Foundation
import HTTPServer
import Synchronization
import TestSupport

/// A server that answers each request with exactly the bytes that a test says, whether or not they are HTTP.
final class ScriptedServer: Sendable {
    /// What a request is answered with.
    struct Reply: Sendable {
        /// What comes after the bytes.
        enum Ending: Sendable {
            /// The connection is closed.
            case close
            /// The connection is broken, so that the other side sees a reset.
            case reset
            /// The same bytes every millisecond, until the other side has enough.
            case endless([UInt8])
            /// One more byte every few milliseconds, until the other side goes.
            case trickle(UInt8)
            /// Nothing, until the other side goes.
            case silence
        }

        var bytes: [UInt8]
        var ending = Ending.close

        init(_ bytes: [UInt8], then ending: Ending = .close) {
            self.bytes = bytes
            self.ending = ending
        }

        /// An answer of HTTP with the length of its body.
        init(
            _ status: Int,
            _ fields: [(name: String, value: String)] = [],
            body: [UInt8] = [],
            then ending: Ending = .close
        ) {
            let all = fields + [("Content-Length", "\(body.count)"), ("Connection", "close")]
            let lines = all.map { "\($0.name): \($0.value)\r\n" }.joined()
            self.init(Array("HTTP/1.1 \(status) Scripted\r\n\(lines)\r\n".utf8) + body, then: ending)
        }
    }

    /// Answers a request, given its head.
    typealias Script = @Sendable (String) -> Reply

    private let socket: LoopbackSocket
    private let heads = Mutex<[String]>([])
    private let count = Atomic(0)
    private let hasHungUp = Atomic(false)

    var address: ListenAddress { socket.address }

    /// Bytes that were sent so far after the first of an answer.
    var bytesSent: Int { count.load(ordering: .relaxed) }

    /// Whether the other side has had enough of an answer without an end.
    var isHungUp: Bool { hasHungUp.load(ordering: .relaxed) }

    /// The heads of the requests so far.
    var requests: [String] { heads.withLock { $0 } }

    init(_ script: @escaping Script) throws {
        let socket = try LoopbackSocket(backlog: 16)
        self.socket = socket
        spawn { [weak self] in
            while true {
                let connection = accept(socket.descriptor, nil, nil)
                guard connection >= 0 else { break }
                spawn { [weak self] in self?.serve(connection, script) }
            }
        }
    }

    // Ends the wait of the thread that accepts.
    deinit { shutdown(socket.descriptor, Int32(SHUT_RDWR)) }

    private func serve(_ connection: Int32, _ script: Script) {
        defer { close(connection) }
        guard let head = Self.head(from: connection) else { return }
        heads.withLock { $0.append(head) }
        let reply = script(head)
        guard Self.send(reply.bytes, to: connection) else { return }
        switch reply.ending {
        case .close:
            // Closing with unread input would be a reset.
            shutdown(connection, Int32(SHUT_WR))
            Self.drain(connection)
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                connection,
                SOL_SOCKET,
                SO_LINGER,
                &linger,
                socklen_t(MemoryLayout.size(ofValue: linger))
            )
        case .endless(let bytes):
            // Faster, and libcurl never finds the socket empty: on Linux all sessions would wait for this one.
            while Self.send(bytes, to: connection) {
                count.add(bytes.count, ordering: .relaxed)
                usleep(1_000)
            }
            hasHungUp.store(true, ordering: .relaxed)
        case .trickle(let byte):
            while Self.send([byte], to: connection) {
                count.add(1, ordering: .relaxed)
                usleep(5_000)
            }
        case .silence: Self.drain(connection)
        }
    }

    private static func head(from connection: Int32) -> String? {
        var received: [UInt8] = []
        while received.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            received += buffer[..<count]
        }
        return String(decoding: received, as: UTF8.self)
    }

    private static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func drain(_ connection: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while recv(connection, &buffer, buffer.count, 0) > 0 {}
    }
}

/// Runs something that blocks on a thread of its own.
private func spawn(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.start()
}
