import AdminProtocol
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore

/// What `widgetctl watch` has seen of a store and of the widgetd that serves it.
struct Sight: Sendable {
    /// What a store has.
    struct Live: Sendable {
        let revision: Int64
        let states: [AppState]
        let requests: [RequestReport]
        let scheduled: [ScheduledReport]
        /// When it was read.
        let read: Instant
    }

    /// How much clients ask for.
    enum Load: Sendable {
        /// With a rate when there have been two looks.
        case known(Traffic, PollRate?)
        /// Why it is not known.
        case unknown(String)
    }

    /// As last seen.
    let live: Live
    /// When that was still so.
    let seen: Instant
    /// Why the last look at the store failed; nil: it did not.
    let fault: String?
    let load: Load
    /// Set when widgetd serves another revision than the store had a look ago.
    let servedRevision: Int64?
}

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
