package import Rollout
package import StrictJSON

/// A flag of one app as its authors defined it: what `Flags/<flag>.json` says, with that app's differences applied.
package struct FlagDefinition: Equatable, Sendable {
    /// What a flag is for, which decides how long it may live.
    package enum Kind: String, CaseIterable, Sendable {
        /// Temporary: carries a feature to everyone and is then removed.
        case release
        /// Lives on, so that operators can turn something off; its default is the safe side.
        case operational
        /// Who may use something.
        case permission
        /// Which of several ways works best.
        case experiment
    }

    /// What a rollout of this flag gives, and how fast unless the command says otherwise.
    package struct RolloutPlan: Equatable, Sendable {
        package let value: FlagValue
        package let schedule: Schedule
        /// nil: `<app>/<flag>`.
        package let salt: String?
    }

    package let key: FlagKey
    package let kind: Kind
    package let type: FlagType
    package let description: String
    /// Who answers for it; nil where the kind does not demand one.
    package let owner: String?
    /// The day by which a temporary flag should be gone; nil where the kind does not demand one.
    package let expires: CivilDate?
    /// The value that is safe whatever happens; nil except for operational flags.
    package let safeValue: FlagValue?
    /// The widget that the flag is there for; nil when it is for the app as a whole.
    package let widget: WidgetKind?
    package let status: Flag.Status
    /// When clients show a change of its value.
    package let applies: Flag.Applies
    package let defaultValue: FlagValue
    package let prerequisites: [Flag.Prerequisite]
    package let rules: [Rule]
    /// nil: a rollout of a boolean flag gives the opposite of its default by Apple's ladder; one of another type
    /// cannot be started.
    package let rollout: RolloutPlan?
}

extension FlagDefinition {
    /// What is the same in every app.
    package static let sharedKeys = [
        "$schema", "kind", "type", "description", "owner", "expires", "safe", "widget", "applies",
        "apps",
    ]
    /// What an app may have different.
    package static let differingKeys = ["status", "default", "prerequisites", "rules", "rollout"]

    /// Reads the content of `Flags/<flag>.json`.
    ///
    /// - Parameters:
    ///   - key: nil when the file's name is none; the rest is read for its findings.
    ///   - app: Whose differences under `apps` apply; nil: none, which is how a stored definition is read.
    ///   - types: The types of all flags, which prerequisites may name; nil for one that could not be read.
    package init?(_ field: JSONField, key: FlagKey?, app: String? = nil, types: [FlagKey: FlagType?]) {
        guard let object = field.object(Self.sharedKeys + Self.differingKeys) else { return nil }
        guard let app, let difference = object.optional("apps")?.value.member(app) else {
            self.init(object, key: key, types: types)
            return
        }
        let path = JSONPath.key(.key(field.path, "apps"), app)
        let differing = JSONField(difference, path: path, findings: field.findings)
        guard let differing = Self.difference(differing) else { return nil }
        self.init(object.replacing(Self.differingKeys, from: differing), key: key, types: types)
    }

    private static func difference(_ field: JSONField) -> JSONObject? {
        guard let object = field.object(differingKeys + sharedKeys) else { return nil }
        for key in sharedKeys {
            object.optional(key)?.report("cannot differ between apps; it stands once for all of them")
        }
        if case .object([:]) = field.value { field.report("differs in nothing; leave it out") }
        return object
    }

    private init?(_ object: JSONObject, key: FlagKey?, types: [FlagKey: FlagType?]) {
        _ = object.optional("$schema")?.string()
        let type: FlagType? = object.required("type")?.named("type")
        let value: (JSONField) -> FlagValue? = { field in type.flatMap { field.flagValue($0) } }
        let kind: Kind? = object.required("kind")?.named("kind")
        let description = object.required("description")?.text(limit: 500)
        let owner = object.value("owner", or: nil) { $0.text(limit: 64).map(Optional.some) }
        let expires = object.value("expires", or: nil) {
            $0.parsed(CivilDate.init(parsing:)).map(Optional.some)
        }
        let safe = object.value("safe", or: nil) { value($0).map(Optional.some) }
        let widget = object.value("widget", or: nil) { $0.parsed(WidgetKind.init).map(Optional.some) }
        let status: Flag.Status? = object.value("status", or: .active) { $0.named("status") }
        let applies: Flag.Applies? = object.value("applies", or: .atOnce) { $0.named("moment") }
        let defaultValue = object.required("default").flatMap(value)
        let prerequisites = ReadList(object.optional("prerequisites")) { Flag.Prerequisite($0, types: types) }
        let rules = ReadList(object.optional("rules")) { Rule($0, type: type) }
        let rollout = object.value("rollout", or: nil) { RolloutPlan($0, type: type).map(Optional.some) }
        FlagDefinitionCheck(
            object: object,
            kind: kind,
            safeValue: safe ?? nil,
            defaultValue: defaultValue,
            prerequisites: prerequisites,
            rules: rules,
            rollout: rollout ?? nil
        ).run()
        guard let key, let kind, let type, let description, let owner, let expires, let safe, let widget,
            let status, let applies, let defaultValue, let prerequisites = prerequisites.values,
            let rules = rules.values,
            let rollout
        else { return nil }
        self.init(
            key: key,
            kind: kind,
            type: type,
            description: description,
            owner: owner,
            expires: expires,
            safeValue: safe,
            widget: widget,
            status: status,
            applies: applies,
            defaultValue: defaultValue,
            prerequisites: prerequisites,
            rules: rules,
            rollout: rollout
        )
    }

    /// As it is stored: the form of the file, without `apps`.
    package var json: JSON {
        var object: [String: JSON] = [
            "kind": .string(kind.rawValue), "type": .string(type.rawValue),
            "description": .string(description),
            "default": defaultValue.json,
        ]
        object["owner"] = owner.map(JSON.string)
        object["expires"] = expires.map { .string("\($0)") }
        object["safe"] = safeValue?.json
        object["widget"] = widget.map { .string($0.text) }
        object["rollout"] = rollout?.json
        if status != .active { object["status"] = .string(status.rawValue) }
        if applies != .atOnce { object["applies"] = .string(applies.rawValue) }
        if !prerequisites.isEmpty { object["prerequisites"] = .array(prerequisites.map(\.json)) }
        if !rules.isEmpty { object["rules"] = .array(rules.map(\.json)) }
        return .object(object)
    }

    /// The value that a rollout gives; nil when none can be started.
    package var rolloutValue: FlagValue? {
        if let rollout { return rollout.value }
        if case .boolean(let value) = defaultValue { return .boolean(!value) }
        return nil
    }

    /// The salt of the flag's rollouts in an app.
    package func salt(in app: AppID) -> String { rollout?.salt ?? "\(app)/\(key)" }
}

extension FlagDefinition.RolloutPlan {
    package static let keys = ["value", "schedule", "salt"]

    /// - Parameter type: The flag's; nil when it could not be read: the rest is read for its findings.
    fileprivate init?(_ field: JSONField, type: FlagType?) {
        guard let object = field.object(Self.keys) else { return nil }
        let value = object.required("value").flatMap { field in type.flatMap { field.flagValue($0) } }
        let schedule = object.required("schedule")?.parsed(Schedule.init(parsing:))
        let salt = object.value("salt", or: nil) { $0.text(limit: 128).map(Optional.some) }
        guard let value, let schedule, let salt else { return nil }
        self.init(value: value, schedule: schedule, salt: salt)
    }

    fileprivate var json: JSON {
        var object: [String: JSON] = ["value": value.json, "schedule": .string(schedule.text)]
        object["salt"] = salt.map(JSON.string)
        return .object(object)
    }
}
