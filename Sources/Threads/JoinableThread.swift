import Glibc

/// A thread of one's own, off the pool that tasks share, that does one thing and ends.
///
/// Whoever starts one joins it or detaches it, once; until then the system keeps what it holds of it.
package struct JoinableThread: Sendable {
    private let thread: pthread_t

    /// Starts the thread.
    ///
    /// - Parameter body: Called once, on the thread.
    /// - Throws: `StartError` when the system gives no thread; the body is not called then.
    package init(_ body: @escaping @Sendable () -> Void) throws(StartError) {
        // The thread takes over this reference; without a thread it is taken back.
        let argument = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            },
            argument.toOpaque()
        )
        guard code == 0 else {
            argument.release()
            throw StartError(code: code)
        }
        self.thread = thread
    }

    /// Waits until the thread has ended.
    package func join() {
        // Cannot fail: the thread is joinable, ours, and joined once.
        pthread_join(thread, nil)
    }

    /// Sends the thread a signal; not once it has been joined.
    package func send(signal: Int32) {
        // Cannot fail: the thread is ours, and the signal one that exists.
        pthread_kill(thread, signal)
    }

    /// Lets the thread end by itself.
    package func detach() {
        // Cannot fail: the thread is joinable, ours, and detached once.
        pthread_detach(thread)
    }

    /// Why the system gave no thread.
    package struct StartError: Error {
        /// As of `errno`: `EAGAIN` when there are too many threads or too little memory.
        package let code: Int32
    }

    /// What a thread does, behind a pointer that C can hand over.
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
