import Glibc
import Synchronization

/// A thread that does the same again and again, with pauses, until it is stopped.
///
/// `SIGPIPE` is blocked in it, so that writing to what its reader has closed is an error and no more, in any process.
package final class RepeatingThread: Sendable {
    /// nil once it has been joined.
    private let thread: Mutex<JoinableThread?>
    private let stopping: WakeUp

    /// Starts the thread; nil, and `errno`, when the system gives no thread or descriptor.
    ///
    /// - Parameters:
    ///   - descriptors: End a pause when something can be read from one of them; to be kept open as long as the thread
    ///     runs.
    ///   - work: Called at once and after each pause; returns how long to pause at most, nil: for ever.
    package init?(watching descriptors: [Int32] = [], _ work: @escaping @Sendable () -> Duration?) {
        guard let stopping = WakeUp() else { return nil }
        do {
            thread = Mutex(
                try JoinableThread {
                    Self.blockBrokenPipes()
                    while !stopping.wait(atMost: work(), orFor: descriptors) {}
                }
            )
        } catch {
            errno = error.code
            return nil
        }
        self.stopping = stopping
    }

    deinit { stop() }

    /// Lets the work under way finish, ends the thread and waits for it.
    ///
    /// Must not be called by the work.
    package func stop() {
        stopping.raise()
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }

    private static func blockBrokenPipes() {
        var signals = sigset_t()
        // None of it can fail: the signal exists, and the set is ours.
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
