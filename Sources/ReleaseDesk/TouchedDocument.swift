import LiveState
import RolloutStore
import StrictJSON

/// One document that a change is about, as it was when others agreed to the change or were asked to.
struct TouchedDocument: Equatable, Sendable {
    let key: StateKey
    /// That of its last change; nil: there was no such document.
    let revision: Int64?
}

extension TouchedDocument {
    init?(_ field: JSONField) {
        guard let object = field.object(["app", "kind", "name", "revision"]) else { return nil }
        let app = object.required("app")?.string()
        let kind = object.required("kind")?.string()
        let name = object.required("name")?.string()
        let revision = object.value("revision", or: nil) { field in
            field.integer(in: 1...Int64.max).map(Optional.some)
        }
        guard let app, let kind, let name, let revision else { return nil }
        self.init(key: StateKey(app: app, kind: kind, name: name), revision: revision)
    }

    var json: JSON {
        var object: [String: JSON] = [
            "app": .string(key.app), "kind": .string(key.kind), "name": .string(key.name),
        ]
        object["revision"] = revision.map(JSON.integer)
        return .object(object)
    }
}

extension StateReader {
    /// What changes would write to, and the definitions of the flags concerned, as they are now.
    func touched(by changes: [Change]) throws -> [TouchedDocument] {
        var keys = Set(changes.map(\.key))
        for key in keys where [.override, .rollout].contains(StateKind(rawValue: key.kind)) {
            // Its type, its ladder and what it is worth come from there.
            keys.insert(StateKey(.flag, key.name, in: key.app))
        }
        return try keys.sorted().map { .init(key: $0, revision: try document($0)?.revision) }
    }
}
