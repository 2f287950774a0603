public import StrictJSON

/// What kind of values a flag has.
public enum FlagType: String, CaseIterable, Hashable, Sendable {
    case boolean, integer, number, string, json
}

/// A value of a flag.
public enum FlagValue: Hashable, Sendable {
    case boolean(Bool)
    case integer(Int64)
    /// Always finite.
    case number(Double)
    case string(String)
    case json(JSON)

    /// The kind of the value.
    public var type: FlagType {
        switch self {
        case .boolean: .boolean
        case .integer: .integer
        case .number: .number
        case .string: .string
        case .json: .json
        }
    }

    /// The value as JSON.
    public var json: JSON {
        switch self {
        case .boolean(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .json(let value): value
        }
    }

    /// The value of a boolean flag; nil for one of another type.
    public var booleanValue: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The value of an integer flag; nil for one of another type.
    public var integerValue: Int64? { if case .integer(let value) = self { value } else { nil } }

    /// The value of a number flag, always finite; nil for one of another type.
    public var numberValue: Double? { if case .number(let value) = self { value } else { nil } }

    /// The value of a string flag; nil for one of another type.
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

    /// The value of a json flag; nil for one of another type.
    public var jsonValue: JSON? { if case .json(let value) = self { value } else { nil } }

    /// The most levels of arrays and objects in a value of type `json`.
    ///
    /// Well below what the parser takes, so that a bundle, in which the value stands deeper than in its definition,
    /// can still be read.
    static let depthLimit = 32

    /// - Throws: ``InvalidValue`` when the JSON value is not of that type, or nested too deep. A `number` takes
    ///   integers too.
    public init(_ json: JSON, type: FlagType) throws(InvalidValue) {
        guard json.isNested(atMost: Self.depthLimit) else {
            throw InvalidValue("a value nested deeper than \(Self.depthLimit) levels")
        }
        switch (type, json) {
        case (.boolean, .bool(let value)): self = .boolean(value)
        case (.integer, .integer(let value)): self = .integer(value)
        case (.number, .number(let value)): self = .number(value)
        case (.number, .integer(let value)): self = .number(Double(value))
        case (.string, .string(let value)): self = .string(value)
        case (.json, _): self = .json(json)
        default:
            throw InvalidValue("\(json.text) is \(json.kindName), and the flag is of type \(type.rawValue)")
        }
    }
}

extension JSON {
    fileprivate func isNested(atMost levels: Int) -> Bool {
        switch self {
        case .array(let elements): levels > 0 && elements.allSatisfy { $0.isNested(atMost: levels - 1) }
        case .object(let members): levels > 0 && members.values.allSatisfy { $0.isNested(atMost: levels - 1) }
        default: true
        }
    }
}

extension FlagValue: CustomStringConvertible {
    /// As JSON text.
    public var description: String { json.text }
}
