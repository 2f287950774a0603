import AccessTokens
import AdminProtocol
import HTTPServer
import ReleaseDesk
import RolloutStore
import StrictJSON

/// Answers what only reads, for the apps that the holder of a token may see.
struct StateQuestions: Sendable {
    let store: OpenStore
    let traffic: @Sendable () -> Traffic

    /// Bytes of documents and changes after which a page ends.
    private static let pageSize = 256 << 10
    /// Changes of a page at most.
    private static let pageCount = 1_000
    /// Changes at most that are looked at for a page, in sight or not.
    private static let lookLimit = 5_000
    /// Changes that are read at once.
    private static let portion = 200

    func answer(_ request: AdminRequest) throws -> AdminAnswer {
        switch request.route {
        case .holder: return AdminAnswer(request.holder.json)
        case .revision:
            _ = try query(request, [])
            let revision = try store.withStore { try $0.revision() }
            return AdminAnswer(
                ["revision": .integer(revision)],
                headers: [("ETag", EntityTag.text(revision))]
            )
        case .apps: return try apps(request)
        case .documents: return try documents(request)
        case .changes: return try changes(request)
        case .liveState: return try liveState(request)
        case .traffic:
            _ = try query(request, [])
            try requireAllApps(request, "The polls of all apps are counted together")
            return AdminAnswer(traffic().json)
        case .description, .operations, .tokens, .token:
            preconditionFailure("\(request.route.pattern) is no question of the state")
        }
    }

    private func query(_ request: AdminRequest, _ names: [String]) throws -> Query {
        do throws(Query.Fault) {
            return try Query(parsing: request.query, names: names)
        } catch {
            throw Refusal(.badRequest, "The query: \(error).")
        }
    }

    /// The state at the revision that a query names, or the live one.
    private func withState<Result>(
        _ query: Query,
        _ body: (any StateReader) throws -> Result
    ) throws -> Result {
        try store.withStore { store in
            try store.read { reader in
                guard let text = query["revision"] else { return try body(reader) }
                let last = try reader.revision()
                guard let revision = Int64(text), revision >= 0 else {
                    throw Refusal(.badRequest, "The query: revision must be a whole number.")
                }
                guard revision <= last else {
                    throw Refusal(.notFound, "There is no revision \(revision); the last is \(last).")
                }
                return try body(revision == last ? reader : reader.state(at: revision))
            }
        }
    }

    // MARK: - State

    private func apps(_ request: AdminRequest) throws -> AdminAnswer {
        try withState(query(request, ["revision"])) { state in
            let apps = try state.appRevisions().filter { request.holder.isFor($0.key) }
            return AdminAnswer(AppRevisions(revision: try state.revision(), apps: apps).json)
        }
    }

    /// The documents of one app; or of whole apps, from one on, until the page is full.
    private func documents(_ request: AdminRequest) throws -> AdminAnswer {
        let query = try query(request, ["revision", "app", "kind", "from"])
        guard (query["app"] == nil) != (query["from"] == nil) else {
            throw Refusal(.badRequest, "The query: say one app, or from which app on.")
        }
        return try withState(query) { state in
            var apps = query["app"].map { [$0] } ?? []
            if let first = query["from"] {
                apps = try state.appRevisions().keys.filter { !$0.utf8.lexicographicallyPrecedes(first.utf8) }
                    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            }
            let visibility = Visibility(of: request.holder.apps)
            apps = apps.filter(visibility.mayReach)
            var (documents, size): ([Document], Int) = ([], 0)
            for app in apps {
                guard size < Self.pageSize else {
                    return AdminAnswer(DocumentPage(documents: documents, next: app).json)
                }
                let more = try state.documents(app: app, kind: query["kind"]).filter(visibility.covers)
                documents += more
                size += more.reduce(0) { $0 + $1.text.utf8.count + 100 }
            }
            return AdminAnswer(DocumentPage(documents: documents, next: nil).json)
        }
    }

    // MARK: - Log

    private func changes(_ request: AdminRequest) throws -> AdminAnswer {
        let query = try query(request, ChangeQuery.names)
        let wanted: ChangeQuery
        do throws(Query.Fault) { wanted = try ChangeQuery(query) } catch {
            throw Refusal(.badRequest, "The query: \(error).")
        }
        return try store.withStore { store in
            try store.read { reader in
                AdminAnswer(
                    try Self.page(wanted, within: Visibility(of: request.holder.apps), in: reader).json
                )
            }
        }
    }

    /// What a holder may see of it, in the order that is wanted: what is out of sight is passed over, and does not count.
    ///
    /// The time that it takes does not grow with the log.
    private static func page(
        _ wanted: ChangeQuery,
        within visibility: Visibility,
        in reader: any StoreReader
    ) throws -> ChangePage {
        let limit = max(wanted.filter.limit ?? .max, 0)
        var filter = wanted.filter
        filter.apps = visibility.reach
        filter.limit = portion
        var changes: [Change] = []
        var (size, lookedAt) = (0, 0)
        while changes.count < limit {
            let found = try wanted.isOldestFirst ? reader.oldest(filter) : reader.history(filter)
            for change in found {
                lookedAt += 1
                if visibility.covers(change) {
                    changes.append(change)
                    size += change.size
                }
                if changes.count == limit { break }
                if changes.count == pageCount || size >= pageSize || lookedAt == lookLimit {
                    return ChangePage(changes: changes, next: change.revision)
                }
            }
            guard found.count == portion, let last = found.last?.revision else { break }
            if wanted.isOldestFirst { filter.after = last } else { filter.before = last }
        }
        return ChangePage(changes: changes, next: nil)
    }

    private func liveState(_ request: AdminRequest) throws -> AdminAnswer {
        _ = try query(request, [])
        try requireAllApps(request, "The log of all apps is one chain")
        return try store.withStore { store in
            AdminAnswer(LiveStateReport(firstBreak: try store.read { try $0.liveStateBreak() }).json)
        }
    }

    private func requireAllApps(_ request: AdminRequest, _ why: String) throws(Refusal) {
        guard request.holder.apps != nil else { return }
        throw Refusal(.forbidden, "\(why), and this token is not for all of them.")
    }
}

extension StoreReader {
    /// Like ``history(_:)``, the oldest first.
    fileprivate func oldest(_ filter: HistoryFilter) throws -> [Change] {
        var changes: [Change] = []
        try forEachChange(filter) { changes.append($0) }
        return changes
    }
}

extension Change {
    /// In bytes of JSON, about.
    fileprivate var size: Int {
        (before?.utf8.count ?? 0) + (after?.utf8.count ?? 0) + reason.utf8.count + 400
    }
}
