import Glibc
import Synchronization
import Threads

/// The signals that ask the program to end: the first lets it finish what is under way, the second ends it at once.
final class StopSignals: Sendable {
    private let raised = Atomic(false)

    /// Holds the signals back in this thread and all that it starts, and waits for them on a thread of its own.
    init() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        // Cannot fail: the arguments are valid.
        pthread_sigmask(SIG_BLOCK, &set, nil)
        guard let thread = try? JoinableThread(wait) else {
            // Without a thread that waits for them they end the program at once, which it can bear at any time.
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
            return
        }
        thread.detach()
    }

    /// Whether one has come.
    var isRaised: Bool { raised.load(ordering: .relaxed) }

    @Sendable private func wait() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        var signal: Int32 = 0
        // Cannot fail: the set holds valid signals.
        sigwait(&set, &signal)
        raised.store(true, ordering: .relaxed)
        sigwait(&set, &signal)
        _exit(128 + signal)
    }
}
