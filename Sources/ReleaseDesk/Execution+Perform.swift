import Definitions
import LiveState
import Rollout
import RolloutStore

extension Execution {
    /// Does what was ordered: now, or when its time has come, or once others have approved it.
    mutating func perform(_ operation: Operation) throws {
        guard operation.action.mayWait else {
            guard order.time == nil else {
                throw DeskError.invalid("\(operation.action.rawValue) is always done at once")
            }
            return try run(operation)
        }
        if let time = order.time { try checkTime(time) }
        let demands = try demands(of: operation)
        if !demands.isEmpty {
            let rehearsal = try rehearse(operation)
            let needs = rehearsal.needs(of: demands)
            if !needs.isEmpty { return try request(operation, needs, rehearsal) }
        }
        if let time = order.time { return try schedule(operation, at: time) }
        try run(operation)
    }

    private func checkTime(_ time: Instant) throws(DeskError) {
        guard time > now else { throw .refused("the time \(time) is in the past; it is \(now)") }
        guard time.seconds(since: now) <= 366 * 86_400 else {
            throw .refused("the time \(time) is more than a year ahead; it is \(now)")
        }
    }

    /// The report, without what the order gives leave for.
    ///
    /// - Throws: ``DeskError`` for what needs leave, unless it is a dry run, which tells it.
    func settled() throws(DeskError) -> Report {
        var report = report
        if order.allowsRemoval { report.removals = [] }
        if order.liftsKills { report.lifts = [] }
        if !order.isDryRun, let refusal = report.refusal { throw refusal }
        return report
    }
}

// MARK: - What it would do

/// What an operation would do if it were carried out now.
struct Rehearsal {
    /// nil: it would be refused.
    let changes: [Change]?
    let notes: [String]
    let warnings: [String]
    /// Why it would be refused; nil: it would be carried out.
    let refusal: DeskError?
}

extension Execution {
    /// Makes an operation's edits beside the state, and forgets them.
    ///
    /// - Throws: ``DeskError`` for names that do not exist and values that cannot be: no waiting mends them.
    func rehearse(_ operation: Operation) throws -> Rehearsal {
        let author = Author(
            actor: actor,
            millisecondsSince1970: now.millisecondsSince1970,
            action: operation.action.rawValue,
            reason: order.reason
        )
        var order = order
        order.isDryRun = false
        let (person, now) = (person, now)
        do {
            let (report, changes) = try editor.preview(by: author) { preview in
                var execution = Execution(editor: preview, person: person, order: order, now: now)
                let revision = try preview.revision()
                try execution.run(operation)
                try preview.checkApps(changedAfter: revision)
                return execution.report
            }
            var trial = self
            (trial.report, trial.order) = (report, order)
            let refusal = Self.refusal { () throws(DeskError) in _ = try trial.settled() }
            return Rehearsal(
                changes: refusal == nil ? changes : nil,
                notes: report.notes,
                warnings: report.warnings,
                refusal: refusal
            )
        } catch let error as DeskError where error.sort == .refused {
            return Rehearsal(changes: nil, notes: [], warnings: [], refusal: error)
        }
    }

    private static func refusal(_ body: () throws(DeskError) -> Void) -> DeskError? {
        do throws(DeskError) {
            try body()
            return nil
        } catch {
            return error
        }
    }
}

extension Operation.Action {
    /// Whether it can be made to wait for a time.
    ///
    /// What deals with what waits does not wait itself.
    var mayWait: Bool {
        switch self {
        case .unschedule, .approve, .decline: false
        case .apply, .kill, .restore, .startRollout, .pauseRollout, .resumeRollout, .setRollout,
            .completeRollout, .haltRollout, .setFlag, .unsetFlag, .rollBack, .gateDates:
            true
        }
    }
}
