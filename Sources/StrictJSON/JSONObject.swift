/// An object being read.
package struct JSONObject {
    private let members: [String: JSON]
    package let field: JSONField
    /// Members that stand elsewhere in the document and take the place of this object's own.
    private var replacements: [String: JSONField] = [:]

    init(members: [String: JSON], field: JSONField) {
        self.members = members
        self.field = field
    }

    /// This object with those of the named members that `other` has in place of its own.
    ///
    /// Each keeps its path.
    package func replacing(_ keys: [String], from other: JSONObject) -> JSONObject {
        var result = self
        for key in keys { result.replacements[key] = other.optional(key) }
        return result
    }

    /// The member of that name; nil when there is none.
    ///
    /// A member that is null is there.
    package func optional(_ key: String) -> JSONField? {
        replacements[key]
            ?? members[key].map { JSONField($0, path: .key(field.path, key), findings: field.findings) }
    }

    /// The member of that name; its absence is a finding.
    package func required(_ key: String) -> JSONField? {
        if let member = optional(key) { return member }
        field.findings.add("missing", at: .key(field.path, key))
        return nil
    }

    /// The member of that name as `read` gives it, or `absent` when there is none; nil when there is one that cannot
    /// be read.
    package func value<Value>(_ key: String, or absent: Value, _ read: (JSONField) -> Value?) -> Value? {
        guard let member = optional(key) else { return absent }
        return read(member)
    }

    /// Whether the object holds a key that is not among `known`, for readers that pass over such keys.
    package func holdsKeys(besides known: [String]) -> Bool {
        members.keys.contains { !known.contains($0) }
    }
}
