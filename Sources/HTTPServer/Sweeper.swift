import Glibc

/// A thread that ends what takes too long: exchanges, waits, and connections whose client has gone.
final class Sweeper: Sendable {
    private let thread: pthread_t
    private let stopping: WakeUp

    /// How exactly deadlines are kept while there are any.
    private static let tick: Duration = .milliseconds(100)

    /// nil when the system gives no thread or descriptor.
    init?(_ engine: Engine) {
        guard let stopping = WakeUp() else { return nil }
        let settings = engine.configuration
        // Often enough that a timeout is exceeded by a quarter at most.
        let period = min(.seconds(1), settings.exchangeTimeout / 4)
        let (registry, held) = (engine.registry, engine.held)
        let work = Work {
            var nextSweep = Instant.now + period
            while !stopping.wait(atMost: held.isEmpty ? period : min(period, Self.tick)) {
                held.callDue(at: .now)
                guard Instant.now.nanoseconds >= nextSweep.nanoseconds else { continue }
                nextSweep = .now + period
                held.callAbandoned()
                registry.endOverdue(
                    at: .now,
                    idleTimeout: settings.idleTimeout,
                    exchangeTimeout: settings.exchangeTimeout
                )
                registry.endAbandoned()
            }
        }
        // The thread takes over this reference; without a thread it is taken back.
        let argument = Unmanaged.passRetained(work)
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            },
            argument.toOpaque()
        )
        guard code == 0 else {
            argument.release()
            return nil
        }
        self.thread = thread
        self.stopping = stopping
    }

    /// Ends the thread and waits for it; to be called once.
    func stop() {
        stopping.raise()
        // Cannot fail: the thread is joinable, ours and joined once.
        pthread_join(thread, nil)
    }

    private final class Work: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
