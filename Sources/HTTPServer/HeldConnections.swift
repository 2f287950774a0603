import Glibc
import Synchronization

/// Something that holds a connection without keeping its thread busy.
protocol Held: AnyObject, Sendable {
    /// Its time has come; returns when it comes again, nil: not.
    func deadlineReached() -> Instant?
    /// Its client has ended its output.
    func clientLeft()
    /// The server drains: nothing is to be waited for any more.
    func drain()
}

/// The connections that are held, for their deadlines and for clients that leave.
///
/// Locks are taken in this order: that of something held, then those in here.
final class HeldConnections: Sendable {
    private struct Entry {
        let held: any Held
        let descriptor: Int32
        var deadline: Instant
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var isDraining = false
    }

    private let state = Mutex(State())
    private let queue: ResumptionQueue

    init(threads: Int) { queue = ResumptionQueue(threads: threads) }

    var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

    /// Suspends a connection until `release`, to be called on its thread; false when the server drains.
    func hold(_ held: any Held, _ connection: SuspendableConnection, until deadline: Instant) -> Bool {
        state.withLock { state in
            guard !state.isDraining else { return false }
            // Within the lock: once the server drains, nothing gets suspended any more.
            connection.suspend()
            state.entries[ObjectIdentifier(held)] = Entry(
                held: held,
                descriptor: connection.connection.descriptor,
                deadline: deadline
            )
            return true
        }
    }

    /// Lets the connection go on, as soon as it is its turn.
    func release(_ held: any Held, _ connection: SuspendableConnection) {
        state.withLock { $0.entries[ObjectIdentifier(held)] = nil }
        queue.resume(connection)
    }

    /// A connection that was released has come to its thread, or to its end.
    func arrived(_ connection: Connection) { queue.arrived(connection) }

    /// Calls all whose time has come.
    func callDue(at now: Instant) {
        let due = state.withLock { state in
            state.entries.filter { $0.value.deadline.nanoseconds <= now.nanoseconds }
        }
        for (identifier, entry) in due {
            if let next = entry.held.deadlineReached() {
                state.withLock { $0.entries[identifier]?.deadline = next }
            }
        }
    }

    /// Tells all whose client has ended its output or reset the connection.
    func callAbandoned() {
        // A descriptor may be closed and given to another connection meanwhile. Then what was held has been decided,
        // and telling it changes nothing.
        let entries = state.withLock { Array($0.entries.values) }
        guard !entries.isEmpty else { return }
        var polled = entries.map { pollfd(fd: $0.descriptor, events: Self.rdHup, revents: 0) }
        guard poll(&polled, nfds_t(polled.count), 0) > 0 else { return }
        for (entry, result) in zip(entries, polled) where result.revents != 0 { entry.held.clientLeft() }
    }

    /// `POLLRDHUP`, which Glibc declares for GNU sources alone.
    private static let rdHup: Int16 = 0x2000

    /// From now on nothing is held, and all that is goes on.
    func drain() {
        let entries = state.withLock { state in
            state.isDraining = true
            return Array(state.entries.values)
        }
        for entry in entries { entry.held.drain() }
    }

    /// Ends whatever is held, at once rather than in turns: the library must not stop while anything is suspended.
    func stop() {
        queue.stopTakingTurns()
        drain()
    }
}
