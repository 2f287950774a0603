package import RolloutStore
package import StrictJSON

/// Whether the live state is the sum of the changes.
package struct LiveStateReport: Equatable, Sendable {
    /// The first place where it is not; nil: it is.
    package let firstBreak: LogBreak?

    package init(firstBreak: LogBreak?) { self.firstBreak = firstBreak }

    /// `{"break": null}`, or what is wrong: `{"document": {"app", "kind", "name"}}` or `{"app"}`.
    package var json: JSON {
        switch firstBreak {
        case .notLive(let key):
            let document: JSON = [
                "app": .string(key.app), "kind": .string(key.kind), "name": .string(key.name),
            ]
            return ["break": ["document": document]]
        case .wrongAppRevision(let app): return ["break": ["app": .string(app)]]
        // The others are about the log, of which this says nothing.
        case .missing, .altered, .unexpected, .unreadable, .cut, .rewritten, nil: return ["break": .null]
        }
    }

    package init?(_ field: JSONField) {
        guard let found = field.object(["break"])?.required("break") else { return nil }
        guard found.value != .null else {
            self.init(firstBreak: nil)
            return
        }
        guard let object = found.object(["document", "app"]) else { return nil }
        if let app = object.optional("app")?.string() {
            self.init(firstBreak: .wrongAppRevision(app))
        } else if let key = object.required("document")?.object(["app", "kind", "name"]),
            let app = key.required("app")?.string(), let kind = key.required("kind")?.string(),
            let name = key.required("name")?.string()
        {
            self.init(firstBreak: .notLive(StateKey(app: app, kind: kind, name: name)))
        } else {
            return nil
        }
    }
}
