import HTTPServer
import NearestName
import Rollout
import StrictJSON

/// Answers requests from the publication in force.
struct Router: Sendable {
    private let publisher: Publisher
    private let waiting: WaitingRoom
    private let followers: EventFollowers
    private let gallery: Gallery
    private let metrics: Metrics
    private let clock: @Sendable () -> Instant
    private let alive: Response
    private let unknownPath: Response
    private let wrongMethod: Response
    private let unknownPicture: Response
    private let missingPicture: Response
    private let crowded: Response

    /// - Throws: `HTTPServerError` when memory is out.
    init(
        publisher: Publisher,
        waiting: WaitingRoom,
        followers: EventFollowers,
        gallery: Gallery,
        metrics: Metrics,
        clock: @escaping @Sendable () -> Instant
    ) throws(HTTPServerError) {
        self.publisher = publisher
        self.waiting = waiting
        self.followers = followers
        self.gallery = gallery
        self.metrics = metrics
        self.clock = clock
        alive = try Self.status(.ok, ["status": "ok"])
        let patterns = Route.allCases.map(\.pattern).joined(separator: ", ")
        unknownPath = try .problem(
            .notFound,
            detail: "Nothing is at this path. There are \(patterns), without a slash at the end."
        )
        let methods = Route.methods.map(\.rawValue).joined(separator: ", ")
        wrongMethod = try .problem(
            .methodNotAllowed,
            detail: "Only \(methods) are allowed here.",
            headers: [("Allow", methods)]
        )
        unknownPicture = try .problem(
            .notFound,
            detail: "The app has no such picture; its wallpapers name those that it has."
        )
        missingPicture = try .problem(
            .serviceUnavailable,
            detail: "The picture cannot be read; the server's log says why.",
            headers: [("Retry-After", "60")]
        )
        crowded = try .problem(
            .serviceUnavailable,
            detail: "Too many pictures are being sent.",
            headers: [("Retry-After", "2")]
        )
    }

    /// - Throws: `HTTPServerError` when memory is out.
    func answer(_ request: borrowing Request) throws(HTTPServerError) -> Answer {
        guard let match = request.withPath({ Route.match($0) }) else { return .now(unknownPath) }
        guard Route.methods.contains(request.method) else { return .now(wrongMethod) }
        let publication = publisher.current
        switch match.route {
        case .apps: return .now(publication.list.response(to: request))
        case .config, .kills, .events, .wallpapers, .thumbnails:
            return try answer(match, from: publication, to: request)
        case .health: return .now(alive)
        case .readiness: return .now(try readiness(publication))
        case .metrics: return .now(try metricsPage(publication))
        }
    }

    // MARK: - Apps

    private func answer(_ match: Route.Match, from publication: Publication, to request: borrowing Request)
        throws(HTTPServerError) -> Answer
    {
        // Names are rarely encoded, and then need no copy.
        let app =
            request.withPath { publication.app($0.extracting(match.app)) }
            ?? decodedName(match, request).flatMap { publication.app(Array($0.utf8).span) }
        guard let app else { return .now(try unknownApp(decodedName(match, request), in: publication)) }
        guard let content = app.content else { return .now(try unreadable(app)) }
        if match.route == .events {
            let last = request.withHeader("Last-Event-ID") { ChangeEvent.revision(lastEventID: $0) }
            return try followers.follow(app.name, content, lastSeen: last)
        }
        switch match.route {
        case .wallpapers: return .now(try wallpapers(of: app.name, content, to: request))
        case .thumbnails: return .now(try picture(match, of: app.name, to: request))
        case .kills: return answer(content.kills, of: app, .kills, to: request)
        default: return answer(content.config, of: app, match.route, to: request)
        }
    }

    private func answer(
        _ resource: Resource,
        of app: PublishedApp,
        _ route: Route,
        to request: borrowing Request
    ) -> Answer {
        guard resource.isKnown(to: request),
            let seconds = request.withHeader("Prefer", { WaitPreference.seconds($0) })
        else { return .now(resource.response(to: request)) }
        let pending = waiting.wait(
            for: WaitingRoom.Subject(app: app.name, route: route),
            knowing: resource,
            resource.taste(ofWaiting: request),
            seconds: seconds
        )
        return pending.map(Answer.later) ?? .now(resource.unchanged.unwaited)
    }

