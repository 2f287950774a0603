import AccessTokens
package import AdminProtocol
package import ConfigService
package import HTTPServer
package import Rollout
import RolloutStore
import StrictJSON
import Synchronization

/// The listener for whoever changes the store from another machine.
///
/// Its event loops only look at headers and tokens. What reads and what changes the store waits in two queues, so that
/// no long question keeps a kill waiting.
package final class AdminService: Sendable {
    /// How to run.
    package struct Settings: Sendable {
        package var address: ListenAddress
        /// Where the store is; a relative path starts at the working directory.
        package var storePath: String
        /// nil: plain HTTP.
        package var certificate: CertificateFile?
        /// Whether a proxy is in front, so that callers are those of whom it says that it forwards for them.
        package var isBehindProxy = false
        package var accessLog: AccessLog?
        /// What the apps' clients ask for.
        package var traffic: @Sendable () -> Traffic
        package var clock: @Sendable () -> Instant

        package init(
            address: ListenAddress,
            storePath: String,
            traffic: @escaping @Sendable () -> Traffic,
            clock: @escaping @Sendable () -> Instant
        ) {
            self.address = address
            self.storePath = storePath
            self.traffic = traffic
            self.clock = clock
        }
    }

    private let server: Server
    private let reading: WorkQueue
    private let writing: WorkQueue
    /// Tokens that are refused.
    private let gate: Gate

    /// Connections open at once: of people and their programs, not of apps.
    private static let connectionLimit = 256
    /// Requests that may wait for their turn.
    private static let queueLimit = 128
    private static let readers = 2
    /// How long a request may wait and be worked on.
    private static let patience: Duration = .seconds(60)

    /// Opens the store for changes and starts to serve.
    ///
    /// - Throws: `StoreError` when the store cannot be opened or written to, `HTTPServerError` when the address cannot be
    ///   had, `AdminServiceError` for what else the system refuses.
    package init(_ settings: Settings, events: EventLog) throws {
        let readable = try OpenStore(path: settings.storePath, access: .read)
        let writable = try OpenStore(path: settings.storePath, access: .write)
        let tokens = try OpenStore(path: settings.storePath, access: .read)
        let reading = try WorkQueue(name: "admin-reading", threads: Self.readers, capacity: Self.queueLimit)
        let writing = try WorkQueue(name: "admin-writing", threads: 1, capacity: Self.queueLimit)
        let clock = settings.clock
        let gate = Gate(
            store: tokens,
            isBehindProxy: settings.isBehindProxy,
            clock: clock,
            failures: FailureLimit(),
            events: events,
            noteUse: { id in
                // When there is no room, or no way to write, the next use is noted.
                _ = writing.add {
                    try? writable.withStore { try $0.noteUse(of: id, at: clock().millisecondsSince1970) }
                }
            }
        )
        let work = Work(
            questions: StateQuestions(store: readable, traffic: settings.traffic),
            operations: OperationRequests(store: writable, clock: clock, events: events),
            tokens: TokenRequests(store: writable, clock: clock)
        )
        let router = try Router(
            gate: gate,
            work: work,
            reading: reading,
            writing: writing,
            patience: Self.patience
        )
        var configuration = Configuration(address: settings.address)
        configuration.threads = 2
        configuration.connectionLimit = Self.connectionLimit
        configuration.surplusLimit = 64
        // Whoever has no token may still open connections: they must not keep the release manager out.
        configuration.silentMakeRoom = true
        configuration.certificate = settings.certificate
        configuration.keepsBodies = true
        configuration.maximumBodySize = Gate.adminBodyLimit
        configuration.maximumHeadSize = 8 << 10
        configuration.admit = { try gate.admit($0) }
        let accessLog = settings.accessLog
        configuration.observe = { exchange in
            accessLog?.record(exchange, revision: (try? tokens.current().revision()) ?? 0)
        }
        server = try Server(configuration) { try router.answer($0) }
        self.gate = gate
        self.reading = reading
        self.writing = writing
    }

    /// Where it listens: a numeric address and the real port.
    package var address: ListenAddress { server.address }

    /// Turns newcomers away, lets requests under way finish, and ends.
    ///
    /// Blocks the caller.
    ///
    /// - Parameter deadline: How long to wait at most for requests; then connections are cut. A change that has begun is
    ///   made whole in any case.
    /// - Returns: Whether all finished in time.
    @discardableResult
    package func stop(within deadline: Duration) -> Bool {
        let isDone = server.drain(deadline: deadline)
        reading.stop()
        writing.stop()
        return isDone
    }
}
