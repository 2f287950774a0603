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

extension StoreReader {
    /// What an operation would write to, what is set of the flag that it names, the definitions of the flags concerned,
    /// and the profiles of apps in which a date may be seen by it, as they are now.
    ///
    /// What it names is there also while it would be refused: that is all there is to agree to then.
    func touched(by operation: Operation, _ rehearsal: Rehearsal) throws -> [TouchedDocument] {
        var keys = Set((rehearsal.changes ?? []).map(\.key))
        for app in try operation.selection.resolve(in: self) {
            if let flag = operation.flag {
                keys.formUnion([StateKey(.override, flag, in: app), StateKey(.rollout, flag, in: app)])
            }
            if operation.action.mayExpose, try state(of: app).showsDates(by: operation.flag) {
                keys.insert(StateKey(.app, "profile", in: app))
            }
        }
        for key in keys where [.override, .rollout].contains(StateKind(rawValue: key.kind)) {
            // Its type, its ladder and what it is worth come from there.
            keys.insert(StateKey(.flag, key.name, in: key.app))
        }
        return try keys.sorted().map { .init(key: $0, revision: try document($0)?.revision) }
    }
}
