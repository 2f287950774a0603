/// The value of an attribute of the app's own.
public enum AttributeValue: Hashable, Sendable, CustomStringConvertible {
    case string(String)
    case boolean(Bool)
    case number(Double)

    /// The value alone.
    public var description: String {
        switch self {
        case .string(let value): value
        case .boolean(let value): "\(value)"
        case .number(let value): "\(value)"
        }
    }
}
