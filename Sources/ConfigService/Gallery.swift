import Cryptography
import Publishing
import Rollout
import StrictJSON
import Synchronization
import WallpaperManifest

/// The wallpapers of all apps, as the nightly job has published them and the store names them.
///
/// Requests take what is ready; a thread of its own looks for what is new, so that nothing about a kill waits for a
/// manifest. Whatever happens to the job's folder, the last manifest stays in force.
final class Gallery: Sendable {
    let folder: PictureFolder
    private let path: String
    private let publisher: Publisher
    private let policy: CachePolicy
    private let clock: @Sendable () -> Instant
    private let events: EventLog
    private let apps = Mutex<[String: Wallpapers]>([:])
    private let watch = Mutex(Watch())

    /// What only the thread that looks touches.
    private struct Watch {
        /// For which everything was found.
        var publication: Publication?
        var pause = Gallery.shortestPause
        /// The picture that was last reported.
        var absent: String?
    }

    /// What was wrong with a picture that was asked for last.
    private let absent = Mutex<String?>(nil)

    /// Pictures that are kept open at once; a few for each connection to a cache would do.
    static let pictureLimit = 1024
    private static let shortestPause: Duration = .milliseconds(200)
    private static let longestPause: Duration = .seconds(10)

    /// Looks for the manifests of the apps that are published.
    ///
    /// - Parameter path: The job's output folder, which need not be there.
    init(
        path: String,
        _ publisher: Publisher,
        policy: CachePolicy,
        clock: @escaping @Sendable () -> Instant,
        events: EventLog
    ) {
        folder = PictureFolder(path: path, limit: Self.pictureLimit)
        self.path = path
        self.publisher = publisher
        self.policy = policy
        self.clock = clock
        self.events = events
        refresh()
    }

    /// What is served of an app; nil when it has never had wallpapers.
    func wallpapers(of app: String) -> Wallpapers? { apps.withLock { $0[app] } }

    /// By app.
    var all: [String: Wallpapers] { apps.withLock { $0 } }

    /// Takes note of a picture that should be there and is not.
    func note(absent reason: String) { absent.withLock { $0 = reason } }

    /// Looks once for manifests that the store names and that are not served.
    ///
    /// - Returns: How long to wait before the next look: longer and longer while what is named is not to be had.
    @discardableResult
    func refresh() -> Duration {
        folder.follow()
        return watch.withLock { watch in
            reportAbsent(&watch)
            let publication = publisher.current
            let isNew = publication !== watch.publication
            if isNew { watch.pause = Self.shortestPause }
            guard isNew || all.values.contains(where: { $0.fault != nil }) else { return watch.pause }
            var isWhole = true
            for app in publication.apps {
                guard let content = app.content else { continue }
                let isAtStart = watch.publication == nil
                isWhole = follow(app.name, content.wallpapers, isAtStart: isAtStart) && isWhole
            }
            forgetApps(besides: publication)
            watch.publication = publication
            watch.pause = isWhole ? Self.shortestPause : min(watch.pause * 2, Self.longestPause)
            return watch.pause
        }
    }

    /// Brings an app to the manifest that the store names; false when that is not to be had.
    private func follow(_ app: String, _ wanted: ManifestHash?, isAtStart: Bool) -> Bool {
        var wallpapers = wallpapers(of: app) ?? Wallpapers()
        // Those of an app that has none need not be known.
        guard wanted != wallpapers.hash || wallpapers.fault != nil else { return true }
        do {
            if wanted != wallpapers.hash {
                let next = try wanted.map { try NamedManifest($0, of: app, in: path) }
                try wallpapers.replace(by: next, policy, now: clock())
                if !isAtStart { reportPublication(app, wallpapers) }
            }
            wallpapers.fault = nil
        } catch {
            let fault = String(describing: error)
            if wallpapers.fault != fault { report(fault, app, wallpapers) }
            wallpapers.fault = fault
        }
        let isWhole = wallpapers.fault == nil
        apps.withLock { $0[app] = wallpapers }
        return isWhole
    }

    private func forgetApps(besides publication: Publication) {
        let known = Set(publication.apps.map(\.name))
        apps.withLock { apps in apps = apps.filter { known.contains($0.key) } }
    }
}

// MARK: - Reports

extension Gallery {
    private func report(_ fault: String, _ app: String, _ wallpapers: Wallpapers) {
        let consequence =
            wallpapers.manifest == nil ? "they are answered with 503" : "those before stay in force"
        events.report(
            Event(
                "wallpapers-failed",
                "\(app): its wallpapers cannot be served, \(consequence): \(fault)",
                ["app": .string(app), "fault": .string(fault)]
            )
        )
    }

    private func reportPublication(_ app: String, _ wallpapers: Wallpapers) {
        let words = wallpapers.hash.map { "\(wallpapers.count) wallpapers, manifest \($0.text.prefix(12))" }
        events.report(
            Event(
                "wallpapers-published",
                "\(app): \(words ?? "no wallpapers any more")",
                [
                    "app": .string(app), "manifest": wallpapers.hash.map { .string($0.text) } ?? .null,
                    "wallpapers": .integer(Int64(wallpapers.count)),
                ]
            )
        )
    }

    /// Reports the last of the pictures that were asked for and are not there, unless it was reported last.
    private func reportAbsent(_ watch: inout Watch) {
        let reason = absent.withLock { absent in
            defer { absent = nil }
            return absent
        }
        guard let reason, reason != watch.absent else { return }
        watch.absent = reason
        events.report(
            Event(
                "picture-missing",
                "a picture that a manifest names is answered with 503: \(reason); `thumbnailer run` makes it anew",
                ["fault": .string(reason)]
            )
        )
    }
}
