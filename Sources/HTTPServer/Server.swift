import Glibc
import Synchronization
import Threads

/// An HTTP/1.1 server on a few threads, each serving many connections.
///
/// It listens from `init` until `stop`, `drain` or `deinit`. A request costs its thread nothing but the handler,
/// so a handler must answer at once, from memory, or say that it will answer later: then the connection is held
/// without a thread.
///
/// The library itself answers, with a short page of its own and then closes, what never becomes a request:
///
/// - a request line or headers that do not fit the connection's memory of `maximumHeadSize` plus 6 KiB, of which
///   each header and each `&` of the query also takes some 60 bytes: 414 or 431
/// - a malformed request line, a header line without a colon, a broken chunk: 400
/// - a version other than HTTP/1.x: 505
/// - a `Content-Length` that is no number: 400, or 413 when it is too large a one; the page's head is sent twice
///
/// All other refusals are problem documents.
package final class Server: Sendable {
    /// Answers a request.
    ///
    /// It is called on any of the server's threads, on several at once. What it throws becomes a 500 and
    /// `Exchange.failure`.
    package typealias Handler = @Sendable (borrowing Request) throws -> Answer

    /// Where the server listens: a numeric address and the real port.
    package let address: ListenAddress

    private struct Running {
        let threads: [ServingThread]
        let sweeper: RepeatingThread
    }

    /// Room for what it opens.
    private let descriptors: FileDescriptorClaim
    private let running: Mutex<Running?>
    private let engine: Engine
    private let drained: WakeUp

    /// Starts to listen.
    ///
    /// Raises the process's limit on open files when the connection limit needs it.
    package init(_ configuration: Configuration, handler: @escaping Handler) throws(HTTPServerError) {
        try configuration.check()
        descriptors = try FileDescriptorClaim(
            connections: configuration.connectionLimit,
            surplus: configuration.surplusLimit,
            files: configuration.fileLimit,
            threads: configuration.threads
        )
        guard let drained = WakeUp() else { throw Self.startError(configuration) }
        let engine = try Engine(configuration, drained: drained, handler: handler)
        let socket = try ListeningSocket(on: configuration.address)
        // The threads have descriptors of their own for it.
        defer { close(socket.descriptor) }
        var threads: [ServingThread] = []
        for _ in 0..<configuration.threads {
            guard let thread = ServingThread(engine, listeningOn: socket.descriptor) else { break }
            threads.append(thread)
        }
        let sweeper = Sweeper(engine)
        guard threads.count == configuration.threads,
            let sweeping = RepeatingThread({ sweeper.sweep() })
        else {
            let error = Self.startError(configuration)
            for thread in threads { thread.stop() }
            throw error
        }
        self.engine = engine
        self.drained = drained
        address = socket.address
        running = Mutex(Running(threads: threads, sweeper: sweeping))
    }

    deinit { stop() }

    /// Connections open now.
    package var connectionCount: Int { engine.registry.count }

    /// Turns newcomers away, lets requests under way finish, tells their clients to close, and stops.
    ///
    /// A request is under way once its first line has arrived; those that wait are answered with their ending. Newcomers
    /// are closed as soon as they are accepted, and refused once this has returned. Blocks the caller, which must not
    /// be a handler.
    ///
    /// - Parameter deadline: How long to wait at most; then the connections left are cut.
    /// - Returns: Whether all finished in time; true when the server had stopped before.
    @discardableResult
    package func drain(deadline: Duration) -> Bool {
        // Newcomers are closed upon rather than left unaccepted: those would wait for as long as draining takes.
        running.withLock { if $0 != nil { engine.beginDraining() } }
        let isDone = running.withLock { $0 == nil } || drained.wait(atMost: deadline)
        stop()
        return isDone
    }

    /// Stops at once and cuts the connections.
    ///
    /// Blocks until the threads have ended; must not be called in a handler.
    package func stop() {
        running.withLock { running in
            guard let stopping = running else { return }
            engine.held.stop()
            for thread in stopping.threads { thread.stop() }
            stopping.sweeper.stop()
            running = nil
        }
    }

    private static func startError(_ configuration: Configuration) -> HTTPServerError {
        HTTPServerError(
            operation: "serve on",
            subject: configuration.address.description,
            cause: String(cString: strerror(errno)),
            advice: "free memory, threads or open files"
        )
    }
}
