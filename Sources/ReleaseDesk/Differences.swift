/// Collects what is different between two versions of something, in words.
struct Differences {
    var phrases: [String] = []

    /// "default false to true", when they are not the same.
    mutating func compare(_ what: String, _ old: String, _ new: String) {
        if old != new { phrases.append("\(what) \(old) to \(new)") }
    }

    /// "a, b", or "none".
    static func list(_ items: [some CustomStringConvertible]) -> String {
        items.isEmpty ? "none" : items.map(\.description).joined(separator: ", ")
    }
}
