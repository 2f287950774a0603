import Rollout
import StrictJSON

/// What must hold within one flag beyond the form of its values: checked on whatever of it could be read.
struct FlagDefinitionCheck {
    let object: JSONObject
    let kind: FlagDefinition.Kind?
    let safeValue: FlagValue?
    let defaultValue: FlagValue?
    let prerequisites: ReadList<Flag.Prerequisite>
    let rules: ReadList<Rule>
    let rollout: FlagDefinition.RolloutPlan?

    func run() {
        checkKind()
        checkPrerequisites()
        checkRules()
        checkRollout()
    }

    private func checkKind() {
        guard let kind else { return }
        if kind == .release {
            for key in ["owner", "expires"] where object.optional(key) == nil {
                report(
                    "missing: a release flag is temporary and names its owner and the day it expires",
                    at: key
                )
            }
        }
        let hasSafeValue = object.optional("safe") != nil
        if kind == .operational, !hasSafeValue {
            report("missing: an operational flag names its safe value", at: "safe")
        } else if kind != .operational, hasSafeValue {
            report("must not be there: only an operational flag has a safe value", at: "safe")
        } else if let safeValue, let defaultValue, safeValue != defaultValue {
            object.optional("default")?.report(
                "\(defaultValue) is not the safe value \(safeValue), which an operational flag falls back to"
            )
        }
    }

    private func checkPrerequisites() {
        var seen: Set<FlagKey> = []
        for (prerequisite, field) in prerequisites.read where !seen.insert(prerequisite.flag).inserted {
            field.report("the flag \(prerequisite.flag) stands twice; it can have one value at a time")
        }
    }

    private func checkRules() {
        for (index, (rule, field)) in rules.read.enumerated() {
            let earlier = rules.read[..<index].map(\.value)
            if earlier.contains(where: { $0.name == rule.name }) {
                field.report("the name \"\(rule.name)\" stands twice")
            }
            if let winner = earlier.first(where: { $0.covers(rule) }) {
                field.report("can never match: whenever it would, the earlier rule \"\(winner.name)\" does")
            }
            checkConditions(field)
        }
    }

    /// An object without conditions matches everyone.
    ///
    /// Who means that leaves it out; who does not has forgotten something.
    private func checkConditions(_ rule: JSONField) {
        guard let when = rule.value.member("when") else { return }
        let field = JSONField(when, path: .key(rule.path, "when"), findings: rule.findings)
        if when == .object([:]) {
            field.report("has no condition; leave \"when\" out if the rule is for everyone")
        }
        if when.member("attributes") == .object([:]) {
            field.findings.add("has no attribute; leave it out", at: .key(field.path, "attributes"))
        }
    }

    private func checkRollout() {
        guard let rollout, let field = object.optional("rollout") else { return }
        if rollout.value == defaultValue {
            field.report("the value \(rollout.value) is the default, so the rollout would change nothing")
        }
        if let winner = rules.read.first(where: { $0.value.conditions.isEmpty })?.value {
            field.report("can never be reached: the rule \"\(winner.name)\" matches everyone")
        }
    }

    private func report(_ message: String, at key: String) {
        object.field.findings.add(message, at: .key(object.field.path, key))
    }
}
