package import Rollout
import StrictJSON

/// That somebody agreed to a change.
package struct Approval: Equatable, Sendable {
    package let person: String
    package let time: Instant
    /// May be empty.
    package let comment: String
    /// For which apps it counts; at least one, unless none asked for it any more.
    package let apps: [String]
}

extension Approval {
    init?(_ field: JSONField) {
        guard let object = field.object(["person", "time", "comment", "apps"]) else { return nil }
        let person = object.required("person")?.string()
        let time = object.required("time")?.parsed(Instant.init(parsing:))
        let comment = object.value("comment", or: "") { $0.string() }
        let apps = object.required("apps")?.list { $0.string() }
        guard let person, let time, let comment, let apps else { return nil }
        self.init(person: person, time: time, comment: comment, apps: apps)
    }

    var json: JSON {
        var object: [String: JSON] = [
            "person": .string(person), "time": .string("\(time)"), "apps": .strings(apps),
        ]
        if !comment.isEmpty { object["comment"] = .string(comment) }
        return .object(object)
    }
}

extension [Approval] {
    /// "bo and cy".
    var people: String { map(\.person).joined(separator: " and ") }
}
