import LiveState
import Rollout
package import RolloutStore
package import StrictJSON

extension Change {
    private static let keys = [
        "revision", "time", "actor", "action", "app", "kind", "name", "before", "after", "reason", "hash",
    ]

    /// With the documents as JSON values.
    package var json: JSON {
        [
            "revision": .integer(revision), "time": .string("\(time)"), "actor": .string(actor),
            "action": .string(action), "app": .string(key.app), "kind": .string(key.kind),
            "name": .string(key.name), "before": .document(before), "after": .document(after),
            "reason": .string(reason), "hash": .string(hash.description),
        ]
    }

    /// Reads what ``json`` gives.
    ///
    /// The documents come out in canonical form, which is how the desk writes them; the hash is that of the change as
    /// it was recorded.
    package init?(_ field: JSONField) {
        guard let object = field.object(Self.keys) else { return nil }
        func text(_ key: String) -> String? { object.required(key)?.string() }
        let revision = object.required("revision")?.integer(in: 1...Int64.max)
        let time = object.required("time")?.parsed(Instant.init(parsing:))
        let (actor, action, reason) = (text("actor"), text("action"), text("reason"))
        let (app, kind, name) = (text("app"), text("kind"), text("name"))
        let (before, after) = (object.required("before"), object.required("after"))
        let hash = object.required("hash").flatMap { field in
            field.string().flatMap { ChangeHash($0) ?? field.refused("expected 64 hexadecimal digits") }
        }
        guard let revision, let time, let actor, let action, let reason, let app, let kind, let name,
            let before, let after, let hash
        else { return nil }
        self.init(
            revision: revision,
            millisecondsSince1970: time.millisecondsSince1970,
            actor: actor,
            action: action,
            key: StateKey(app: app, kind: kind, name: name),
            before: before.value.documentText,
            after: after.value.documentText,
            reason: reason,
            hash: hash
        )
    }
}

extension JSON {
    /// A document of the store as a value; what is no JSON as the text that it is, and none as null.
    static func document(_ text: String?) -> JSON {
        text.map { (try? JSON(parsing: Array($0.utf8))) ?? .string($0) } ?? .null
    }

    /// The way back: every document of the store is an object.
    fileprivate var documentText: String? {
        switch self {
        case .null: nil
        case .string(let text): text
        default: text
        }
    }
}
