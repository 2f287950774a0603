import LiveState
import Rollout
import RolloutStore
package import StrictJSON

/// A request, and whether it can still be approved.
package struct RequestReport: Equatable, Sendable {
    package enum Standing: Equatable, Sendable {
        /// It can; what is missing.
        case waits(String)
        /// It cannot, since what it is about has changed; what.
        case stale(String)
        /// It cannot, since it is too late.
        case expired
    }

    package let request: ChangeRequest
    package let standing: Standing

    package var json: JSON {
        guard case .object(var object) = request.json else { return request.json }
        switch standing {
        case .waits(let missing): (object["state"], object["missing"]) = ("waits", .string(missing))
        case .stale(let why): (object["state"], object["why"]) = ("stale", .string(why))
        case .expired: object["state"] = "expired"
        }
        return .object(object)
    }
}

extension ReleaseDesk {
    /// What is to be made at its time in the selected apps, the earliest first.
    package func scheduled(in apps: AppSelection = .all) throws -> [ScheduledReport] {
        try store.read { reader in
            _ = try apps.resolve(in: reader)
            return try reader.scheduledChanges().filter { $0.operation.selection.meets(apps) }.map {
                ScheduledReport(change: $0, staleness: try staleness(of: $0, in: reader))
            }
        }
    }

    /// What waits for approval in the selected apps, as it was asked for.
    package func requests(in apps: AppSelection = .all) throws -> [RequestReport] {
        try store.read { reader in
            _ = try apps.resolve(in: reader)
            return try reader.changeRequests().filter { $0.operation.selection.meets(apps) }.map {
                RequestReport(request: $0, standing: try standing(of: $0, in: reader))
            }
        }
    }

    /// How many requests and scheduled changes wait, readable or not.
    package func waitingCounts() throws -> (requests: Int, scheduled: Int) {
        try store.read { reader in
            let kinds = try reader.documents(app: StateKey.noApp).map(\.key.kind)
            return (
                kinds.count { $0 == StateKind.request.rawValue },
                kinds.count { $0 == StateKind.schedule.rawValue }
            )
        }
    }

    private func staleness(of change: ScheduledChange, in reader: any StoreReader) throws -> String? {
        guard !change.approvals.isEmpty else { return nil }
        if let staleness = try change.staleness(in: reader) { return staleness }
        do {
            return try rehearsing(change.operation, change.order, by: change.actor, in: reader) {
                try change.otherChange(in: $0.editor, $1)
            }
        } catch let error as DeskError {
            return "it cannot be carried out any more: \(error.onOneLine)"
        }
    }

    private func standing(of request: ChangeRequest, in reader: any StoreReader) throws
        -> RequestReport.Standing
    {
        let now = clock().wholeSecond
        guard request.expires > now else { return .expired }
        if let staleness = try request.staleness(in: reader) { return .stale(staleness) }
        do {
            return try rehearsing(request.operation, request.order, by: request.actor, in: reader) {
                asking,
                rehearsal -> RequestReport.Standing in
                if let change = try request.otherChange(in: asking.editor, rehearsal) {
                    return .stale(change)
                }
                let needs = rehearsal.needs(of: try asking.demands(of: request.operation))
                let missing = request.missing(of: needs)
                return .waits(
                    missing.isEmpty
                        ? "needs none any more" : needs.filter { missing[$0.key] != nil }.words
                )
            }
        } catch let error as DeskError {
            return .stale("request \(request.id) cannot be carried out any more: \(error)")
        }
    }

    /// What an operation that waits would come to by now, beside the state.
    private func rehearsing<Result>(
        _ operation: Operation,
        _ order: Order,
        by actor: String,
        in reader: any StoreReader,
        _ body: (Execution, Rehearsal) throws -> Result
    ) throws -> Result {
        let now = clock()
        let author = Author(
            actor: actor,
            millisecondsSince1970: now.millisecondsSince1970,
            action: operation.action.rawValue,
            reason: ""
        )
        return try reader.preview(by: author) { editor in
            let execution = Execution(
                editor: editor,
                person: .local(actor),
                order: order,
                now: now.wholeSecond
            )
            return try body(execution, try execution.rehearse(operation))
        }.result
    }
}

extension AppSelection {
    /// Whether an app is in both.
    fileprivate func meets(_ other: AppSelection) -> Bool {
        switch (self, other) {
        case (.all, _), (_, .all): true
        case (.named(let mine), .named(let theirs)): mine.contains(where: theirs.contains)
        }
    }
}