    /// nil when it is no UTF-8.
    private func decodedName(_ match: Route.Match, _ request: borrowing Request) -> String? {
        request.withPath { PercentEncoding.decode($0.extracting(match.app)) }
    }

    /// With more apps than this, looking for the nearest name would cost more than all else about a request.
    private static let suggestionLimit = 100

    private func unknownApp(_ name: String?, in publication: Publication) throws(HTTPServerError) -> Response
    {
        // What is longer than any name is not repeated, and near to none.
        guard let name, name.utf8.count <= 64 else {
            return try .problem(.notFound, detail: "There is no app of that name; /v1/apps lists them all.")
        }
        let names = publication.apps.map(\.name)
        let nearest = names.count <= Self.suggestionLimit ? nearestName(to: name, among: names) : nil
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "/v1/apps lists them all."
        return try .problem(.notFound, detail: "There is no app \"\(name)\"; \(hint)")
    }

    private func unreadable(_ app: PublishedApp) throws(HTTPServerError) -> Response {
        try .problem(
            .serviceUnavailable,
            detail: "The state of \(app.name) cannot be read; the server's log says why.",
            headers: [("Retry-After", "60")]
        )
    }

    // MARK: - Wallpapers

    private func wallpapers(of app: String, _ content: AppContent, to request: borrowing Request)
        throws(HTTPServerError) -> Response
    {
        if let manifest = gallery.wallpapers(of: app)?.manifest { return manifest.response(to: request) }
        guard content.wallpapers != nil else {
            return try .problem(.notFound, detail: "\(app) has no wallpapers.")
        }
        return try .problem(
            .serviceUnavailable,
            detail: "The wallpapers of \(app) cannot be read; the server's log says why.",
            headers: [("Retry-After", "60")]
        )
    }

    private func picture(_ match: Route.Match, of app: String, to request: borrowing Request)
        throws(HTTPServerError) -> Response
    {
        let name =
            request.withPath { PictureName($0.extracting(match.picture)) }
            ?? request.withPath { PercentEncoding.decode($0.extracting(match.picture)) }.flatMap {
                PictureName($0)
            }
        guard let name, let byteCount = gallery.wallpapers(of: app)?.byteCount(of: name, now: clock) else {
            return unknownPicture
        }
        if request.withHeader("If-None-Match", { IfNoneMatch.matches(Array(name.entityTag.utf8), $0) }) {
            return try Response(status: .notModified, headers: Array(PictureFolder.headers(name).dropFirst()))
        }
        switch try gallery.folder.find(name, byteCount: byteCount) {
        case .picture(let response): return response
        case .full: return crowded
        case .absent(let reason):
            gallery.note(absent: reason)
            return missingPicture
        }
    }

    // MARK: - Operation

    /// 200 also when the store fails: what is served is still better than nothing, and a load balancer that took the
    /// service out for it would take out all servers of that store at once.
    private func readiness(_ publication: Publication) throws(HTTPServerError) -> Response {
        let since = publisher.health.failingSince
        let stale = publication.apps.filter { $0.fault != nil }.map(\.name)
        return try Self.status(
            .ok,
            [
                "status": since == nil && stale.isEmpty ? "ready" : "stale",
                "store": since == nil ? "ok" : "failing",
                "failingSince": since.map { .string("\($0)") } ?? .null,
                "unreadableApps": .array(stale.map(JSON.string)),
                "apps": .integer(Int64(publication.apps.count)),
                "revision": .integer(publication.revision),
            ]
        )
    }

    private func metricsPage(_ publication: Publication) throws(HTTPServerError) -> Response {
        let page = metrics.page(publication, publisher.health, gallery, now: clock())
        return try Response(
            status: .ok,
            headers: [
                ("Content-Type", "text/plain; version=0.0.4; charset=utf-8"), ("Cache-Control", "no-store"),
            ],
            body: Array(page.utf8)
        )
    }

    private static func status(_ status: Status, _ json: JSON) throws(HTTPServerError) -> Response {
        try Response(
            status: status,
            headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
            body: json.canonicalBytes
        )
    }
}
