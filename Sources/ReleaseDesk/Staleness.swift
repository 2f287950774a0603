import LiveState
import Rollout
import RolloutStore

/// Whether what was agreed to still is what would be made.
///
/// Documents are compared, and not what they would become: a rollout's stages count from the moment when it starts.
extension ChangeRequest {
    /// Why it no longer is about what it was asked for; nil: it is.
    func staleness(in reader: any StoreReader) throws -> String? {
        try reader.lines(onChangesSince: touched).map {
            "request \(id) is stale; what it is about has changed since:\n\($0)\nask again, or decline it"
        }
    }

    /// What else it would do by now than when it was asked for, or that it cannot be done any more; nil: the same.
    func otherChange(in reader: any StoreReader, _ rehearsal: Rehearsal) throws -> String? {
        if let refusal = rehearsal.refusal {
            guard order.time == nil else { return nil }
            return "request \(id) cannot be carried out any more: \(refusal.onOneLine)"
        }
        return try reader.names(beyond: touched, operation, rehearsal).map {
            "request \(id) is stale; it would by now change more than was asked for: \($0); ask again, or decline it"
        }
    }
}

extension ScheduledChange {
    /// Why it no longer is what was approved; nil: it is, or nobody had to approve it, so that it is what it says.
    func staleness(in reader: any StoreReader) throws -> String? {
        try reader.lines(onChangesSince: touched).map {
            "it is stale; what it is about has changed since it was approved:\n\($0)\nask again"
        }
    }

    /// What else it would do by now than was approved; nil: the same, or nobody had to approve it.
    func otherChange(in reader: any StoreReader, _ rehearsal: Rehearsal) throws -> String? {
        guard !approvals.isEmpty else { return nil }
        return try reader.names(beyond: touched, operation, rehearsal).map {
            "it is stale; it would by now change more than was approved: \($0); ask again"
        }
    }
}

extension StoreReader {
    /// A line for each document that has changed since, with who changed it; nil: none has.
    fileprivate func lines(onChangesSince touched: [TouchedDocument]) throws -> String? {
        let moved = try touched.filter { try document($0.key)?.revision != $0.revision }
        guard !moved.isEmpty else { return nil }
        return try moved.map { touched in
            let key = touched.key
            let filter = HistoryFilter(app: key.app, kind: key.kind, name: key.name, limit: 1)
            let last = try history(filter).first
            return "  \(key.app): \(last?.subject ?? key.name)"
                + (last.map { ", \($0.action) by \($0.actor) at revision \($0.revision)" } ?? "")
        }.joined(separator: "\n")
    }

    /// The documents besides those known that a change would write to; nil: none.
    fileprivate func names(
        beyond touched: [TouchedDocument],
        _ operation: Operation,
        _ rehearsal: Rehearsal
    ) throws -> String? {
        let known = Set(touched.map(\.key))
        let others = try self.touched(by: operation, rehearsal).filter { !known.contains($0.key) }
        guard !others.isEmpty else { return nil }
        return others.map { "\($0.key.app): \($0.key.kind) \($0.key.name)" }.joined(separator: ", ")
    }
}
