package import HTTPServer
package import Rollout
import SystemClock
import Threads

/// The server of bundles: follows a store and answers polls from memory, from `init` until ``stop(within:)``.
package final class ConfigService: Sendable {
    /// How to run.
    package struct Settings: Sendable {
        package var address: ListenAddress
        /// Where the store is; a relative path starts at the working directory.
        package var storePath: String
        /// Where the signing keys are; nil: nothing is signed.
        package var keyDirectory: String?
        /// The output folder of the wallpaper job, which need not be there while no app has wallpapers.
        package var thumbnailDirectory = "var/thumbnails"
        package var cachePolicy = CachePolicy(maxAge: 60)
        /// Where a line for each request is written, such as standard output; nil: nowhere.
        package var accessLogDescriptor: Int32?
        /// Connections open at once, at least 1.
        package var connectionLimit = 10_000
        /// Clients that may wait for a change or follow events at once; 0: nobody waits.
        ///
        /// To be below the connection limit, so that those who only poll are served.
        package var waitingLimit = 9_000
        /// What it proves itself by; nil: plain HTTP.
        package var certificate: CertificateFile?
        /// Whether changes that are scheduled in the store are made here when their time has come.
        package var makesScheduledChanges = true
        package var clock: @Sendable () -> Instant = Instant.now

        package init(address: ListenAddress, storePath: String) {
            self.address = address
            self.storePath = storePath
        }
    }

    private let publisher: Publisher
    private let metrics: Metrics
    /// Where lines for requests are written; nil: nowhere.
    ///
    /// Others may write there too until ``stop(within:)``.
    package let accessLog: AccessLog?
    private let places: WaitingPlaces
    private let watcher: RepeatingThread
    /// nil: others make scheduled changes.
    private let scheduler: RepeatingThread?
    private let wallpaperWatcher: RepeatingThread
    private let server: Server

    /// How often the store is asked whether anything has changed.
    private static let watchPeriod: Duration = .milliseconds(50)
    /// The same while the store fails, when each time it is opened anew.
    private static let failingPeriod: Duration = .milliseconds(500)

    /// Reads the store and starts to serve.
    ///
    /// - Throws: `StoreError` when the store cannot be read, `KeyRingError` when there is no key to use, `HTTPServerError`
    ///   when the address cannot be had, `ConfigServiceError` for what else the system refuses.
    package init(_ settings: Settings, events: EventLog) throws {
        let publisher = try Publisher(
            storePath: settings.storePath,
            keyDirectory: settings.keyDirectory,
            policy: settings.cachePolicy,
            clock: settings.clock,
            events: events
        )
        let gallery = Gallery(
            path: settings.thumbnailDirectory,
            publisher,
            policy: settings.cachePolicy,
            clock: settings.clock,
            events: events
        )
        let accessLog = try settings.accessLogDescriptor.map {
            try AccessLog(descriptor: $0, clock: settings.clock)
        }
        let places = WaitingPlaces(limit: settings.waitingLimit)
        let waiting = try WaitingRoom(publisher, places)
        let followers = EventFollowers(publisher, places)
        let metrics = Metrics(droppedLines: { accessLog?.droppedLines ?? 0 }, waiting: { places.taken })
        let router = try Router(
            publisher: publisher,
            waiting: waiting,
            followers: followers,
            gallery: gallery,
            metrics: metrics,
            clock: settings.clock
        )
        var configuration = Configuration(address: settings.address)
        configuration.connectionLimit = settings.connectionLimit
        configuration.certificate = settings.certificate
        configuration.fileLimit = Gallery.pictureLimit
        configuration.observe = { exchange in
            let route = exchange.request.withPath { Route.match($0)?.route }
            metrics.count(route, exchange.status, bytes: exchange.bodySize)
            accessLog?.record(exchange, revision: publisher.current.revision)
        }
        server = try Server(configuration) { try router.answer($0) }
        metrics.observeConnections { [weak server] in server?.connectionCount ?? 0 }
        let watcher = RepeatingThread {
            if publisher.refresh() {
                waiting.announce()
                followers.announce()
            }
            return publisher.health.failingSince == nil ? Self.watchPeriod : Self.failingPeriod
        }
        guard let watcher else { throw ConfigServiceError.noThread("store-watcher") }
        self.watcher = watcher
        let wallpaperWatcher = RepeatingThread { gallery.refresh() }
        guard let wallpaperWatcher else { throw ConfigServiceError.noThread("wallpaper-watcher") }
        self.wallpaperWatcher = wallpaperWatcher
        let runner = ScheduleRunner(storePath: settings.storePath, clock: settings.clock, events: events)
        if settings.makesScheduledChanges {
            scheduler = RepeatingThread { runner.run(publisher.current.nextDue) }
            guard scheduler != nil else { throw ConfigServiceError.noThread("scheduler") }
        } else {
            scheduler = nil
        }
        self.publisher = publisher
        self.places = places
        self.metrics = metrics
        self.accessLog = accessLog
    }

    /// Where it listens: a numeric address and the real port.
    package var address: ListenAddress { server.address }

    /// The store's revision that is served.
    package var revision: Int64 { publisher.current.revision }

    /// How many apps are served.
    package var appCount: Int { publisher.current.apps.count }

    /// Looks at the store that have failed so far.
    package var storeFailures: Int { publisher.health.failures }

    /// Clients that wait for a change or follow events now.
    package var waitingCount: Int { places.taken }

    /// Polls answered so far, and those of them with 304.
    package var pollCounts: (all: Int64, notModified: Int64) { metrics.pollCounts }

    /// Connections that are open.
    package var connectionCount: Int { server.connectionCount }

    /// Requests answered so far.
    package var requestCount: Int64 { metrics.requestCount }

    /// Turns newcomers away, lets requests under way finish, and ends.
    ///
    /// Blocks the caller.
    ///
    /// - Parameter deadline: How long to wait at most for requests; then connections are cut.
    /// - Returns: Whether all finished in time.
    @discardableResult
    package func stop(within deadline: Duration) -> Bool {
        let isDone = server.drain(deadline: deadline)
        scheduler?.stop()
        watcher.stop()
        wallpaperWatcher.stop()
        accessLog?.close()
        return isDone
    }
}
