import NearestName

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

    /// Adds a finding about this value.
    package func report(_ message: String) { findings.add(message, at: path) }

    /// A string, whatever it holds.
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

    /// True or false.
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

    /// The elements of an array, each with its place.
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
                findings.add("unknown key\(suggestion(for: key, among: known))", at: .key(path, key))
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
        let nearest = suggestion(for: text, among: names)
        guard nearest.isEmpty else { return nearest }
        return (1...12).contains(names.count) ? "; it is one of \(names.joined(separator: ", "))" : ""
    }

    /// An array, each element read by `read`; nil when any of them cannot be read.
    package func list<Value>(_ read: (JSONField) -> Value?) -> [Value]? {
        guard let elements = elements() else { return nil }
        var values: [Value] = []
        for element in elements {
            if let value = read(element) { values.append(value) }
        }
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
