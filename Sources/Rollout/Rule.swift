/// Conditions on the context and the value that they give. Of several rules the first that matches wins.
public struct Rule: Hashable, Sendable {
    /// Unique within its flag; what a decision gives as its reason.
    public let name: String
    /// All of them must be met, and at most one is about each attribute, as in a document. Empty: matches everyone.
    public let conditions: [Condition]
    public let value: FlagValue

    public init(name: String, conditions: [Condition], value: FlagValue) {
        self.name = name
        self.conditions = conditions
        self.value = value
    }

    public func matches(_ context: Context) -> Bool {
        conditions.allSatisfy { $0.isMet(by: context) }
    }

    /// Whether every context that `other` matches is matched by this rule too, so that `other` behind it would
    /// never be reached.
    package func covers(_ other: Rule) -> Bool {
        conditions.allSatisfy { mine in other.conditions.contains { mine.isImplied(by: $0) } }
    }
}
