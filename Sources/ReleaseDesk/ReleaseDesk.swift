import LiveState
package import Rollout
package import RolloutStore

/// The operations of a release manager on one store.
///
/// Each is one transaction: it is carried out whole, or not at all.
package struct ReleaseDesk: Sendable {
    package let store: any Store
    /// Who is at the desk, as the log will have it.
    package let actor: String
    /// The present moment.
    package let clock: @Sendable () -> Instant

    package init(store: any Store, actor: String, clock: @escaping @Sendable () -> Instant) {
        self.store = store
        self.actor = actor
        self.clock = clock
    }

    /// How a command wants its change made.
    package struct Order: Equatable, Sendable {
        /// Why, for the log; may be empty.
        package var reason: String
        /// Say what would happen, and change nothing; what needs leave is told, not thrown.
        package var isDryRun: Bool
        /// Go ahead even if installations lose what they have by it.
        package var allowsRemoval: Bool
        /// Go ahead even if kills are lifted by it; what is there to lift them needs no such leave.
        package var liftsKills: Bool

        package init(
            reason: String = "",
            isDryRun: Bool = false,
            allowsRemoval: Bool = false,
            liftsKills: Bool = false
        ) {
            self.reason = reason
            self.isDryRun = isDryRun
            self.allowsRemoval = allowsRemoval
            self.liftsKills = liftsKills
        }
    }

    /// The most bytes that a reason may have.
    static let reasonLimit = 1000
    /// The most bytes that the name of an actor may have.
    static let actorLimit = 128

    /// Carries out one operation.
    ///
    /// - Parameters:
    ///   - action: Its name in the log.
    ///   - body: Reads the state, and either makes all its edits or throws. It is given the moment in whole seconds,
    ///     so that stages travel without fractions.
    func carryOut(
        _ action: String,
        _ order: Order,
        _ body: (any StateEditor, inout Report, Instant) throws -> Void
    ) throws -> Outcome {
        try Self.checkTexts(of: order, by: actor)
        let now = clock()
        let author = Author(
            actor: actor,
            millisecondsSince1970: now.millisecondsSince1970,
            action: action,
            reason: order.reason
        )
        let run: (any StateEditor) throws -> Report = { editor in
            var report = Report()
            report.warnings += try Self.clockWarnings(editor, now)
            let revision = try editor.revision()
            try body(editor, &report, now.wholeSecond)
            try editor.checkApps(changedAfter: revision)
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

    /// What an operation has to say while it runs.
    struct Report {
        var notes: [String] = []
        var warnings: [String] = []
        /// What installations would lose.
        var removals: [String] = []
        /// The kills that would be lifted by what is not there to lift them.
        var lifts: [String] = []

        /// nil: nothing needs leave.
        var refusal: DeskError? {
            if !lifts.isEmpty { return .wouldLift(lifts, removals: removals) }
            return removals.isEmpty ? nil : .wouldRemove(removals)
        }
    }
}
