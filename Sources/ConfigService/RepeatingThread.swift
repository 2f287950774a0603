import Glibc
import Synchronization

/// A thread that does the same again and again, with pauses, until it is stopped.
final class RepeatingThread: Sendable {
    /// nil once it has been joined.
    private let thread: Mutex<pthread_t?>
    private let stopping: StopSignal

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: For the error.
    ///   - work: Called at once and after each pause; returns how long to pause.
    init(name: String, _ work: @escaping @Sendable () -> Duration) throws(ConfigServiceError) {
        guard let stopping = StopSignal() else { throw Self.error(name, errno) }
        let body = Body {
            while !stopping.wait(atMost: work()) {}
        }
        // The thread takes over this reference; without a thread it is taken back.
        let argument = Unmanaged.passRetained(body)
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
            throw Self.error(name, code)
        }
        self.thread = Mutex(thread)
        self.stopping = stopping
    }

    deinit { stop() }

    /// Lets the work under way finish, ends the thread and waits for it.
    ///
    /// Must not be called by the work.
    func stop() {
        stopping.raise()
        thread.withLock { thread in
            guard let running = thread else { return }
            // Cannot fail: the thread is joinable, ours, and joined once.
            pthread_join(running, nil)
            thread = nil
        }
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private static func error(_ name: String, _ code: Int32) -> ConfigServiceError {
        ConfigServiceError(
            operation: "start the thread",
            subject: name,
            cause: String(cString: strerror(code)),
            advice: "free memory, threads or open files"
        )
    }
}

/// Raised once by one thread, waited for with a limit by another.
private final class StopSignal: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    /// nil, and `errno`, when the process is out of descriptors.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        (readEnd, writeEnd) = (ends[0], ends[1])
        // Cannot fail on descriptors that are ours.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func raise() {
        var byte: UInt8 = 1
        // Cannot fail: one byte fits the pipe, and both ends are open.
        write(writeEnd, &byte, 1)
    }

    /// Whether it is raised before the time is over.
    func wait(atMost time: Duration) -> Bool {
        var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        // Interrupted or not, the caller only does its work a little early.
        return poll(&entry, 1, time.wholeMilliseconds) > 0
    }
}

extension Duration {
    /// Rounded up and at least zero, as `poll` wants it.
    var wholeMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow
            ? .max
            : Int32(clamping: max(0, whole + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}
