// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Rollout

// So that tables of tests can be read; a literal that is not valid stops the run with its error.

private func literal<Value>(_ text: String, _ parse: (String) throws(InvalidValue) -> Value) -> Value {
    do throws(InvalidValue) {
        return try parse(text)
    } catch {
        preconditionFailure(error.description)
    }
}

extension AppID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = literal(text, Self.init(_:)) }
}

extension FlagKey: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = literal(text, Self.init(_:)) }
}

extension WidgetKind: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = literal(text, Self.init(_:)) }
}

extension LocaleTag: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = literal(text, Self.init(parsing:)) }
}

extension Version: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = literal(text, Self.init(parsing:)) }
}

extension VersionRange: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = literal(text, Self.init(parsing:)) }
}

extension DevicePattern: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = literal(text, Self.init(parsing:)) }
}

extension Instant: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = literal(text, Self.init(parsing:)) }
}

extension Percent: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = literal(text, Self.init(parsing:)) }
}

extension FlagValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(stringLiteral value: String) { self = .string(value) }
}
