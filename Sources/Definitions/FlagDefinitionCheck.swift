import Rollout
import StrictJSON

/// What must hold within one flag beyond the form of its values.
struct FlagDefinitionCheck {
    let definition: FlagDefinition
    let object: JSONObject

    func run() {
        checkKind()
        checkRules()
        checkRollout()
    }

    private func checkKind() {
        if definition.kind == .release {
            for (key, isMissing) in [
                ("owner", definition.owner == nil), ("expires", definition.expires == nil),
            ]
            where isMissing {
                report(
                    "missing: a release flag is temporary and names its owner and the day it expires",
                    at: key
                )
            }
        }
        switch (definition.kind, definition.safeValue) {
        case (.operational, nil):
            report("missing: an operational flag names its safe value", at: "safe")
        case (.operational, let safe?) where safe != definition.defaultValue:
            object.optional("default")?.report(
                "\(definition.defaultValue) is not the safe value \(safe), which an operational flag falls back to"
            )
        case (.operational, _), (_, nil): break
        case (_, _?): report("must not be there: only an operational flag has a safe value", at: "safe")
        }
    }

    private func checkRules() {
        let fields = object.optional("rules")?.elements() ?? []
        for (index, (rule, field)) in zip(definition.rules, fields).enumerated() {
            let earlier = definition.rules[..<index]
            if earlier.contains(where: { $0.name == rule.name }) {
                field.report("the name \"\(rule.name)\" stands twice")
            }
            if let winner = earlier.first(where: { $0.covers(rule) }) {
                field.report("can never match: whenever it would, the earlier rule \"\(winner.name)\" does")
            }
        }
    }

    private func checkRollout() {
        guard let rollout = definition.rollout, let field = object.optional("rollout") else { return }
        if rollout.value == definition.defaultValue {
            field.report("the value \(rollout.value) is the default, so the rollout would change nothing")
        }
        if let winner = definition.rules.first(where: { $0.conditions.isEmpty }) {
            field.report("can never be reached: the rule \"\(winner.name)\" matches everyone")
        }
    }

    private func report(_ message: String, at key: String) {
        object.field.findings.add(message, at: .key(object.field.path, key))
    }
}
