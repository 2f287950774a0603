import Rollout
package import RolloutStore

/// The sorts of documents that make up an app's live state.
package enum StateKind: String, CaseIterable, Sendable {
    /// The app's profile, as applied; named `profile`.
    case app
    /// A flag's definition for this app, as applied; named by its key.
    case flag
    /// A flag's value for everyone, set live; named by the flag's key.
    case override
    /// A flag's rollout, in any state; named by the flag's key.
    case rollout
    /// A kill that is in force; named by what it silences for whom.
    case kill
    /// Which manifest of wallpapers clients are to see; named `manifest`.
    case wallpapers
    /// That a backup took the store's place, which raised the app's revision; named `backup`.
    case restoration
    /// A change that waits for its time; of no app, named by the revision that scheduled it.
    case schedule
    /// A change that waits for approval; of no app, named by the revision that asked for it.
    case request
}

extension StateKey {
    package init(_ kind: StateKind, _ name: String, in app: String) {
        self.init(app: app, kind: kind.rawValue, name: name)
    }

    /// The key of what belongs to no app: no bundle has it, and none is renewed when it changes.
    package static let noApp = ""

    /// Where an app's profile is.
    package static func profile(of app: String) -> StateKey { StateKey(.app, "profile", in: app) }

    /// Where it is told which manifest of wallpapers an app has.
    package static func wallpapers(of app: String) -> StateKey { StateKey(.wallpapers, "manifest", in: app) }
}
