import LiveState
package import Rollout
package import RolloutStore

/// What performs operations, here or elsewhere.
package protocol OperationDesk: Sendable {
    /// Performs one operation.
    ///
    /// - Throws: ``DeskError`` when it is refused; then nothing has changed.
    func perform(_ operation: Operation, _ order: ReleaseDesk.Order) throws -> Outcome
}

/// Where a release manager reads one store, and has operations performed on it.
///
/// Each operation is one transaction: it is carried out whole, or not at all.
package struct ReleaseDesk: OperationDesk {
    package let store: any Store
    /// Who is at the desk.
    package let person: Person
    /// The present moment.
    package let clock: @Sendable () -> Instant

    package init(store: any Store, person: Person, clock: @escaping @Sendable () -> Instant) {
        self.store = store
        self.person = person
        self.clock = clock
    }

    /// For someone who can write to the store itself.
    package init(store: any Store, actor: String, clock: @escaping @Sendable () -> Instant) {
        self.init(store: store, person: .local(actor), clock: clock)
    }

    /// As the log will have it.
    package var actor: String { person.name }

    /// The most bytes that a reason may have.
    static let reasonLimit = 1000
    /// The most bytes that the name of an actor may have.
    static let actorLimit = 128

    package func perform(_ operation: Operation, _ order: Order) throws -> Outcome {
        let order = operation.completing(order)
        try Self.checkTexts(of: order, by: actor)
        let reason = try logReason(operation, order)
        return try carryOut(operation.action.rawValue, order, logging: reason) { try $0.perform(operation) }
    }

    /// Carries out one command.
    ///
    /// - Parameters:
    ///   - action: Its name in the log.
    ///   - reason: Why, in the log; nil: as the order says.
    ///   - body: Reads the state, and either makes all its edits or throws.
    func carryOut(
        _ action: String,
        _ order: Order,
        logging reason: String? = nil,
        _ body: (inout Execution) throws -> Void
    ) throws -> Outcome {
        let now = clock()
        let author = Author(
            actor: actor,
            millisecondsSince1970: now.millisecondsSince1970,
            action: action,
            reason: reason ?? order.reason
        )
        let run: (any StateEditor) throws -> Execution.Report = { editor in
            var execution = Execution(editor: editor, person: person, order: order, now: now.wholeSecond)
            execution.report.warnings += try Self.clockWarnings(editor, now)
            let revision = try editor.revision()
            try body(&execution)
            try editor.checkApps(changedAfter: revision)
            return try execution.settled()
        }
        let (report, changes) =
            try order.isDryRun ? store.preview(by: author, run) : store.change(by: author, run)
        return Outcome(
            changes: changes,
            notes: report.notes,
            warnings: report.warnings,
            isDryRun: order.isDryRun,
            refusedRemovals: report.removals,
            refusedLifts: report.lifts,
            waits: report.waits
        )
    }

    /// What the log is to say: an approval says what was approved, since it makes the changes.
    private func logReason(_ operation: Operation, _ order: Order) throws -> String {
        guard case .approve(let id) = operation,
            let request = try store.read({
                try $0.document(.waiting(.request, id)).map { try ChangeRequest($0) }
            })
        else { return order.reason }
        let asked = request.order.reason.isEmpty ? "" : ": \(request.order.reason)"
        let comment = order.reason.isEmpty ? "" : "; \(order.reason)"
        return "request \(id) of \(request.actor), \(request.operation.action.rawValue)\(asked)\(comment)"
    }

    static func checkTexts(of order: Order, by actor: String) throws(DeskError) {
        for (what, text, limit) in [
            ("reason", order.reason, reasonLimit), ("actor", actor, actorLimit),
        ]
        where text.utf8.count > limit {
            throw .invalid("the \(what) has \(text.utf8.count) bytes; at most \(limit) are kept")
        }
        guard !actor.allSatisfy(\.isWhitespace) else { throw .invalid("the actor must have a name") }
    }

    /// Stages and starts are set by this clock, so one that runs behind the log is worth a look.
    private static func clockWarnings(_ reader: any StoreReader, _ now: Instant) throws -> [String] {
        guard let last = try reader.history(HistoryFilter(limit: 1)).first, case let late = last.time,
            late.seconds(since: now) > 60
        else { return [] }
        return [
            "the clock says \(now.wholeSecond), but revision \(last.revision) was made at \(late.wholeSecond): check it, "
                + "since stages come by the clock"
        ]
    }
}
