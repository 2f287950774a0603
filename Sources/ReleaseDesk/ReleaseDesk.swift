import LiveState
package import Rollout
package import RolloutStore

/// Where a release manager reads one store, and has operations performed on it.
///
/// Each operation is one transaction: it is carried out whole, or not at all.
package struct ReleaseDesk: Sendable {
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

    /// Performs one operation.
    ///
    /// - Throws: ``DeskError`` when it is refused; then nothing has changed.
    package func perform(_ operation: Operation, _ order: Order) throws -> Outcome {
        try carryOut(operation.action.rawValue, operation.completing(order)) { try $0.run(operation) }
    }

    /// Carries out one command.
    ///
    /// - Parameters:
    ///   - action: Its name in the log.
    ///   - body: Reads the state, and either makes all its edits or throws.
    func carryOut(
        _ action: String,
        _ order: Order,
        _ body: (inout Execution) throws -> Void
    ) throws -> Outcome {
        try Self.checkTexts(of: order, by: actor)
        let now = clock()
        let author = Author(
            actor: actor,
            millisecondsSince1970: now.millisecondsSince1970,
            action: action,
            reason: order.reason
        )
        let run: (any StateEditor) throws -> Execution.Report = { editor in
            var execution = Execution(editor: editor, actor: actor, order: order, now: now.wholeSecond)
            execution.report.warnings += try Self.clockWarnings(editor, now)
            let revision = try editor.revision()
            try body(&execution)
            try editor.checkApps(changedAfter: revision)
            var report = execution.report
            if order.allowsRemoval { report.removals = [] }
            if order.liftsKills { report.lifts = [] }
            if !order.isDryRun, let refusal = report.refusal { throw refusal }
            return report
        }
        let (report, changes) =
            try order.isDryRun ? store.preview(by: author, run) : store.change(by: author, run)
        return Outcome(
            changes: changes,
            notes: report.notes,
            warnings: report.warnings,
            isDryRun: order.isDryRun,
            refusedRemovals: report.removals,
            refusedLifts: report.lifts
        )
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
