import Rollout
import StrictJSON

/// Which changes of one app others have to approve.
package struct ApprovalPolicy: Equatable, Sendable {
    /// What can be made to wait for approval; raw values are what the log calls it.
    ///
    /// What silences or holds something is not here: it never waits.
    package enum Action: String, CaseIterable, Sendable {
        case apply
        case restore
        case startRollout = "rollout start"
        case resumeRollout = "rollout resume"
        case setRollout = "rollout set"
        case completeRollout = "rollout complete"
        case setFlag = "flag set"
        case unsetFlag = "flag unset"
        case rollBack = "rollback"
    }

    /// What it takes.
    package struct Need: Equatable, Sendable {
        /// How many must approve, whoever asks not counted; 1 to 10.
        package let count: Int
        /// Only who holds one of these may; each once; nil: anyone.
        package let roles: [Role]?
        /// For how long it may be approved; 1 to 720.
        package let hours: Int
    }

    /// No action: nothing waits.
    package let needs: [Action: Need]

    /// Nothing waits.
    package static let none = ApprovalPolicy(needs: [:])
}

extension ApprovalPolicy {
    /// What is said at a command that never waits.
    private static let neverWaiting = ["kill", "rollout pause", "rollout halt", gate]
    private static let gate = "check dates"

    /// Reads `{"<action>": {"count"?, "roles"?, "hours"?}}`.
    init?(_ field: JSONField) {
        guard let members = field.members() else { return nil }
        if members.isEmpty { field.report("approves nothing; leave it out") }
        var needs: [Action: Need] = [:]
        for (name, member) in members {
            if Self.neverWaiting.contains(name) {
                member.report(
                    "\(name) never waits: it must be possible at once, by whoever is there"
                        + (name == Self.gate ? "; what it lifts is for restore" : "")
                )
            } else if let action = Self.action(name, member), let need = Need(member) {
                needs[action] = need
            }
        }
        guard needs.count == members.count else { return nil }
        self.init(needs: needs)
    }

    private static func action(_ name: String, _ member: JSONField) -> Action? {
        JSONField(.string(name), path: member.path, findings: member.findings).named("command")
    }

    var json: JSON {
        .object(Dictionary(needs.map { ($0.key.rawValue, $0.value.json) }) { first, _ in first })
    }
}

extension ApprovalPolicy.Need {
    package static let keys = ["count", "roles", "hours"]
    private static let aDay = 24

    fileprivate init?(_ field: JSONField) {
        guard let object = field.object(Self.keys) else { return nil }
        let count = object.value("count", or: 1) { $0.integer(in: 1...10) }
        let roles = object.value("roles", or: nil) { field in
            field.distinctList { $0.named("role") }.map(Optional<[Role]>.some)
        }
        let hours = object.value("hours", or: Int64(Self.aDay)) { $0.integer(in: 1...720) }
        guard let count, let roles, let hours else { return nil }
        self.init(count: Int(count), roles: roles, hours: Int(hours))
    }

    fileprivate var json: JSON {
        var object: [String: JSON] = ["count": .integer(Int64(count))]
        object["roles"] = roles.map { .strings($0.map(\.rawValue)) }
        if hours != Self.aDay { object["hours"] = .integer(Int64(hours)) }
        return .object(object)
    }
}

extension ApprovalPolicy {
    /// "rollout start 2 approvals by approver, restore 1 approval"; "none" when nothing waits.
    package var words: String {
        let words = Action.allCases.compactMap { action in
            needs[action].map { "\(action.rawValue) \($0.words)" }
        }
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }
}

extension ApprovalPolicy.Need {
    /// "2 approvals by approver or admin".
    package var words: String {
        let by = roles.map { " by \($0.map(\.rawValue).joined(separator: " or "))" } ?? ""
        return (count == 1 ? "1 approval" : "\(count) approvals") + by
    }
}
