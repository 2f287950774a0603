import Glibc

/// The signals that ask the program to end, taken by waiting rather than by handlers.
struct StopSignals {
    private var set = sigset_t()

    /// Holds the signals back in this thread and all that it starts.
    init() {
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        // Cannot fail: the arguments are valid.
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for the first of them and returns its name.
    ///
    /// From then on they end the program at once.
    func wait() -> String {
        var set = set
        var signal: Int32 = 0
        // Cannot fail: the set holds valid signals.
        sigwait(&set, &signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        return signal == SIGINT ? "SIGINT" : "SIGTERM"
    }
}
