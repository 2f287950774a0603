/// A text or number that is not what it should be; says what it is, what is wrong and what would be right.
public struct InvalidValue: Error, Equatable, Sendable, CustomStringConvertible {
    /// The whole message.
    public let description: String

    package init(_ description: String) { self.description = description }
}
