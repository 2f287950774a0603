package import RolloutStore
package import StrictJSON

/// Documents of whole apps, sorted by their keys.
package struct DocumentPage: Equatable, Sendable {
    package let documents: [Document]
    /// The app with which the next page begins; nil: there is none.
    package let next: String?

    package init(documents: [Document], next: String?) {
        self.documents = documents
        self.next = next
    }

    /// `{"documents": [{"app", "kind", "name", "text", "revision"}], "next"}`: a text is what the store has, to the
    /// byte.
    package var json: JSON {
        let documents = documents.map { document -> JSON in
            [
                "app": .string(document.key.app), "kind": .string(document.key.kind),
                "name": .string(document.key.name), "text": .string(document.text),
                "revision": .integer(document.revision),
            ]
        }
        return ["documents": .array(documents), "next": next.map(JSON.string) ?? .null]
    }

    package init?(_ field: JSONField) {
        guard let object = field.object(["documents", "next"]),
            let documents = object.required("documents")?.list(Self.document),
            let next = object.required("next")
        else { return nil }
        self.init(documents: documents, next: next.value.string)
    }

    private static func document(_ field: JSONField) -> Document? {
        guard let object = field.object(["app", "kind", "name", "text", "revision"]),
            let app = object.required("app")?.string(), let kind = object.required("kind")?.string(),
            let name = object.required("name")?.string(), let text = object.required("text")?.string(),
            let revision = object.required("revision")?.integer(in: 1...Int64.max)
        else { return nil }
        return Document(key: StateKey(app: app, kind: kind, name: name), text: text, revision: revision)
    }
}
