import CMicroHTTPD
import Glibc
import Threads

/// One of the library's daemons, which serves its share of the connections, and the thread that runs it.
///
/// The library would run threads of its own. But one of those (`MHD_epoll` in 0.9.75) that finds as many events as it
/// takes at a time, 128, takes that for a sign of more and waits for them, until a connection times out, before it looks
/// at those that it has. Run from outside, it never waits.
final class ServingThread: Sendable {
    // Safe to share: only the thread runs it, and it is stopped after the thread has ended.
    nonisolated(unsafe) private let daemon: OpaquePointer
    private let context: ServingContext
    private let thread: RepeatingThread

    /// nil, and `errno`, when the system gives no thread, memory or descriptor.
    ///
    /// - Parameter socket: A listening socket, which stays the caller's.
    init?(_ engine: Engine, listeningOn socket: Int32) {
        guard let wakeUp = WakeUp() else { return nil }
        let context = ServingContext(engine: engine, wakeUp: wakeUp)
        // The daemon closes the one that it gets.
        let own = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { return nil }
        guard let daemon = context.makeDaemon(listeningOn: own) else {
            let code = errno
            close(own)
            errno = code
            return nil
        }
        nonisolated(unsafe) let running = daemon
        let thread = RepeatingThread(watching: [CMHD_epoll_descriptor(daemon), wakeUp.descriptor]) {
            // Before the daemon looks for what has been resumed, so that whatever is resumed later wakes it again. Its own
            // signal would be taken by a run that has looked already.
            wakeUp.lower()
            // Fails only for daemons that are stopped or have threads of their own.
            MHD_run(running)
            var milliseconds: UInt64 = 0
            return MHD_get_timeout(running, &milliseconds) == .YES
                ? .milliseconds(Int64(clamping: milliseconds)) : nil
        }
        guard let thread else {
            let code = errno
            MHD_stop_daemon(daemon)
            errno = code
            return nil
        }
        self.daemon = daemon
        self.context = context
        self.thread = thread
    }

    /// Ends the thread and cuts its connections, of which none may be held any more; to be called once.
    func stop() {
        thread.stop()
        MHD_stop_daemon(daemon)
    }
}

/// What a daemon hands to each callback.
final class ServingContext: Sendable {
    let engine: Engine
    /// Has the daemon's thread look at connections that have been resumed.
    let wakeUp: WakeUp

    init(engine: Engine, wakeUp: WakeUp) {
        self.engine = engine
        self.wakeUp = wakeUp
    }
}
