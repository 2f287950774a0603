import Definitions
import Rollout

extension FlagDefinition {
    /// What is different in a newer definition of the same flag, a phrase a difference: "default false to true".
    func changes(to new: FlagDefinition) -> [String] {
        var changes = Differences()
        changes.compare("type", type.rawValue, new.type.rawValue)
        changes.compare("kind", kind.rawValue, new.kind.rawValue)
        changes.compare("default", defaultValue.description, new.defaultValue.description)
        changes.compare("safe value", safeValue?.description ?? "none", new.safeValue?.description ?? "none")
        changes.compare("status", status.rawValue, new.status.rawValue)
        changes.compare("applies", applies.rawValue, new.applies.rawValue)
        changes.compare("owner", owner ?? "nobody", new.owner ?? "nobody")
        changes.compare("expiry", expires?.description ?? "never", new.expires?.description ?? "never")
        changes.compare("widget", widget?.text ?? "none", new.widget?.text ?? "none")
        changes.compare(
            "prerequisites",
            Differences.list(prerequisites.map { "\($0.flag) = \($0.value)" }),
            Differences.list(new.prerequisites.map { "\($0.flag) = \($0.value)" })
        )
        changes.phrases += Rule.changes(from: rules, to: new.rules)
        changes.compare(
            "rollout schedule",
            rollout?.schedule.text ?? "none",
            new.rollout?.schedule.text ?? "none"
        )
        changes.compare(
            "rollout value",
            rollout?.value.description ?? "none",
            new.rollout?.value.description ?? "none"
        )
        changes.compare("salt", rollout?.salt ?? "its own", new.rollout?.salt ?? "its own")
        // Too long to stand in a line twice.
        if description != new.description { changes.phrases.append("its description") }
        return changes.phrases
    }
}

extension Rule {
    /// Rules are told apart by their names.
    fileprivate static func changes(from old: [Rule], to new: [Rule]) -> [String] {
        var changes = Differences()
        for rule in old where !new.contains(where: { $0.name == rule.name }) {
            changes.phrases.append("the rule \"\(rule.name)\" is gone")
        }
        for rule in new {
            guard let older = old.first(where: { $0.name == rule.name }) else {
                changes.phrases.append("a new rule \"\(rule.name)\": \(rule.value) for \(rule.audience)")
                continue
            }
            changes.compare("rule \"\(rule.name)\"", older.value.description, rule.value.description)
            changes.compare("rule \"\(rule.name)\" for", older.audience, rule.audience)
        }
        let kept = old.map(\.name).filter { name in new.contains { $0.name == name } }
        let order = new.map(\.name).filter { name in old.contains { $0.name == name } }
        changes.compare("order of rules", Differences.list(kept), Differences.list(order))
        return changes.phrases
    }

    /// "everyone", or its conditions.
    private var audience: String {
        conditions.isEmpty ? "everyone" : conditions.map(\.description).joined(separator: " and ")
    }
}
