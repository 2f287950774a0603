/// Conditions on the context and the value that they give.
///
/// Of several rules the first that matches wins.
public struct Rule: Hashable, Sendable {
    /// Unique within its flag; what a decision gives as its reason.
    public let name: String
    /// What must hold of the context, all of it; empty: the rule matches everyone.
    ///
    /// At most one is about each attribute, as in a document.
    public let conditions: [Condition]
    /// What the flag gives where the rule matches.
    public let value: FlagValue

    /// A rule out of its parts.
    public init(name: String, conditions: [Condition], value: FlagValue) {
        self.name = name
        self.conditions = conditions
        self.value = value
    }

    /// Whether all conditions are met.
    public func matches(_ context: Context) -> Bool {
        conditions.allSatisfy { $0.isMet(by: context) }
    }

    /// Whether every context that `other` matches is matched by this rule too, so that `other` behind it would
    /// never be reached.
    package func covers(_ other: Rule) -> Bool {
        conditions.allSatisfy { mine in other.conditions.contains { mine.isImplied(by: $0) } }
    }
}
