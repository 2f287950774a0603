import ConfigBundle
import ConfigPolling
public import Rollout
import WidgetGating

/// An app's configuration: asked for, verified, kept for the widgets, and decided by.
///
/// Make one when the app is launched, and keep it. Decisions can be asked for on any thread and are there at once: they
/// are made by the last bundle that was believed, or by the one that came with the app.
///
///     let config = ConfigClient(settings)
///     await config.start()
///     for await update in config.updates {
///         for kind in update.widgetsToReload { WidgetCenter.shared.reloadTimelines(ofKind: kind.text) }
///     }
///
/// While the app is on the screen a server holds a poll back until something changes, so that a kill arrives within a
/// second; otherwise, and where bundles are files, it is asked now and then. Whatever goes wrong, what was believed last
/// stays in force, and ``freshness`` says what it was.
public actor ConfigClient {
    /// What the client was made with.
    public nonisolated let settings: ClientSettings

    nonisolated let surroundings: Surroundings
    nonisolated let decider: Locked<Decider>
    nonisolated let broadcast = UpdateBroadcast()
    let verifier: BundleVerifier
    let keeper: BundleKeeper
    let poller: any Poller
    let wallpaperKeeper: WallpaperKeeper
    let manifests: ManifestFetcher

    var inForce: InForce
    var lastProblem: Freshness.Problem?
    /// What consumers know of.
    var table: DecisionTable
    /// Waits for the next stage.
    var stageWatch: Task<Void, Never>?

    var rhythm: Rhythm
    /// Polls for as long as the client is started.
    var loop: Task<Void, Never>?
    /// A poll under way that is answered at once.
    var poll: Task<RefreshOutcome, Never>?
    /// Ends what the loop is waiting for.
    var interruption: (@Sendable () -> Void)?

    var wallpapers = WallpaperState()
    /// A manifest of wallpapers that is being fetched.
    var wallpaperFetch: Task<ConfigUpdate?, Never>?

    /// A client that does nothing by itself until ``start()``.
    ///
    /// Reads the App Group file, and makes the installation's identity there if there is none, which takes a few
    /// milliseconds. This is the launch that flags wait for which apply at the next launch.
    public init(_ settings: ClientSettings) {
        self.init(settings, .system())
    }

    package init(_ settings: ClientSettings, _ surroundings: Surroundings) {
        let verifier = BundleVerifier(app: settings.app, trust: settings.trust)
        let file = BundleFile(in: settings.directory, verifier: verifier)
        let launch = LaunchState(settings, file, surroundings.deviceTime())
        self.settings = settings
        self.surroundings = surroundings
        self.verifier = verifier
        keeper = BundleKeeper(file)
        let fetcher = Fetcher(surroundings)
        poller = settings.source.poller(for: settings.app, verifier, fetcher)
        wallpaperKeeper = WallpaperKeeper(WallpaperFile(in: settings.directory, app: settings.app))
        manifests = ManifestFetcher(settings.source.manifest(of: settings.app), verifier, fetcher)
        inForce = launch.inForce
        lastProblem = launch.problem
        table = launch.decider.table(launch.device)
        rhythm = Rhythm(surroundings.generator, allowsWaiting: settings.source.allowsWaiting)
        decider = Locked(launch.decider)
    }

    // MARK: - Life

    /// Begins to poll, as an app does that is on the screen; of no effect when it has begun.
    public func start() {
        guard loop == nil else { return }
        rhythm.begin()
        loop = Task { await self.run() }
        watchStages()
    }

    /// Stops polling, until ``start()``; what is under way ends.
    ///
    /// A client that was started stays until it is stopped, whoever else lets go of it.
    public func stop() {
        loop?.cancel()
        loop = nil
        poll?.cancel()
        poll = nil
        wallpaperFetch?.cancel()
        stageWatch?.cancel()
        stageWatch = nil
    }

    /// Asks the server now.
    ///
    /// For background refresh, a silent push or a person who wants to see something happen. Several at once are one
    /// question. A server that has asked to be left alone is left alone. A new manifest of wallpapers is fetched as well,
    /// and is part of what has changed.
    @discardableResult
    public func refresh() async -> RefreshOutcome {
        if let quiet = rhythm.quiet(surroundings.deviceTime().uptime) {
            return .failed(ConfigProblem(fetching: settings.address, .askedToWait(quiet)))
        }
        let outcome = await pollOnce()
        guard let update = await wallpaperFetch?.value else { return outcome }
        guard case .changed(let first) = outcome else { return .changed(update) }
        return .changed(first.merged(with: update))
    }

    /// The app has come to the screen: asks the server, and lets it wait from then on.
    public func enterForeground() {
        // It may have been locked away before the device was unlocked for the first time.
        if installation == nil { identify() }
        setConditions { $0.isForeground = true }
    }

    /// The app has left the screen: polls become rare, and nothing is waited for.
    public func enterBackground() { setConditions { $0.isForeground = false } }

    /// Whether the system asks apps to save energy (`ProcessInfo.isLowPowerModeEnabled`): polls become fewer then, and
    /// nothing is waited for.
    public func setLowPower(_ isLowPower: Bool) { setConditions { $0.isLowPower = isLowPower } }

    /// Decides for another caller from now on, as when a person has changed the language or bought something.
    ///
    /// - Parameter context: Without an installation ID it gets that of the App Group.
    public func setContext(_ context: Context) {
        decider.withLock { $0.setContext(context) }
        publish()
    }

    private func identify() {
        do throws(AppGroupError) {
            let identity = try InstallationIdentity(in: settings.directory, app: settings.app)
            decider.withLock { $0.installation = identity.id }
            publish()
        } catch {
            note(ConfigProblem(error))
        }
    }
}
