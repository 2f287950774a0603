import Synchronization

/// Ends what takes too long: exchanges, waits, and connections whose client has gone.
final class Sweeper: Sendable {
    private let engine: Engine
    private let nextSweep: Mutex<Instant>
    private let period: Duration

    /// How exactly deadlines are kept while there are any.
    private static let tick: Duration = .milliseconds(100)

    init(_ engine: Engine) {
        self.engine = engine
        // Often enough that a timeout is exceeded by a quarter at most.
        period = min(.seconds(1), engine.configuration.exchangeTimeout / 4)
        nextSweep = Mutex(.now + period)
    }

    /// Ends what is overdue.
    ///
    /// - Returns: When to look again.
    func sweep() -> Duration {
        let now = Instant.now
        let (held, registry) = (engine.held, engine.registry)
        held.callDue(at: now)
        if isDue(at: now) {
            held.callAbandoned()
            registry.endOverdue(
                at: now,
                idleTimeout: engine.configuration.idleTimeout,
                exchangeTimeout: engine.configuration.exchangeTimeout
            )
            registry.endAbandoned()
        }
        return held.isEmpty ? period : min(period, Self.tick)
    }

    private func isDue(at now: Instant) -> Bool {
        nextSweep.withLock { next in
            guard now.nanoseconds >= next.nanoseconds else { return false }
            next = now + period
            return true
        }
    }
}
