package import RolloutStore

/// What an operation did, or would do.
package struct Outcome: Equatable, Sendable {
    /// In order; empty when everything was as wanted already.
    ///
    /// In a dry run, with the revisions that they would get.
    package let changes: [Change]
    /// What happened, a line each, for people.
    package let notes: [String]
    /// What to look at, a line each.
    package let warnings: [String]
    package let isDryRun: Bool
    /// Why the real one would be refused: what installations would lose without leave; empty unless a dry run.
    package let refusedRemovals: [String]
    /// Why the real one would be refused: the kills that it would lift without leave; empty unless a dry run.
    package let refusedLifts: [String]

    /// What the real one would throw; nil: it would be carried out.
    package var refusal: DeskError? {
        Execution.Report(removals: refusedRemovals, lifts: refusedLifts).refusal
    }

    /// The revision of the last change; nil when there was none.
    package var revision: Int64? { changes.last?.revision }
}
