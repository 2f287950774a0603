import Definitions
import LiveState
package import Rollout
package import RolloutStore
import StrictJSON

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
        /// Say what would happen, and change nothing.
        package var isDryRun: Bool
        /// Go ahead even if installations lose a rollout's value by it.
        package var allowsRemoval: Bool

        package init(reason: String = "", isDryRun: Bool = false, allowsRemoval: Bool = false) {
            self.reason = reason
            self.isDryRun = isDryRun
            self.allowsRemoval = allowsRemoval
        }
    }

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
        let now = clock()
        let author = Author(
            actor: actor,
            millisecondsSince1970: now.millisecondsSince1970,
            action: action,
            reason: order.reason
        )
        let run: (any StateEditor) throws -> Report = { editor in
            var report = Report()
            try body(editor, &report, now.wholeSecond)
            if !report.removals.isEmpty && !order.allowsRemoval {
                throw DeskError.wouldRemove(report.removals)
            }
            return report
        }
        let (report, changes) =
            try order.isDryRun ? store.preview(by: author, run) : store.change(by: author, run)
        return Outcome(
            changes: changes,
            notes: report.notes,
            warnings: report.warnings,
            isDryRun: order.isDryRun
        )
    }

    /// What an operation has to say while it runs.
    struct Report {
        var notes: [String] = []
        var warnings: [String] = []
        /// What installations would lose.
        var removals: [String] = []
    }
}

extension StateEditor {
    /// - Throws: ``DeskError`` when the app has no profile.
    func state(of app: String) throws -> AppState {
        guard let state = try AppState(of: app, from: self) else {
            throw DeskError.unknown("app", app, among: try AppState.apps(in: self))
        }
        return state
    }

    /// Stores a document in canonical form; nil removes it.
    func set(_ kind: StateKind, _ name: String, in app: String, to json: JSON?) throws {
        try set(StateKey(kind, name, in: app), to: json?.text)
    }
}

extension AppState {
    /// - Throws: ``DeskError`` when there is no such flag.
    func requiredDefinition(_ key: String) throws -> FlagDefinition {
        guard let definition = definitions.first(where: { $0.key.text == key }) else {
            throw DeskError.unknown("flag", key, among: definitions.map(\.key.text))
        }
        return definition
    }

    /// - Throws: ``DeskError`` when there is no such widget.
    func requiredWidget(_ kind: String) throws -> Widget {
        guard let widget = profile.widgets.first(where: { $0.widget.kind.text == kind }) else {
            throw DeskError.unknown(
                "widget",
                kind,
                among: profile.widgets.map(\.widget.kind.text)
            )
        }
        return widget.widget
    }
}
