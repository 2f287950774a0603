package import RolloutStore
package import StrictJSON

/// Changes of the log, in the order in which they were asked for.
package struct ChangePage: Equatable, Sendable {
    package let changes: [Change]
    /// The revision that was looked at last, from which to go on; nil: nothing that is wanted follows.
    ///
    /// A page also ends after a bounded number of changes that its reader may not see, so it may be empty and go on.
    package let next: Int64?

    package init(changes: [Change], next: Int64?) {
        self.changes = changes
        self.next = next
    }

    /// `{"changes": [{"revision", "milliseconds", "actor", …}], "next"}`.
    ///
    /// Unlike what `history` exports, with documents as the texts that the store has and times as its numbers, so that
    /// hashes can be computed from them.
    package var json: JSON {
        ["changes": .array(changes.map(Self.json)), "next": next.map(JSON.integer) ?? .null]
    }

    package init?(_ field: JSONField) {
        guard let object = field.object(["changes", "next"]),
            let changes = object.required("changes")?.list(Self.change),
            let next = object.required("next")
        else { return nil }
        if next.value == .null {
            self.init(changes: changes, next: nil)
        } else if let next = next.integer(in: 1...Int64.max) {
            self.init(changes: changes, next: next)
        } else {
            return nil
        }
    }

    private static let keys = [
        "revision", "milliseconds", "actor", "action", "app", "kind", "name", "before", "after", "reason",
        "hash",
    ]

    private static func json(_ change: Change) -> JSON {
        func document(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
        return [
            "revision": .integer(change.revision), "milliseconds": .integer(change.millisecondsSince1970),
            "actor": .string(change.actor), "action": .string(change.action), "app": .string(change.key.app),
            "kind": .string(change.key.kind), "name": .string(change.key.name),
            "before": document(change.before),
            "after": document(change.after), "reason": .string(change.reason),
            "hash": .string(change.hash.description),
        ]
    }

    private static func change(_ field: JSONField) -> Change? {
        guard let object = field.object(keys) else { return nil }
        func text(_ key: String) -> String? { object.required(key)?.string() }
        func document(_ key: String) -> String?? {
            guard let field = object.required(key) else { return nil }
            return field.value == .null ? .some(nil) : field.string().map(Optional.some)
        }
        guard let revision = object.required("revision")?.integer(in: Int64.min...Int64.max),
            let milliseconds = object.required("milliseconds")?.integer(in: Int64.min...Int64.max),
            let actor = text("actor"), let action = text("action"), let app = text("app"),
            let kind = text("kind"),
            let name = text("name"), let before = document("before"), let after = document("after"),
            let reason = text("reason"), let hash = text("hash")
        else { return nil }
        return Change(
            revision: revision,
            millisecondsSince1970: milliseconds,
            actor: actor,
            action: action,
            key: StateKey(app: app, kind: kind, name: name),
            before: before,
            after: after,
            reason: reason,
            // A log that was written to by hand may have others, which an audit then finds.
            hash: ChangeHash(hash) ?? .none
        )
    }
}
