import Glibc
import Synchronization
import Threads

/// The open connections, for what the library does not do: bounding an exchange's total time, and closing
/// connections on which nothing is under way.
///
/// A descriptor is shut down only under the lock. The library closes a descriptor only after it has reported
/// the connection closed, and that report takes the connection out under the same lock. So none is shut down
/// after the system has given its number to something else.
final class ConnectionRegistry: Sendable {
    private let open = Mutex<[ObjectIdentifier: Connection]>([:])
    /// The size of `open`, to be read without the lock.
    private let size = Atomic(0)

    var count: Int { size.load(ordering: .relaxed) }

    /// Takes a connection in.
    func insert(_ connection: Connection) {
        open.withLock { $0[ObjectIdentifier(connection)] = connection }
        size.add(1, ordering: .relaxed)
    }

    /// Takes a connection out; true when it was the last.
    func remove(_ connection: Connection) -> Bool {
        let isLast = open.withLock { open in
            open[ObjectIdentifier(connection)] = nil
            return open.isEmpty
        }
        size.subtract(1, ordering: .relaxed)
        return isLast
    }

    /// Ends the connections whose exchange takes too long; the library then sees their end and frees them.
    func endOverdue(at now: Instant, idleTimeout: Duration, exchangeTimeout: Duration) {
        shutDown(SHUT_RDWR) { connection in
            // Those above the limit have no time to lose: others want to be told too.
            let idleTimeout = connection.isSurplus ? .zero : idleTimeout
            let exchangeTimeout = connection.isSurplus ? min(.seconds(2), exchangeTimeout) : exchangeTimeout
            return switch connection.activity.load(ordering: .relaxed) {
            case .quiet(let since): now - since > idleTimeout + exchangeTimeout
            case .busy(let since): now - since > exchangeTimeout
            case .waiting: false
            }
        }
    }

    /// Ends the connection that has been longest without the whole head of a request, or with one that is refused and whose
    /// body is not there; false when there is none.
    ///
    /// - Parameter wakeUp: That of the calling thread, whose own connections come first: it closes them before it opens
    ///   many more, and another thread may not have its turn for long.
    func endLongestSilent(on wakeUp: WakeUp) -> Bool {
        open.withLock { open in
            let silent = open.values.filter { !$0.isEnding && !$0.hasHead.load(ordering: .relaxed) }
            let own = silent.filter { $0.wakeUp === wakeUp }
            let candidates = own.isEmpty ? silent : own
            guard let oldest = candidates.min(by: { $0.silentSince < $1.silentSince }) else { return false }
            oldest.isEnding = true
            shutdown(oldest.descriptor, Int32(SHUT_RDWR))
            return true
        }
    }

    /// Draws the library's attention to clients that have gone.
    ///
    /// When the end of the input arrives together with a request, the library takes one event for both, reads
    /// the request alone, and would not look again before the idle timeout. Ending input once more makes a new
    /// event; an answer that is still being sent is not touched.
    func endAbandoned() {
        shutDown(SHUT_RD) { connection in
            // Those that wait are looked after by HeldConnections.
            if case .waiting = connection.activity.load(ordering: .relaxed) { return false }
            return Self.isAtEnd(connection.descriptor)
        }
    }

    /// Whether the client has ended its output and all of it has been read.
    private static func isAtEnd(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }

    /// Ends input on connections without a request under way: a request that has arrived meanwhile is still
    /// read and answered.
    func endQuiet() {
        shutDown(SHUT_RD) { connection in
            if case .quiet = connection.activity.load(ordering: .relaxed) { true } else { false }
        }
    }

    private func shutDown(_ direction: Int, where matches: (Connection) -> Bool) {
        open.withLock { open in
            for connection in open.values where matches(connection) {
                // Fails only for a connection that the peer has ended, which is what is wanted.
                shutdown(connection.descriptor, Int32(direction))
            }
        }
    }
}
