import Definitions
import Rollout
import RolloutStore
import StrictJSON

extension Execution {
    /// Keeps an operation until its time has come.
    ///
    /// What would be refused now may be in order then, so that is a warning.
    ///
    /// - Parameter request: What was approved; nil: nobody had to approve it.
    mutating func schedule(
        _ operation: Operation,
        at time: Instant,
        approvedAs request: ChangeRequest? = nil
    ) throws {
        let rehearsal = try rehearse(operation)
        let touched = try request == nil ? [] : editor.touched(by: operation, rehearsal)
        var ground: [TouchedDocument] = []
        if case .gateDates(let checked) = operation { ground = try editor.ground(of: checked) }
        var order = order
        (order.time, order.isDryRun) = (nil, false)
        let change = ScheduledChange(
            id: try editor.revision() + 1,
            time: time,
            operation: operation,
            order: order,
            actor: actor,
            scheduled: now,
            approvals: request?.approvals ?? [],
            touched: touched,
            ground: ground
        )
        try editor.set(change.key, to: change.document.text)
        report.waits = .time(change.id, time)
        report.notes.append("scheduled for \(time) as \(change.id): \(operation.words)")
        if let refusal = rehearsal.refusal {
            report.warnings.append("as things stand it would be refused: \(refusal.onOneLine)")
        } else {
            report.notes += rehearsal.notes.map { "as things stand: \($0)" }
            report.warnings += rehearsal.warnings
        }
    }

    /// Forgets a scheduled change.
    mutating func unschedule(_ id: Int64) throws {
        let change = try editor.requiredScheduledChange(id)
        try editor.set(change.key, to: nil)
        report.notes.append("will not be made at \(change.time): \(change.operation.words)")
    }

    /// Makes a scheduled change, and forgets it: both or neither.
    ///
    /// - Throws: ``DeskError`` also when it no longer is what was approved, and when it was not approved by as many as it
    ///   needs by now.
    mutating func make(_ change: ScheduledChange) throws {
        if let staleness = try change.staleness(in: editor) { throw DeskError.refused(staleness) }
        let demands = try demands(of: change.operation)
        if !demands.isEmpty || !change.approvals.isEmpty {
            let rehearsal = try rehearse(change.operation)
            if let other = try change.otherChange(in: editor, rehearsal) { throw DeskError.refused(other) }
            let missing = rehearsal.needs(of: demands).filter { app, need in
                change.approvals.count { $0.apps.contains(app) } < need.count
            }
            guard missing.isEmpty else { throw DeskError.refused("it needs \(missing.words) by now") }
        }
        found = change.ground
        try run(change.operation)
        try editor.set(change.key, to: nil)
    }
}
