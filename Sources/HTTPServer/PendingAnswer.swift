import Synchronization

/// An answer that is given later: exactly once, from any thread.
///
/// It becomes its `ending` when its time is over, when the client ends its output (it has gone, or will
/// at least send no more), and when the server drains.
package final class PendingAnswer: Held {
    private enum State {
        /// No connection waits for it yet.
        case new
        /// A connection waits for it.
        case held(SuspendableConnection, by: HeldConnections)
        /// It is on its way to its connection, or waits for one.
        case decided(Response)
    }

    private let state = Mutex(State.new)
    private let time: Duration
    private let ending: @Sendable (PendingAnswer) -> Response

    /// - Parameters:
    ///   - time: How long to wait at most, to a tenth of a second. The exchange timeout does not count meanwhile.
    ///   - ending: The answer if there is no other, asked for once at most, when it is needed, on any thread. It must
    ///     be quick and must not touch the pending answer itself, which is locked then.
    package init(atMost time: Duration, ending: @escaping @Sendable (PendingAnswer) -> Response) {
        self.time = time
        self.ending = ending
    }

    /// Answers, unless that has been done.
    ///
    /// - Returns: Whether this is the answer.
    @discardableResult
    package func resume(with response: Response) -> Bool { decide { response } }

    private func decide(_ response: () -> Response) -> Bool {
        state.withLock { state in
            switch state {
            case .decided: return false
            case .new: state = .decided(response())
            case .held(let connection, let holder):
                state = .decided(response())
                // Within the lock, so that whoever finds it decided knows that the connection goes on.
                holder.release(self, connection)
            }
            return true
        }
    }

    /// The answer when it is decided; nil: it is not, and the connection has been suspended until it is.
    func answer(_ connection: SuspendableConnection, heldBy holder: HeldConnections) -> Response? {
        while true {
            let attempt = state.withLock { state in
                if case .decided(let response) = state { return Attempt.decided(response) }
                guard holder.hold(self, connection, until: .now + time) else { return .refused }
                state = .held(connection, by: holder)
                return .held
            }
            switch attempt {
            case .decided(let response): return response
            case .held: return nil
            // The server drains; this decides.
            case .refused: drain()
            }
        }
    }

    private enum Attempt {
        case decided(Response)
        case held
        case refused
    }

    // MARK: - Held

    func deadlineReached() -> Instant? {
        _ = decide { ending(self) }
        return nil
    }

    func clientLeft() { _ = decide { ending(self) } }

    func drain() {
        _ = decide {
            let ending = ending(self)
            // Without memory for it the client is not told, only closed upon.
            return (try? ending.closing()) ?? ending
        }
    }
}
