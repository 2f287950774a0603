import AdminProtocol
import ReleaseDesk
import Rollout
import RolloutStore

/// Looks at a store and at the widgetd that serves it, again and again.
struct Watcher {
    /// Opens the store each time, since a backup may have been put in its place.
    private let openDesk: @Sendable () throws -> ReleaseDesk
    private let source: TrafficSource
    private var live: Sight.Live
    private var seen: Instant
    private var history = TrafficHistory()

    /// Whether a change can be carried out also depends on the time, so that all is read anew now and then.
    private static let freshSeconds: Int64 = 30

    /// Looks at the store for the first time.
    ///
    /// - Throws: Why it cannot be read.
    init(_ source: TrafficSource, openDesk: @escaping @Sendable () throws -> ReleaseDesk) throws {
        self.openDesk = openDesk
        self.source = source
        live = try Self.read(openDesk())
        seen = live.read
    }

    /// Looks once more.
    mutating func look() -> Sight {
        let earlier = live.revision
        let servedEarlier = history.last?.revision
        var fault: String?
        do {
            try refresh()
        } catch {
            fault = "\(error)"
        }
        let load = readLoad()
        var servedRevision: Int64?
        // What has been so for a whole interval is no matter of who was asked first.
        if fault == nil, case .known(let traffic, _) = load,
            traffic.revision < earlier || servedEarlier ?? 0 > live.revision
        {
            servedRevision = traffic.revision
        }
        return Sight(live: live, seen: seen, fault: fault, load: load, servedRevision: servedRevision)
    }

    private mutating func refresh() throws {
        let desk = try openDesk()
        let now = desk.clock()
        let isFresh = (0..<Self.freshSeconds).contains(now.seconds(since: live.read))
        if try !isFresh || desk.store.revision() != live.revision { live = try Self.read(desk) }
        seen = now
    }

    private static func read(_ desk: ReleaseDesk) throws -> Sight.Live {
        // First, so that what changes meanwhile is read again.
        let revision = try desk.store.revision()
        return Sight.Live(
            revision: revision,
            states: try desk.states(of: .all),
            requests: try desk.requests(),
            scheduled: try desk.scheduled(),
            read: desk.clock()
        )
    }

    private mutating func readLoad() -> Sight.Load {
        do {
            let traffic = try source.read()
            history.add(traffic, at: .now)
            return .known(traffic, history.rate)
        } catch {
            history.forget()
            return .unknown("\(error)")
        }
    }
}
