import Glibc
import TestSupport

/// Lets clients connect, and says nothing.
final class SilentServer {
    private let socket: LoopbackSocket

    var url: String { "http://\(socket.address)" }

    init() throws { socket = try LoopbackSocket(backlog: 8) }

    /// Whether a client has connected, or does so in good time.
    func hasClient() -> Bool {
        var entry = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 20_000) == 1
    }

    /// Ends the next connection; false when none comes in good time.
    func turnAway() -> Bool {
        guard hasClient() else { return false }
        let connection = accept(socket.descriptor, nil, nil)
        return connection >= 0 && close(connection) == 0
    }
}
