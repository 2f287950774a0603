import Rollout
package import RolloutStore
package import StrictJSON

/// A document of the store, parsed once however often it is read.
package struct ParsedDocument {
    let document: Document
    let kind: StateKind
    private let json: JSON

    /// - Throws: ``LiveStateError`` for a kind that this version does not know and for what is not JSON.
    package init(_ document: Document) throws(LiveStateError) {
        guard let kind = StateKind(rawValue: document.key.kind) else {
            throw LiveStateError(
                key: document.key,
                faults: ["a kind of document that this version cannot read"]
            )
        }
        do throws(JSONError) {
            json = try JSON(parsing: Array(document.text.utf8))
        } catch {
            throw LiveStateError(key: document.key, faults: [error.description])
        }
        self.document = document
        self.kind = kind
    }

    /// Reads the document; what is not as it should be is an error that says where.
    package func read<Value>(_ read: (JSONField) -> Value?) throws(LiveStateError) -> Value {
        let findings = Findings(unknownKeys: .refuse)
        if let value = read(JSONField(json, findings: findings)), findings.all.isEmpty { return value }
        let faults = findings.all.map { "\($0.path): \($0.message)" }
        throw LiveStateError(
            key: document.key,
            faults: faults.isEmpty ? ["there is no flag of that name"] : faults
        )
    }

    /// Reads a document that is named by a flag's key.
    func readFlag<Value>(_ read: (FlagKey, JSONField) -> Value?) throws(LiveStateError) -> Value {
        try self.read { field in
            field.parsed(name: document.key.name, FlagKey.init).flatMap { read($0, field) }
        }
    }
}
