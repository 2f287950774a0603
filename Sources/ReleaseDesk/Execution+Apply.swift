import Definitions
import LiveState
import Rollout
import RolloutStore

extension Execution {
    /// Brings definitions into the store: adds, changes and removes profiles and flags until the store has what the
    /// definitions say.
    ///
    /// Live state stays, except the overrides and rollouts of flags that go or change their type. Kills stay even
    /// when what they silence goes, so that a mistaken definition brings nothing back to life; only with a whole app
    /// they go.
    ///
    /// - Throws: ``DeskError/wouldRemove(_:)`` when installations would lose an app, a widget, an override, or what
    ///   a rule or a rollout gave them, and the order does not allow it.
    mutating func apply(_ definitions: Definitions) throws {
        for app in definitions.apps {
            let id = app.profile.id.text
            let before = try AppState(of: id, from: editor)
            try write(app, replacing: before)
            let after = try editor.state(of: id)
            let comparison = DefinitionComparison(before: before, after: after, now: now)
            report.notes += comparison.notes
            report.removals += comparison.removals
            report.warnings += comparison.warnings
        }
        let defined = Set(definitions.apps.map(\.profile.id.text))
        for id in try AppState.apps(in: editor) where !defined.contains(id) {
            try remove(editor.state(of: id))
        }
        report.warnings += Self.expiries(in: definitions, now)
    }

    private func write(_ app: Definitions.App, replacing before: AppState?) throws {
        let id = app.profile.id.text
        try editor.set(.app, "profile", in: id, to: app.profile.json)
        for flag in app.flags {
            if let old = before?.definition(flag.key), old.type != flag.type {
                // What was set live is of the old type and means nothing any more.
                try removeLiveState(of: flag.key, in: id)
            }
            try editor.set(.flag, flag.key.text, in: id, to: flag.json)
        }
        for old in before?.definitions ?? [] where !app.flags.contains(where: { $0.key == old.key }) {
            try removeLiveState(of: old.key, in: id)
            try editor.set(.flag, old.key.text, in: id, to: nil)
        }
    }

    private func removeLiveState(of key: FlagKey, in app: String) throws {
        try editor.set(.override, key.text, in: app, to: nil)
        try editor.set(.rollout, key.text, in: app, to: nil)
    }

    private mutating func remove(_ state: AppState) throws {
        let id = state.profile.id.text
        for document in try editor.documents(app: id) { try editor.set(document.key, to: nil) }
        report.notes.append("\(id): the app is gone; its clients keep the bundle that they have")
        report.removals.append("\(id): the app would be gone, with all that is live in it")
        report.warnings += state.kills.map { "\(id): a kill goes with the app: \($0.words)" }
    }

    /// A line a flag, whatever the number of apps.
    private static func expiries(in definitions: Definitions, _ now: Instant) -> [String] {
        (definitions.apps.first?.flags ?? []).compactMap { flag in
            guard let expires = flag.expires, expires.start <= now else { return nil }
            let owner = flag.owner.map { " (\($0))" } ?? ""
            return "\(flag.key) was to be gone by \(expires); its owner\(owner) should remove it"
        }
    }
}
