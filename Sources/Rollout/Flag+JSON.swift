package import StrictJSON

extension Flag {
    /// Reads `{"type", "default", "status"?, "applies"?, "prerequisites"?, "rules"?, "rollout"?}`.
    ///
    /// - Parameter types: The types of all flags of the app, which prerequisites may name.
    package init?(_ field: JSONField, key: FlagKey, types: [FlagKey: FlagType?]) {
        let keys = ["type", "default", "status", "applies", "prerequisites", "rules", "rollout"]
        guard let object = field.object(keys) else { return nil }
        guard let type: FlagType = object.required("type")?.named("type") else { return nil }
        let defaultValue = object.required("default")?.flagValue(type)
        let status: Status? = object.value("status", or: .active) { $0.named("status") }
        let applies: Applies? = object.value("applies", or: .atOnce) { $0.named("moment") }
        let prerequisites = object.value("prerequisites", or: []) {
            $0.list { Prerequisite($0, types: types) }
        }
        let rules = object.value("rules", or: []) { $0.list { Rule($0, type: type) } }
        let rollout = object.value("rollout", or: nil) { PhasedRollout($0, type: type).map(Optional.some) }
        guard let defaultValue, let status, let applies, let prerequisites, let rules, let rollout else {
            return nil
        }
        self.init(
            key: key,
            status: status,
            applies: applies,
            defaultValue: defaultValue,
            prerequisites: prerequisites,
            rules: rules,
            rollout: rollout
        )
    }

    package var json: JSON {
        var object: [String: JSON] = ["type": .string(type.rawValue), "default": defaultValue.json]
        if status != .active { object["status"] = .string(status.rawValue) }
        if applies != .atOnce { object["applies"] = .string(applies.rawValue) }
        if !prerequisites.isEmpty { object["prerequisites"] = .array(prerequisites.map(\.json)) }
        if !rules.isEmpty { object["rules"] = .array(rules.map(\.json)) }
        if let rollout { object["rollout"] = rollout.json }
        return .object(object)
    }
}

extension Flag.Prerequisite {
    package static let keys = ["flag", "value"]

    /// Reads `{"flag", "value"}`.
    ///
    /// - Parameter types: The types of all flags. nil for one whose type could not be read: that was reported where
    ///   it is defined, so nothing is added here.
    package init?(_ field: JSONField, types: [FlagKey: FlagType?]) {
        guard let object = field.object(Self.keys) else { return nil }
        let flag = object.required("flag").flatMap { Self.flag($0, among: types) }
        let wanted = object.required("value")
        guard let flag, let wanted, let type = types[flag] ?? nil, let value = wanted.flagValue(type) else {
            return nil
        }
        self.init(flag: flag, value: value)
    }

    /// The names are put in order only for a message: sorting them for each prerequisite would dominate the reading
    /// of a large configuration.
    private static func flag(_ field: JSONField, among types: [FlagKey: FlagType?]) -> FlagKey? {
        guard let text = field.string() else { return nil }
        if let key = try? FlagKey(text), types.index(forKey: key) != nil { return key }
        return field.oneOf(types.keys.sorted().map { ($0.text, $0) }, what: "flag")
    }

    package var json: JSON { ["flag": .string(flag.text), "value": value.json] }
}
