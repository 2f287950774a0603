import HTTPServer
import Synchronization

/// The clients that follow the events of apps.
final class EventFollowers: Sendable {
    /// Those who follow one app, all told of the same.
    private struct Group {
        var revision: Int64
        var event: [UInt8]
        var streams: [ObjectIdentifier: ResponseStream] = [:]
    }

    private let groups = Mutex<[String: Group]>([:])
    private let places: WaitingPlaces
    private let publisher: Publisher

    /// Often enough for proxies that give up on a silent connection after half a minute.
    private static let heartbeat = ResponseStream.Heartbeat(ChangeEvent.heartbeat, every: .seconds(25))

    static let headers = [
        ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
        // Tells nginx as a proxy to pass each event on at once.
        ("X-Accel-Buffering", "no"),
    ]

    init(_ publisher: Publisher, _ places: WaitingPlaces) {
        self.publisher = publisher
        self.places = places
    }

    /// Lets a client follow an app.
    ///
    /// - Parameter lastSeen: The revision that it was told of before; an event is sent at once when there is a newer one.
    /// - Throws: `HTTPServerError` when memory is out.
    func follow(_ app: String, _ content: AppContent, lastSeen: Int64?) throws(HTTPServerError) -> Answer {
        // A revision that was never in force says nothing of what the client knows.
        let lastSeen = lastSeen.flatMap { $0 <= content.revision ? $0 : nil }
        guard places.take() else { return .now(try Self.comeBackLater()) }
        // Clients that were cut off together come back apart.
        let opening = ChangeEvent.opening(
            retry: .random(in: 2_000...8_000),
            revision: lastSeen == nil ? content.revision : nil
        )
        let event = ChangeEvent.bytes(revision: content.revision, action: content.reason)
        let stream = try ResponseStream(
            headers: Self.headers,
            start: opening + (lastSeen.map { content.revision > $0 } == true ? event : []),
            heartbeat: Self.heartbeat
        ) { [self] stream in leave(app, ObjectIdentifier(stream)) }
        groups.withLock { groups in
            var group = groups.removeValue(forKey: app) ?? Group(revision: content.revision, event: event)
            // It has just changed, and the others have been told.
            if group.revision != content.revision { stream.send(group.event) }
            group.streams[ObjectIdentifier(stream)] = stream
            groups[app] = group
        }
        announce(app)
        return .stream(stream)
    }

    /// Without a free place: an empty stream, after which clients that keep to the standard come back.
    ///
    /// They take any other status for the end.
    private static func comeBackLater() throws(HTTPServerError) -> Response {
        let opening = ChangeEvent.opening(retry: .random(in: 10_000...40_000), revision: nil)
        return try Response(status: .ok, headers: headers, body: opening)
    }

    private func leave(_ app: String, _ stream: ObjectIdentifier) {
        groups.withLock { groups in
            groups[app]?.streams[stream] = nil
            if groups[app]?.streams.isEmpty == true { groups[app] = nil }
        }
        places.give(back: 1)
    }

    /// Tells those whose app is another in what is published.
    func announce() {
        let apps = groups.withLock { Array($0.keys) }
        for app in apps { announce(app) }
    }

    private func announce(_ app: String) {
        let (streams, event) = groups.withLock { groups -> ([ResponseStream], [UInt8]?) in
            // Looked up within the lock, so that nobody announces what is older than what another has announced.
            let content = publisher.current.app(Array(app.utf8).span)?.content
            guard let group = groups[app], group.revision != content?.revision else { return ([], nil) }
            let event = content.map { ChangeEvent.bytes(revision: $0.revision, action: $0.reason) }
            if let content, let event {
                groups[app]?.revision = content.revision
                groups[app]?.event = event
            }
            return (Array(group.streams.values), event)
        }
        for stream in streams {
            // Of an app that has been taken out there is nothing more to tell.
            if let event { stream.send(event) } else { stream.end() }
        }
    }
}
