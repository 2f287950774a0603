/// The way from a document's root to one value, written as `rollout.stages[2].percent`.
package indirect enum JSONPath: Hashable, Sendable, CustomStringConvertible {
    case root
    case key(JSONPath, String)
    case index(JSONPath, Int)

    /// Empty for the root.
    package var description: String {
        switch self {
        case .root: ""
        case .index(let parent, let index): "\(parent)[\(index)]"
        case .key(let parent, let key):
            if !Self.isPlain(key) {
                "\(parent)[\(JSON.string(key).text)]"
            } else if parent == .root {
                key
            } else {
                "\(parent).\(key)"
            }
        }
    }

    /// Whether this is the way to `other` itself or to something in it.
    package func isWithin(_ other: JSONPath) -> Bool {
        if self == other { return true }
        return switch self {
        case .root: false
        case .key(let parent, _), .index(let parent, _): parent.isWithin(other)
        }
    }

    private static func isPlain(_ key: String) -> Bool {
        !key.isEmpty
            && key.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                    UInt8(ascii: "$"):
                    true
                default: false
                }
            }
    }
}
