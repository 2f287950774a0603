package import HTTPServer

/// One thing that the service serves, by its path.
///
/// The whole table is ``Route/allCases``.
package enum Route: String, CaseIterable, Sendable {
    case config
    case kills
    case events
    case wallpapers
    case thumbnails
    case apps
    case health
    case readiness
    case metrics

    /// The path; `<app>` stands for the name of an app, `<hash>.<ext>` for that of a picture.
    package var pattern: String {
        switch self {
        case .config: "/v1/apps/<app>/config"
        case .kills: "/v1/apps/<app>/kills"
        case .events: "/v1/apps/<app>/events"
        case .wallpapers: "/v1/apps/<app>/wallpapers"
        case .thumbnails: "/v1/apps/<app>/thumbnails/<hash>.<ext>"
        case .apps: "/v1/apps"
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .metrics: "/metrics"
        }
    }

    /// What is there, in a line.
    package var summary: String {
        switch self {
        case .config: "All that an app's clients need, as one bundle."
        case .kills: "An app's kills alone."
        case .events: "That an app has changed, told as it happens (server-sent events)."
        case .wallpapers: "An app's wallpapers, and which pictures there are of them."
        case .thumbnails: "One of these pictures, which never changes."
        case .apps: "The apps with their revisions."
        case .health: "Whether the process answers."
        case .readiness: "Whether the service is ready, and whether what it serves is fresh."
        case .metrics: "Counters and gauges for Prometheus."
        }
    }

    /// What may be asked of every route; any other method is answered 405.
    package static let methods: [Method] = [.get, .head]
}

extension Route {
    /// A path that belongs to a route.
    struct Match: Equatable {
        let route: Route
        /// Where in the path the app's name stands, still percent-encoded; empty when the route has none.
        let app: Range<Int>
        /// The same of a picture's name.
        let picture: Range<Int>
    }

    /// Finds the route of a path as it was sent: percent-encoded, with nothing removed.
    ///
    /// A path is cut at its slashes and each piece then decoded once, so `%2F` never separates, `.` and `..` are
    /// names like any other, and an empty piece (`//`, a trailing slash) matches nothing.
    static func match(_ path: Span<UInt8>) -> Match? {
        for (route, pieces) in table {
            if let found = match(path, pieces) {
                return Match(route: route, app: found.app, picture: found.picture)
            }
        }
        return nil
    }

    private enum Piece {
        case literal([UInt8])
        case app
        case picture
    }

    /// In the order of the cases, the busiest first.
    private static let table: [(Route, [Piece])] = allCases.map { route in
        let pieces = route.pattern.split(separator: "/").map { piece in
            switch piece {
            case "<app>": Piece.app
            case "<hash>.<ext>": Piece.picture
            default: Piece.literal(Array(piece.utf8))
            }
        }
        return (route, pieces)
    }

    private static func match(_ path: Span<UInt8>, _ pieces: [Piece]) -> (
        app: Range<Int>, picture: Range<Int>
    )? {
        var (app, picture) = (0..<0, 0..<0)
        var position = 0
        for piece in pieces {
            guard position < path.count, path[position] == UInt8(ascii: "/") else { return nil }
            let start = position + 1
            position = start
            while position < path.count, path[position] != UInt8(ascii: "/") { position += 1 }
            switch piece {
            case .app:
                guard position > start else { return nil }
                app = start..<position
            case .picture:
                guard position > start else { return nil }
                picture = start..<position
            case .literal(let text):
                guard path.extracting(start..<position).spells(text) else { return nil }
            }
        }
        return position == path.count ? (app, picture) : nil
    }
}

extension Span<UInt8> {
    /// Whether a piece of a path says this text, percent-encoded or not.
    fileprivate func spells(_ text: [UInt8]) -> Bool {
        if equals(text) { return true }
        guard contains(UInt8(ascii: "%")), let decoded = PercentEncoding.decode(self) else { return false }
        return decoded.utf8.elementsEqual(text)
    }
}
