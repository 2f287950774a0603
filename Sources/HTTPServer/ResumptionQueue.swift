import Synchronization

/// Resumes connections in turns.
///
/// A thread looks at its other connections only after it has served all that were resumed. Were thousands resumed at
/// once, everyone else would wait for them. So only a few are at a time, and each that has arrived lets the next go.
final class ResumptionQueue: Sendable {
    private struct State {
        var underWay = 0
        /// At most so many are under way.
        var window: Int
        var queue: [SuspendableConnection] = []
        /// How many at the front of the queue have gone.
        var gone = 0
    }

    private let state: Mutex<State>

    /// Serving so many takes a thread about a millisecond.
    private static let windowPerThread = 64

    init(threads: Int) { state = Mutex(State(window: Self.windowPerThread * threads)) }

    /// Resumes a connection when it is its turn.
    func resume(_ connection: SuspendableConnection) {
        state.withLock { state in
            guard state.underWay < state.window else {
                state.queue.append(connection)
                return
            }
            Self.go(connection, &state)
        }
    }

    /// A connection that had been resumed, or perhaps not, has come to its thread or its end.
    func arrived(_ connection: Connection) {
        guard connection.isResumed.exchange(false, ordering: .relaxed) else { return }
        state.withLock { state in
            state.underWay -= 1
            Self.advance(&state)
        }
    }

    /// Resumes all that wait, and from now on each at once.
    func stopTakingTurns() {
        state.withLock { state in
            state.window = .max
            Self.advance(&state)
        }
    }

    private static func advance(_ state: inout State) {
        while state.underWay < state.window, state.gone < state.queue.count {
            let next = state.queue[state.gone]
            state.gone += 1
            go(next, &state)
        }
        guard state.gone == state.queue.count, state.gone > 0 else { return }
        state.queue = []
        state.gone = 0
    }

    private static func go(_ connection: SuspendableConnection, _ state: inout State) {
        state.underWay += 1
        connection.connection.isResumed.store(true, ordering: .relaxed)
        connection.resume()
    }
}
