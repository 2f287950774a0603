import LiveState
import Rollout
package import RolloutStore
package import StrictJSON

/// What is different between two revisions of the apps.
package struct Comparison: Equatable, Sendable {
    /// One document that is not the same.
    package struct Document: Equatable, Sendable {
        package let key: StateKey
        /// nil: there was none.
        package let before: String?
        package let after: String?
    }

    package let from: Int64
    package let to: Int64
    /// Sorted by their keys.
    package let documents: [Document]
    /// A line a difference, with the app in front.
    package let words: [String]

    package var json: JSON {
        let documents = documents.map { document -> JSON in
            [
                "app": .string(document.key.app), "kind": .string(document.key.kind),
                "name": .string(document.key.name), "before": .document(document.before),
                "after": .document(document.after),
            ]
        }
        return [
            "from": .integer(from), "to": .integer(to), "documents": .array(documents),
            "words": .strings(words),
        ]
    }
}

extension Comparison {
    init(from old: Moment, to new: Moment, in selection: AppSelection) throws {
        (from, to) = (old.revision, new.revision)
        let known = try Set(AppState.apps(in: old.state)).union(AppState.apps(in: new.state)).sorted()
        var apps = known
        if case .named(let names) = selection {
            for name in names where !known.contains(name) {
                throw DeskError.unknown(what: "app", name: name, place: nil, known: known)
            }
            apps = Set(names).sorted()
        }
        var documents: [Document] = []
        var words: [String] = []
        for app in apps {
            let different = try Self.documents(of: app, old.state, new.state)
            guard !different.isEmpty else { continue }
            documents += different
            let difference = StateDifference(
                before: try old.appState(app),
                after: try new.appState(app),
                timeBefore: old.time,
                timeAfter: new.time
            )
            words += difference.words.map { "\(app): \($0)" }
        }
        (self.documents, self.words) = (documents, words)
    }

    private static func documents(
        of app: String,
        _ old: any StateReader,
        _ new: any StateReader
    ) throws -> [Document] {
        let (old, new) = (try texts(of: app, in: old), try texts(of: app, in: new))
        return Set(old.keys).union(new.keys).sorted().compactMap { key in
            let (before, after) = (old[key], new[key])
            // By bytes: Swift's own comparison takes two spellings of `é` for one.
            let isSame = before.map { Array($0.utf8) } == after.map { Array($0.utf8) }
            return isSame ? nil : Document(key: key, before: before, after: after)
        }
    }

    private static func texts(of app: String, in state: any StateReader) throws -> [StateKey: String] {
        Dictionary(try state.documents(app: app).map { ($0.key, $0.text) }) { first, _ in first }
    }
}
