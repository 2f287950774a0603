import Definitions
import LiveState
import Rollout
import RolloutStore

extension Execution {
    /// Brings the overrides, rollouts and kills of apps back to what they were at a revision, as a new change.
    ///
    /// Definitions and wallpapers stay as they are, since they come from files, and a kill that is in force then and
    /// now keeps who made it and why. A rollout that was running goes on as if nothing had happened since: its stages
    /// are moments.
    ///
    /// - Throws: ``DeskError/refused(_:)`` for an app that was not there then, when it was named, and when what was
    ///   live then no longer fits the definitions; ``DeskError/wouldLift(_:removals:)`` when a kill would be lifted, or
    ///   ``DeskError/wouldRemove(_:)`` when installations would lose what they have, and the order does not allow it.
    mutating func rollBack(to revision: Int64, in apps: AppSelection) throws {
        let change = try editor.requiredChange(revision)
        let past = try editor.moment(revision)
        try report.warnForHalf(of: editor.command(of: change), at: revision)
        var misfits: [String] = []
        for app in try apps.resolve(in: editor) {
            let before = try editor.state(of: app)
            guard let wanted = try past.appState(app) else {
                let absence = "\(app) was not there at revision \(revision)"
                guard apps == .all else { throw DeskError.refused(absence) }
                report.warnings.append("passed over: \(absence)")
                continue
            }
            let step = RollbackStep(app: app, wanted: wanted, before: before, revision: revision)
            misfits += step.misfits
            guard misfits.isEmpty else { continue }
            try step.write(from: past.state, editor)
            step.tell(after: try editor.state(of: app), madeAt: past.time, now, &report)
        }
        guard misfits.isEmpty else { throw DeskError.refused(misfits.joined(separator: "\n")) }
    }
}

/// One app's way back to what it was.
private struct RollbackStep {
    let app: String
    let wanted: AppState
    let before: AppState
    let revision: Int64

    /// What was live then and cannot be now.
    var misfits: [String] {
        let live =
            wanted.overrides.keys.filter { wanted.overrides[$0] != before.overrides[$0] }
            + wanted.rollouts.keys.filter { wanted.rollouts[$0] != before.rollouts[$0] }
        return Set(live).sorted().compactMap { key in
            let value = wanted.overrides[key].map { "was set to \($0)" } ?? "had a rollout"
            let then = "\(app): \(key) \(value) at revision \(revision)"
            guard let now = before.definition(key), let old = wanted.definition(key) else {
                return
                    "\(then), and the flag is gone since; bring Flags/\(key).json back with `widgetctl apply`, or roll "
                    + "back other apps with --app"
            }
            guard now.type != old.type else { return nil }
            return
                "\(then), when its type was \(old.type.rawValue), and it is \(now.type.rawValue) now; bring the "
                + "definition back with `widgetctl apply`, or roll back other apps with --app"
        }
    }

    /// Sets every document of live state to the text that it had, to the byte.
    func write(from past: any StateReader, _ editor: any StateEditor) throws {
        for kind in [StateKind.override, .rollout, .kill] {
            let then = try past.documents(app: app, kind: kind.rawValue)
            let now = try editor.documents(app: app, kind: kind.rawValue)
            for document in now where !then.contains(where: { $0.key == document.key }) {
                try editor.set(document.key, to: nil)
            }
            for document in then {
                // Who made a kill and why goes on being told as long as it is in force.
                if kind == .kill, now.contains(where: { $0.key == document.key }) { continue }
                try editor.set(document.key, to: document.text)
            }
        }
    }

    func tell(after: AppState, madeAt then: Instant, _ now: Instant, _ report: inout Execution.Report) {
        let difference = StateDifference(before: before, after: after, timeBefore: now, timeAfter: now)
        let words = difference.live
        report.notes +=
            words.isEmpty
            ? ["\(app): live as at revision \(revision) already"] : words.map { "\(app): \($0)" }
        report.lifts += difference.lifted.map { "\(app): \($0.words)" }
        for key in difference.flags {
            report.noteRemovalByOverride(from: before, to: after, flag: key, now)
            report.warnings += stagesGone(key, then, now)
        }
        report.warnings += difference.made.filter { !after.has($0.record.target) }.map {
            "\(app): the kill of \($0.record.target) silences nothing: the definitions no longer have it"
        }
        let since = StateDifference(before: wanted, after: after, timeBefore: now, timeAfter: now)
        if !since.wallpapers.isEmpty {
            report.notes.append("\(app): its wallpapers have changed since and stay as they are")
        }
        let changed = since.definitions
        if !changed.isEmpty {
            report.warnings.append(
                "\(app): its definitions have changed since and stay as they are: \(changed.joined(separator: "; "))"
            )
        }
    }

    /// A rollout that comes back further than it was.
    private func stagesGone(_ key: FlagKey, _ then: Instant, _ now: Instant) -> [String] {
        guard let rollout = wanted.rollouts[key], rollout != before.rollouts[key],
            case let (old, new) = (rollout.percent(at: then), rollout.percent(at: now)), old != new
        else { return [] }
        return [
            "\(app): \(key) was at \(old) % at revision \(revision), and its stages went on: it is at \(new) % now; "
                + "`widgetctl rollout set` moves it"
        ]
    }
}

extension Execution.Report {
    /// A revision in the middle of a command is a state that nobody wanted.
    fileprivate mutating func warnForHalf(of command: ClosedRange<Int64>, at revision: Int64) {
        guard revision < command.upperBound else { return }
        warnings.append(
            "revision \(revision) lies within one command, which made \(command.lowerBound) to \(command.upperBound): "
                + "\(command.upperBound) has it whole, \(command.lowerBound - 1) is before it"
        )
    }
}
