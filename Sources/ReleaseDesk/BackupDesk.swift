import LiveState
package import Rollout
import RolloutStore
import StrictJSON

/// Puts a backup in a store's place, whatever has become of the store.
package struct BackupDesk: Sendable {
    /// Where the store is, or was.
    package let storePath: String
    /// Who is at the desk, as the log will have it.
    package let actor: String
    /// The present moment.
    package let clock: @Sendable () -> Instant

    package init(storePath: String, actor: String, clock: @escaping @Sendable () -> Instant) {
        self.storePath = storePath
        self.actor = actor
        self.clock = clock
    }

    /// Makes the store what it was when a backup was made, and goes on with revisions above all that clients may have
    /// seen: each app gets one change, so that its clients take what follows for newer.
    ///
    /// Programs that have the store open may go on. The store that is there is kept beside it.
    ///
    /// - Parameters:
    ///   - file: The backup.
    ///   - floor: The last revision that clients have seen; nil: that of the store that is there, which counts anyway.
    /// - Throws: `StoreError` for a file that is no store or damaged; ``DeskError`` when its log is not as it was
    ///   recorded, when nobody knows which revision clients have seen, and when kills would be lifted that are in force,
    ///   unless the order allows it.
    package func restore(_ file: String, above floor: Int64?, _ order: ReleaseDesk.Order) throws -> Outcome {
        try ReleaseDesk.checkTexts(of: order, by: actor)
        let now = clock()
        let restoration = try Restoration(of: file, into: storePath)
        let last = try restoration.withCopy { copy in
            let audit = try copy.audit()
            if let found = audit.firstBreak {
                throw DeskError.refused("\(file): \(found); it cannot take the store's place")
            }
            return audit.head?.revision ?? 0
        }
        var report = try report(on: restoration, now)
        if !order.isDryRun, !order.liftsKills, let refusal = report.refusal { throw refusal }
        let author = Author(
            actor: actor,
            millisecondsSince1970: now.millisecondsSince1970,
            action: Change.restoringAction,
            reason: order.reason
        )
        let revision = max(last, try self.floor(floor, restoration))
        let apps = try self.apps(restoration)
        var forgotten: [String] = []
        let raise: (any StateEditor) throws -> Void = { editor in
            forgotten = try Self.forgetWhatWasDue(editor, now)
            for app in apps {
                let document: JSON = ["backup": .integer(last), "above": .integer(revision)]
                try editor.set(.restoration, "backup", in: app, to: document)
            }
        }
        let tokens = try restoration.withCopy { try $0.tokens() }.filter { $0.isActive(at: now) }
        guard !order.isDryRun else {
            let changes = try restoration.preview(above: revision, by: author, raise)
            report.notes += forgotten
            if !Self.canTellTokens(restoration.present) { report.warnOfRevival(of: tokens) }
            return outcome(report, changes, order, backup: last)
        }
        let stamp = "\(now.wholeSecond)".filter { $0.isLetter || $0.isNumber }
        let (changes, aside) = try restoration.finish(above: revision, stamp: stamp, by: author, raise)
        report.notes += forgotten
        if !restoration.hasPresentTokens { report.warnOfRevival(of: tokens) }
        return outcome(report, changes, order, backup: last, aside: aside)
    }

    /// Takes out what was due before now: it may have been done since the backup was made, and undone.
    ///
    /// - Returns: A line for each.
    private static func forgetWhatWasDue(_ editor: any StateEditor, _ now: Instant) throws -> [String] {
        try [StateKind.schedule, .request].flatMap { kind in
            try editor.waiting(kind, until: now).compactMap { document in
                try editor.set(document.key, to: nil).map { change in
                    "left out, since its time has passed: \(change.subject)"
                }
            }
        }
    }

    /// The last revision that clients may have seen.
    private func floor(_ known: Int64?, _ restoration: Restoration) throws -> Int64 {
        if let present = restoration.present { return max(known ?? 0, try present.revision()) }
        guard let known else {
            let problem = restoration.presentProblem.map {
                StoreError(location: storePath, problem: $0).description
            }
            throw DeskError.refused(
                """
                \(problem ?? storePath)
                so nobody knows which revision clients have seen last, and they refuse older ones: say it with --above \
                REVISION; widgetd tells it as widgetd_store_revision at /metrics, and as Widget-Revision in each answer
                """
            )
        }
        return known
    }

    /// Every app that either store knows.
    private func apps(_ restoration: Restoration) throws -> [String] {
        let copied = try restoration.withCopy { try $0.read { try $0.appRevisions().keys } }
        var apps = Set(copied)
        do {
            apps.formUnion(try restoration.present?.read { Array(try $0.appRevisions().keys) } ?? [])
        } catch let error as StoreError where error.isOfDamage {
            // Those of the backup have to do; that the store cannot be read is told already.
        }
        apps.remove(StateKey.noApp)
        guard !apps.isEmpty else {
            throw DeskError.refused("the backup has no apps: nothing was ever applied to it")
        }
        return apps.sorted()
    }
}

// MARK: - What it changes

extension BackupDesk {
    /// What is different between the store that is there and the backup.
    private func report(on restoration: Restoration, _ now: Instant) throws -> Execution.Report {
        var report = Execution.Report()
        guard let present = restoration.present else {
            report.warnings.append(
                "what was live in the store cannot be told: make again every kill that must be in force"
            )
            return report
        }
        do {
            let (words, lifts) = try restoration.withCopy { copy in
                try present.read { old in
                    try copy.read { new in
                        try Self.difference(
                            Moment(revision: old.revision(), state: old, time: now),
                            Moment(revision: new.revision(), state: new, time: now)
                        )
                    }
                }
            }
            (report.notes, report.lifts) = (words, lifts)
        } catch let error as LiveStateError {
            report.warnings.append(Self.unknown(error))
        } catch let error as StoreError where error.isOfDamage {
            report.warnings.append(Self.unknown(error))
        }
        return report
    }

    private static func unknown(_ error: any Error) -> String {
        "what was live in the store cannot be told, \(error); make again every kill that must be in force"
    }

    private static func difference(_ old: Moment, _ new: Moment) throws -> (words: [String], lifts: [String])
    {
        let comparison = try Comparison(from: old, to: new, in: .all)
        let lifts = try AppState.apps(in: old.state).flatMap { app -> [String] in
            let difference = StateDifference(
                before: try old.appState(app),
                after: try new.appState(app),
                timeBefore: old.time,
                timeAfter: new.time
            )
            return difference.lifted.map { "\(app): \($0.words)" }
        }
        return (comparison.words, lifts)
    }

    private func outcome(
        _ report: Execution.Report,
        _ changes: [Change],
        _ order: ReleaseDesk.Order,
        backup last: Int64,
        aside: String? = nil
    ) -> Outcome {
        let first = changes.first?.revision ?? last + 1
        var notes = report.notes
        notes.append("the store is as it was at revision \(last), and goes on with revision \(first)")
        if let aside { notes.append("the store that was there is at \(aside)") }
        return Outcome(
            changes: changes,
            notes: notes,
            warnings: report.warnings,
            isDryRun: order.isDryRun,
            refusedRemovals: [],
            refusedLifts: order.liftsKills ? [] : report.lifts,
            waits: nil
        )
    }
}
