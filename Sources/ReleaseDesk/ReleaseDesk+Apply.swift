package import Definitions
import LiveState
import Rollout
import RolloutStore

extension ReleaseDesk {
    /// Brings definitions into the store: adds, changes and removes profiles and flags until the store has what the
    /// definitions say. Live state stays, except that of flags and apps that go.
    ///
    /// - Throws: ``DeskError/wouldRemove(_:)`` when a running rollout would lose installations and the order does
    ///   not allow it.
    package func apply(_ definitions: Definitions, _ how: Order) throws -> Outcome {
        try carryOut("apply", how) { editor, report, now in
            for app in definitions.apps {
                let id = app.profile.id.text
                let before = try AppState(of: id, from: editor)
                try Self.write(app, replacing: before, editor)
                let after = try editor.state(of: id)
                let comparison = DefinitionComparison(before: before, after: after, now: now)
                report.notes += comparison.notes
                report.removals += comparison.removals
                report.warnings += Self.warnings(about: app, now)
            }
            let defined = Set(definitions.apps.map(\.profile.id.text))
            for id in try AppState.apps(in: editor) where !defined.contains(id) {
                try Self.remove(try editor.state(of: id), editor, &report, now)
            }
        }
    }

    private static func write(
        _ app: Definitions.App,
        replacing before: AppState?,
        _ editor: any StateEditor
    ) throws {
        let id = app.profile.id.text
        try editor.set(.app, "profile", in: id, to: app.profile.json)
        for flag in app.flags {
            if let old = before?.definition(flag.key), old.type != flag.type {
                // What was set live is of the old type and means nothing any more.
                try removeLiveState(of: flag.key, in: id, editor)
            }
            try editor.set(.flag, flag.key.text, in: id, to: flag.json)
        }
        for old in before?.definitions ?? [] where !app.flags.contains(where: { $0.key == old.key }) {
            try removeLiveState(of: old.key, in: id, editor)
            for kill in before?.kills ?? [] where kill.record.target == .flag(old.key) {
                try editor.set(.kill, kill.record.name, in: id, to: nil)
            }
            try editor.set(.flag, old.key.text, in: id, to: nil)
        }
    }

    private static func removeLiveState(of key: FlagKey, in app: String, _ editor: any StateEditor) throws {
        try editor.set(.override, key.text, in: app, to: nil)
        try editor.set(.rollout, key.text, in: app, to: nil)
    }

    private static func remove(
        _ state: AppState,
        _ editor: any StateEditor,
        _ report: inout Report,
        _ now: Instant
    ) throws {
        let id = state.profile.id.text
        for document in try editor.documents(app: id) { try editor.set(document.key, to: nil) }
        report.notes.append("\(id): the app is gone; its clients keep the bundle that they have")
        for (key, rollout) in state.rollouts where rollout.percent(at: now) > .none {
            report.removals.append("\(id): \(key) would go from \(rollout.percent(at: now)) % to nothing")
        }
        for kill in state.kills { report.warnings.append("\(id): a kill goes with it: \(kill.words)") }
    }

    private static func warnings(about app: Definitions.App, _ now: Instant) -> [String] {
        app.flags.compactMap { flag in
            guard let expires = flag.expires, expires.start <= now else { return nil }
            return
                "\(app.profile.id): \(flag.key) expired on \(expires); its owner \(flag.owner ?? "") should remove it"
        }
    }
}
