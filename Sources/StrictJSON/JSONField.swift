import NearestName

/// Something wrong with one value of a document.
package struct Finding: Hashable, Sendable {
    /// Where; ``JSONPath/root`` when it concerns the document as a whole.
    package let path: JSONPath
    /// What is wrong and what would be right.
    package let message: String

    package init(path: JSONPath, message: String) {
        self.path = path
        self.message = message
    }
}

/// Collects everything that is wrong with a document, so that one run reports it all.
package final class Findings {
    /// What to do with a key that the reader does not know.
    package enum UnknownKeys {
        /// For what people write: a finding with the nearest right name.
        case refuse
        /// For what a newer program wrote: passed over.
        case ignore
    }

    package let unknownKeys: UnknownKeys
    /// In the order in which they were met, each once.
    package private(set) var all: [Finding] = []
    private var known: Set<Finding> = []

    package init(unknownKeys: UnknownKeys) { self.unknownKeys = unknownKeys }

    /// Adds a finding, unless the same was met before: a value may be read more than once.
    package func add(_ message: String, at path: JSONPath) {
        let finding = Finding(path: path, message: message)
        if known.insert(finding).inserted { all.append(finding) }
    }

    /// Whether that very finding was added before.
    package func contains(_ finding: Finding) -> Bool { known.contains(finding) }
}

/// A value of a document together with where it stands and where to report what is wrong with it.
///
/// Each accessor returns nil and adds a finding when the value is not what was asked for.
package struct JSONField {
    package let value: JSON
    package let path: JSONPath
    package let findings: Findings

    package init(_ value: JSON, path: JSONPath = .root, findings: Findings) {
        self.value = value
        self.path = path
        self.findings = findings
    }

    package func report(_ message: String) { findings.add(message, at: path) }

    package func string() -> String? {
        if case .string(let text) = value { return text }
        return mismatch("a string")
    }

    /// A string that says something: not blank, without control characters, of at most `limit` bytes.
    package func text(limit: Int) -> String? {
        guard let text = string() else { return nil }
        let scalars = text.unicodeScalars
        // Most texts are ASCII, which needs no look at the properties of characters.
        let isPlain = text.utf8.first.map { $0 > 0x20 } ?? false && text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
        if isPlain && text.utf8.count <= limit { return text }
        guard !scalars.allSatisfy(\.properties.isWhitespace) else { return refused("must not be empty") }
        guard text.utf8.count <= limit else { return refused("longer than \(limit) bytes") }
        guard scalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            return refused("holds a control character")
        }
        return text
    }

    package func bool() -> Bool? {
        if case .bool(let value) = value { return value }
        return mismatch("true or false")
    }

    /// A whole number within `range`.
    package func integer(in range: ClosedRange<Int64>) -> Int64? {
        guard case .integer(let number) = value else { return mismatch("an integer") }
        if number < range.lowerBound { return refused("\(number) is below \(range.lowerBound)") }
        if number > range.upperBound { return refused("\(number) is above \(range.upperBound)") }
        return number
    }

    package func elements() -> [JSONField]? {
        guard case .array(let elements) = value else { return mismatch("an array") }
        return elements.enumerated().map { index, element in
            JSONField(element, path: .index(path, index), findings: findings)
        }
    }

    /// The members of an object whose keys are names rather than known words, in the order of their keys.
    package func members() -> [(name: String, field: JSONField)]? {
        guard case .object(let members) = value else { return mismatch("an object") }
        return members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { key, value in
            (key, JSONField(value, path: .key(path, key), findings: findings))
        }
    }

    /// An object whose keys are all among `known`; any other key is a finding of its own.
    package func object(_ known: [String]) -> JSONObject? {
        guard case .object(let members) = value else { return mismatch("an object") }
        if findings.unknownKeys == .refuse {
            for key in members.keys.sorted() where !known.contains(key) {
                let hint = nearestName(to: key, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
                findings.add("unknown key\(hint)", at: .key(path, key))
            }
        }
        return JSONObject(members: members, field: self)
    }

    /// A string that is one of `names`.
    package func oneOf<Value>(_ names: [(String, Value)], what: String) -> Value? {
        guard let text = string() else { return nil }
        if let match = names.first(where: { $0.0 == text }) { return match.1 }
        return refused("unknown \(what) \"\(text)\"\(hint(to: text, among: names.map(\.0)))")
    }

    /// The name that was meant, or all that there are when they are few enough to be read.
    private func hint(to text: String, among names: [String]) -> String {
        if let name = nearestName(to: text, among: names) { return "; did you mean \"\(name)\"?" }
        return (1...12).contains(names.count) ? "; it is one of \(names.joined(separator: ", "))" : ""
    }

    /// An array, each element read by `read`; nil when any of them cannot be read.
    package func list<Value>(_ read: (JSONField) -> Value?) -> [Value]? {
        guard let elements = elements() else { return nil }
        let values = elements.compactMap(read)
        return values.count == elements.count ? values : nil
    }

    /// Adds a finding and returns nil, for use as the last word of a reader.
    package func refused<Value>(_ message: String) -> Value? {
        report(message)
        return nil
    }

    private func mismatch<Value>(_ wanted: String) -> Value? {
        refused("expected \(wanted), found \(value.kindName)")
    }
}

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
