import Glibc
import Synchronization

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
        shutDown(SHUT_RDWR) { activity in
            switch activity {
            case .quiet(let since): now - since > idleTimeout + exchangeTimeout
            case .busy(let since): now - since > exchangeTimeout
            }
        }
    }

    /// Ends input on connections without a request under way: a request that has arrived meanwhile is still
    /// read and answered.
    func endQuiet() {
        shutDown(SHUT_RD) { activity in
            if case .quiet = activity { true } else { false }
        }
    }

    private func shutDown(_ direction: Int, where matches: (ConnectionActivity) -> Bool) {
        open.withLock { open in
            for connection in open.values where matches(connection.activity.load(ordering: .relaxed)) {
                // Fails only for a connection that the peer has ended, which is what is wanted.
                shutdown(connection.descriptor, Int32(direction))
            }
        }
    }
}
