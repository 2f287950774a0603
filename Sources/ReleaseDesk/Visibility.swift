import LiveState
package import RolloutStore
import StrictJSON

/// What somebody may see of a store: some apps, and what waits for those alone.
///
/// What is out of sight is answered like what does not exist, so that no answer tells the one from the other.
package struct Visibility: Equatable, Sendable {
    /// nil: all.
    private let apps: Set<String>?

    /// - Parameter apps: The only apps that are seen; nil: everything.
    package init(of apps: Set<String>?) { self.apps = apps }

    /// Of whoever sees everything.
    static let everything = Visibility(of: nil)

    /// The names under which something is kept that may be seen; nil: all.
    package var reach: Set<String>? { apps?.union([StateKey.noApp]) }

    /// Whether some of what is kept under the name may be seen: what waits is kept under no app, whichever it is for.
    package func mayReach(_ app: String) -> Bool { app == StateKey.noApp || covers(app) }

    /// Whether everything of an app is seen.
    package func covers(_ app: String) -> Bool { apps?.contains(app) ?? true }

    package func covers(_ document: Document) -> Bool { covers(document.key, document.text) }

    package func covers(_ change: Change) -> Bool {
        [change.before, change.after].allSatisfy { text in text.map { covers(change.key, $0) } ?? true }
    }

    private func covers(_ key: StateKey, _ text: String) -> Bool {
        guard let apps, key.app == StateKey.noApp else { return covers(key.app) }
        // What names all apps is for those that are yet to come too; and what cannot be read is for nobody knows whom.
        guard case .named(let names)? = try? AppSelection(waitingIn: Document(key, text)) else {
            return false
        }
        return apps.isSuperset(of: names)
    }
}

extension AppSelection {
    /// For which apps something that waits is.
    ///
    /// - Throws: `LiveStateError` for what this version cannot read.
    fileprivate init?(waitingIn document: Document) throws(LiveStateError) {
        switch StateKind(rawValue: document.key.kind) {
        case .request: self = try ChangeRequest(document).operation.selection
        case .schedule: self = try ScheduledChange(document).operation.selection
        case .app, .flag, .override, .rollout, .kill, .wallpapers, .restoration, nil: return nil
        }
    }
}

extension Document {
    /// As it stands in the log, where its revision does not matter.
    fileprivate init(_ key: StateKey, _ text: String) { self.init(key: key, text: text, revision: 1) }
}
