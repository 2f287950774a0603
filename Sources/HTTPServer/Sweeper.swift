import Glibc

/// A thread that ends connections whose exchange takes too long or whose client has gone.
final class Sweeper: Sendable {
    private let thread: pthread_t
    private let stopping: WakeUp

    /// nil when the system gives no thread or descriptor.
    init?(_ registry: ConnectionRegistry, idleTimeout: Duration, exchangeTimeout: Duration) {
        guard let stopping = WakeUp() else { return nil }
        // Often enough that a timeout is exceeded by a quarter at most.
        let period = min(.seconds(1), exchangeTimeout / 4)
        let work = Work {
            while !stopping.wait(atMost: period) {
                registry.endOverdue(at: .now, idleTimeout: idleTimeout, exchangeTimeout: exchangeTimeout)
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
