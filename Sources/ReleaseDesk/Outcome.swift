import Rollout
package import RolloutStore
package import StrictJSON

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

    /// The revision of the last change; nil when there was none.
    package var revision: Int64? { changes.last?.revision }

    package var json: JSON {
        [
            "changes": .array(changes.map(\.json)), "notes": .strings(notes), "warnings": .strings(warnings),
            "dryRun": .bool(isDryRun), "refusedRemovals": .strings(refusedRemovals),
            "revision": revision.map(JSON.integer) ?? .null,
        ]
    }
}

extension Change {
    /// With the documents as JSON values.
    package var json: JSON {
        func value(_ text: String?) -> JSON {
            guard let text else { return .null }
            // What is no JSON is shown as the text that it is.
            return (try? JSON(parsing: Array(text.utf8))) ?? .string(text)
        }
        return [
            "revision": .integer(revision), "time": .string("\(time)"), "actor": .string(actor),
            "action": .string(action), "app": .string(key.app), "kind": .string(key.kind),
            "name": .string(key.name), "before": value(before), "after": value(after),
            "reason": .string(reason), "hash": .string(hash.description),
        ]
    }
}
