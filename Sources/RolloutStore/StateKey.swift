/// What one document of the live state is about.
///
/// The store gives no part of it a meaning.
///
/// Two keys are the same when their UTF-8 bytes are, and they sort by those bytes: the engines compare so, and
/// Swift's own comparison would take two spellings of `é` for one.
package struct StateKey: Sendable {
    package let app: String
    /// The sort of document: `app`, `flag`, `override`, `rollout`, `kill`.
    package let kind: String
    /// Which one, among those of its app and kind.
    package let name: String

    package init(app: String, kind: String, name: String) {
        self.app = app
        self.kind = kind
        self.name = name
    }

    private var parts: [String] { [app, kind, name] }
}

extension StateKey: Hashable {
    package static func == (left: StateKey, right: StateKey) -> Bool {
        left.parts.elementsEqual(right.parts) { $0.utf8.elementsEqual($1.utf8) }
    }

    package func hash(into hasher: inout Hasher) {
        for part in parts {
            hasher.combine(part.utf8.count)
            for byte in part.utf8 { hasher.combine(byte) }
        }
    }
}

extension StateKey: Comparable {
    package static func < (left: StateKey, right: StateKey) -> Bool {
        left.parts.lexicographicallyPrecedes(right.parts) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

extension StateKey: CustomStringConvertible {
    package var description: String { "\(app)/\(kind)/\(name)" }
}
