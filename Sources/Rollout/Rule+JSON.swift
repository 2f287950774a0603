package import StrictJSON

extension Rule {
    package static let keys = ["name", "when", "value"]

    /// The keys of a rule's `when`.
    package static let conditionKeys = [
        "locale", "region", "appVersion", "build", "osVersion", "device", "family", "distribution",
        "installation", "attributes",
    ]

    /// Words that stand for a layer in a decision's variant cannot name a rule.
    package static let reservedNames = ["default", "killed", "override", "rollout"]

    /// Reads `{"name", "when"?, "value"}`.
    ///
    /// - Parameter type: The flag's; nil when it could not be read: the rest is read for its findings.
    package init?(_ field: JSONField, type: FlagType?) {
        guard let object = field.object(Self.keys) else { return nil }
        let name = object.required("name")?.ruleName()
        let value = object.required("value").flatMap { field in type.flatMap { field.flagValue($0) } }
        let conditions = object.value("when", or: [], Self.conditions)
        guard let name, let value, let conditions else { return nil }
        let unreadable: [Condition] = object.holdsKeys(besides: Self.keys) ? [.unreadable] : []
        self.init(name: name, conditions: conditions + unreadable, value: value)
    }

    private static func conditions(_ field: JSONField) -> [Condition]? {
        guard let when = field.object(conditionKeys) else { return nil }
        var isWhole = true
        var conditions: [Condition] = []
        func read(_ key: String, _ read: (JSONField) -> Condition?) {
            guard let field = when.optional(key) else { return }
            if let condition = read(field) { conditions.append(condition) } else { isWhole = false }
        }
        read("locale") { $0.distinctList { $0.parsed(LocaleTag.init(parsing:)) }.map(Condition.locale) }
        read("region") { $0.distinctList { $0.parsed(regionCode) }.map(Condition.region) }
        read("appVersion") { $0.parsed(VersionRange.init(parsing:)).map(Condition.appVersion) }
        read("build") { $0.parsed(VersionRange.init(parsing:)).map(Condition.build) }
        read("osVersion") { $0.parsed(VersionRange.init(parsing:)).map(Condition.osVersion) }
        read("device") { $0.distinctList { $0.parsed(DevicePattern.init(parsing:)) }.map(Condition.device) }
        read("family") { $0.namedList("widget family").map(Condition.family) }
        read("distribution") { $0.namedList("distribution").map(Condition.distribution) }
        read("installation") { $0.distinctList { $0.text(limit: 128) }.map(Condition.installation) }
        if let attributes = when.optional("attributes") {
            guard let members = attributes.members() else { return nil }
            for (name, field) in members {
                let name = JSONField(.string(name), path: field.path, findings: field.findings).text(
                    limit: 64
                )
                if let values = field.distinctList(attributeValue), let name {
                    conditions.append(.attribute(name: name, values: values))
                } else {
                    isWhole = false
                }
            }
        }
        if when.holdsKeys(besides: conditionKeys) { conditions.append(.unreadable) }
        return isWhole ? conditions : nil
    }

    private static func attributeValue(_ field: JSONField) -> AttributeValue? {
        switch field.value {
        case .string(let text): .string(text)
        case .bool(let value): .boolean(value)
        case .integer(let number): .number(Double(number))
        case .number(let number): .number(number)
        default: field.refused("expected a string, a number, true or false, found \(field.value.kindName)")
        }
    }

    package var json: JSON {
        var object: [String: JSON] = ["name": .string(name), "value": value.json]
        var when: [String: JSON] = [:]
        var attributes: [String: JSON] = [:]
        for condition in conditions {
            switch condition {
            case .locale(let tags): when["locale"] = .strings(tags)
            case .region(let regions): when["region"] = .strings(regions)
            case .appVersion(let range): when["appVersion"] = .string("\(range)")
            case .build(let range): when["build"] = .string("\(range)")
            case .osVersion(let range): when["osVersion"] = .string("\(range)")
            case .device(let patterns): when["device"] = .strings(patterns)
            case .family(let families): when["family"] = .strings(families.map(\.rawValue))
            case .distribution(let ways): when["distribution"] = .strings(ways.map(\.rawValue))
            case .installation(let ids): when["installation"] = .strings(ids)
            case .attribute(let name, let values): attributes[name] = .array(values.map(\.json))
            case .unreadable: when["unreadable"] = true
            }
        }
        if !attributes.isEmpty { when["attributes"] = .object(attributes) }
        if !when.isEmpty { object["when"] = .object(when) }
        return .object(object)
    }
}

extension AttributeValue {
    /// Whole numbers are written as integers, so that what a person wrote as 3 stays 3.
    fileprivate var json: JSON {
        switch self {
        case .string(let text): .string(text)
        case .boolean(let value): .bool(value)
        case .number(let number): Int64(exactly: number).map(JSON.integer) ?? .number(number)
        }
    }
}

extension JSONField {
    fileprivate func ruleName() -> String? {
        guard let name = text(limit: 64) else { return nil }
        // In a bundle these names are the server's own, as that of an override is.
        guard findings.unknownKeys == .ignore || !Rule.reservedNames.contains(name) else {
            return refused("\"\(name)\" names a layer of every decision; choose another name")
        }
        return name
    }
}

private func regionCode(_ text: String) throws(InvalidValue) -> String {
    let isCode = text.utf8.count == 2 && text.utf8.allSatisfy { isLetter($0) && !isLower($0) }
    let isNumber = text.utf8.count == 3 && text.utf8.allSatisfy(isDigit)
    guard isCode || isNumber else {
        throw InvalidValue("\"\(text)\" is not a region; write two capital letters, such as JP")
    }
    return text
}

extension JSON {
    /// An array of the items' texts.
    package static func strings(_ items: [some CustomStringConvertible]) -> JSON {
        .array(items.map { .string($0.description) })
    }
}
