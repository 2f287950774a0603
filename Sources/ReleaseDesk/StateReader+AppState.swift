import LiveState
import RolloutStore
import StrictJSON

extension StateReader {
    /// - Throws: ``DeskError`` when the app has no profile.
    func state(of app: String) throws -> AppState {
        guard let state = try AppState(of: app, from: self) else {
            throw DeskError.unknown(what: "app", name: app, place: nil, known: try AppState.apps(in: self))
        }
        return state
    }
}

extension StateEditor {
    /// Stores a document in canonical form; nil removes it.
    func set(_ kind: StateKind, _ name: String, in app: String, to json: JSON?) throws {
        try set(StateKey(kind, name, in: app), to: json?.text)
    }

    /// Reads back what was changed: nothing is committed that could not be read and served afterwards.
    func checkApps(changedAfter revision: Int64) throws {
        for app in try apps(changedAfter: revision) { _ = try AppState(of: app, from: self)?.configuration() }
    }
}
