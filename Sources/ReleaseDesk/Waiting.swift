import LiveState
import RolloutStore
import StrictJSON

/// What waits, and where it is kept: under no app, so that no bundle changes while it waits.
extension StateKey {
    static func waiting(_ kind: StateKind, _ id: Int64) -> StateKey {
        StateKey(kind, "\(id)", in: StateKey.noApp)
    }
}

extension JSONField {
    /// The number of what waits: the name of its document.
    func waitingNumber(_ name: String) -> Int64? {
        if let id = Int64(name), id > 0 { return id }
        return refused("its name \"\(name)\" is no revision")
    }
}

extension StateReader {
    /// What is to be made at its time, the earliest first and of the same time as it was scheduled.
    ///
    /// - Throws: `LiveStateError` for what this version cannot read.
    func scheduledChanges() throws -> [ScheduledChange] {
        try documents(app: StateKey.noApp, kind: StateKind.schedule.rawValue).map {
            try ScheduledChange($0)
        }.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    }

    /// What waits for approval, as it was asked for.
    ///
    /// - Throws: `LiveStateError` for what this version cannot read.
    func changeRequests() throws -> [ChangeRequest] {
        try documents(app: StateKey.noApp, kind: StateKind.request.rawValue).map {
            try ChangeRequest($0)
        }.sorted { $0.id < $1.id }
    }
}

extension StoreReader {
    /// - Throws: ``DeskError`` when nothing of that number waits in sight: what became of it, or what does wait.
    func requiredScheduledChange(_ id: Int64, within visibility: Visibility = .everything) throws
        -> ScheduledChange
    {
        try ScheduledChange(requiredWaiting(.schedule, id, what: "scheduled change", visibility))
    }

    /// - Throws: ``DeskError`` when nothing of that number waits in sight: what became of it, or what does wait.
    func requiredRequest(_ id: Int64, within visibility: Visibility = .everything) throws -> ChangeRequest {
        try ChangeRequest(requiredWaiting(.request, id, what: "request", visibility))
    }

    private func requiredWaiting(
        _ kind: StateKind,
        _ id: Int64,
        what: String,
        _ visibility: Visibility
    ) throws -> Document {
        let key = StateKey.waiting(kind, id)
        if let document = try document(key), visibility.covers(document) { return document }
        let filter = HistoryFilter(app: key.app, kind: key.kind, name: key.name, limit: 1)
        if let end = try history(filter).first, visibility.covers(end) {
            throw DeskError.refused(
                "\(what) \(id) waits no more since revision \(end.revision), \(end.action) by \(end.actor)"
                    + (end.reason.isEmpty ? "" : ": \(end.reason)")
            )
        }
        let known = try documents(app: key.app, kind: key.kind).filter(visibility.covers).map(\.key.name)
        throw DeskError.unknown(what: what, name: "\(id)", place: nil, known: known)
    }
}
