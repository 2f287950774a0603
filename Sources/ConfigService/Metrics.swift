import ConfigBundle
import HTTPServer
import Rollout
import Synchronization

/// What the service counts.
///
/// Every label is one of a fixed set or the name of a published app, never what a client sent.
final class Metrics: Sendable {
    /// One number that any thread adds to.
    private final class Counter: Sendable {
        let value = Atomic<Int64>(0)
        func add(_ amount: Int) { value.add(Int64(amount), ordering: .relaxed) }
        var current: Int64 { value.load(ordering: .relaxed) }
    }

    /// One for each route, and the last for paths that have none.
    private let requests: [[Counter]]
    private let bytes: [Counter]
    /// Set once the server runs; the answers are built before it.
    private let connections = Mutex<(@Sendable () -> Int)?>(nil)
    private let droppedLines: @Sendable () -> Int
    private let waiting: @Sendable () -> Int

    private static let routes = Route.allCases.map(\.rawValue) + ["none"]
    /// The statuses that occur; anything else, and no answer at all, is counted under the last.
    private static let statuses: [UInt16] = [200, 226, 304, 400, 404, 405, 413, 414, 431, 500, 501, 503, 505]
    private static let statusLabels = statuses.map(String.init) + ["other"]

    /// - Parameters:
    ///   - droppedLines: How many lines the access log has lost.
    ///   - waiting: How many clients wait.
    init(droppedLines: @escaping @Sendable () -> Int, waiting: @escaping @Sendable () -> Int) {
        self.droppedLines = droppedLines
        self.waiting = waiting
        requests = Self.routes.map { _ in Self.statusLabels.map { _ in Counter() } }
        bytes = Self.routes.map { _ in Counter() }
    }

    func observeConnections(_ count: @escaping @Sendable () -> Int) {
        connections.withLock { $0 = count }
    }

    /// Takes note of a request; nil: none of the routes.
    func count(_ route: Route?, _ status: Status?, bytes size: Int) {
        let row = route.map(Self.index) ?? Self.routes.count - 1
        let column = status.flatMap { Self.statuses.firstIndex(of: $0.rawValue) } ?? Self.statuses.count
        requests[row][column].add(1)
        bytes[row].add(size)
    }

    private static func index(_ route: Route) -> Int {
        switch route {
        case .config: 0
        case .kills: 1
        case .events: 2
        case .wallpapers: 3
        case .thumbnails: 4
        case .apps: 5
        case .health: 6
        case .readiness: 7
        case .metrics: 8
        }
    }

    /// The requests answered so far.
    var requestCount: Int64 { requests.joined().reduce(0) { $0 + $1.current } }

    /// The polls answered so far, of bundles and of kills, and those of them with 304.
    var pollCounts: (all: Int64, notModified: Int64) {
        let rows = [Route.config, .kills].map { requests[Self.index($0)] }
        let column = Self.statuses.firstIndex(of: 304)
        return (
            rows.joined().reduce(0) { $0 + $1.current },
            rows.reduce(0) { sum, row in sum + (column.map { row[$0].current } ?? 0) }
        )
    }

    /// Everything in the Prometheus text format, version 0.0.4.
    func page(_ publication: Publication, _ health: Publisher.StoreHealth, _ gallery: Gallery, now: Instant)
        -> String
    {
        var page = MetricsPage()
        addTraffic(to: &page)
        page.add("widgetd_store_up", .gauge, "Whether the last look at the store succeeded.")
        page.sample(health.failingSince == nil ? 1 : 0)
        page.add("widgetd_store_failures_total", .counter, "Looks at the store that failed.")
        page.sample(health.failures)
        page.add("widgetd_unreadable_changes_total", .counter, "Changes of an app that could not be read.")
        page.sample(health.unreadableChanges)
        page.add("widgetd_store_revision", .gauge, "The store's revision that is served.")
        page.sample(publication.revision)
        page.add("widgetd_revision_age_seconds", .gauge, "Time since the change with that revision was made.")
        page.sample(publication.changedAt.map { max(0, now.seconds(since: $0)) } ?? 0)
        addApps(publication.apps, to: &page)
        addWallpapers(gallery, to: &page)
        return page.text
    }

    private func addTraffic(to page: inout MetricsPage) {
        page.add("widgetd_http_requests_total", .counter, "Requests by route and status.")
        for (route, row) in zip(Self.routes, requests) {
            for (status, counter) in zip(Self.statusLabels, row) where counter.current > 0 {
                page.sample(counter.current, [("route", route), ("status", status)])
            }
        }
        page.add("widgetd_http_response_body_bytes_total", .counter, "Bytes of response bodies by route.")
        for (route, counter) in zip(Self.routes, bytes) {
            page.sample(counter.current, [("route", route)])
        }
        page.add("widgetd_connections", .gauge, "Connections that are open.")
        page.sample(connections.withLock { $0 }?() ?? 0)
        page.add("widgetd_waiting", .gauge, "Clients that wait for a change, or follow events.")
        page.sample(waiting())
        page.add("widgetd_access_log_dropped_lines_total", .counter, "Lines that the access log lost.")
        page.sample(droppedLines())
    }

    private func addWallpapers(_ gallery: Gallery, to page: inout MetricsPage) {
        let apps = gallery.all.sorted { $0.key < $1.key }
        page.add(
            "widgetd_wallpapers_up",
            .gauge,
            "Whether the manifest that the store names is the one that is served."
        )
        for (app, wallpapers) in apps { page.sample(wallpapers.fault == nil ? 1 : 0, [("app", app)]) }
        page.add("widgetd_wallpapers", .gauge, "Wallpapers in the manifest that is served.")
        for (app, wallpapers) in apps { page.sample(wallpapers.count, [("app", app)]) }
        page.add("widgetd_open_pictures", .gauge, "Pictures that are kept open.")
        page.sample(gallery.folder.openCount)
    }

    private func addApps(_ apps: [PublishedApp], to page: inout MetricsPage) {
        page.add("widgetd_apps", .gauge, "Apps that are served.")
        page.sample(apps.count)
        page.add("widgetd_app_up", .gauge, "Whether the app's last change could be read.")
        for app in apps { page.sample(app.fault == nil ? 1 : 0, [("app", app.name)]) }
        page.add("widgetd_app_revision", .gauge, "The app's revision that is served.")
        for app in apps {
            if let content = app.content { page.sample(content.revision, [("app", app.name)]) }
        }
        page.add("widgetd_bundle_bytes", .gauge, "Size of the app's bundle by content coding.")
        for app in apps {
            guard let bundle = app.content?.config.representation else { continue }
            page.sample(
                bundle.identity.count,
                [("app", app.name), ("coding", ContentCoding.identity.rawValue)]
            )
            page.sample(bundle.gzip.count, [("app", app.name), ("coding", ContentCoding.gzip.rawValue)])
        }
        page.add("widgetd_delta_base_bytes", .gauge, "Size of the old bundles that are kept for deltas.")
        page.sample(apps.reduce(0) { $0 + ($1.content?.bases.byteCount ?? 0) })
    }
}
