/// What a flag gives to one caller, and why.
public struct Decision: Hashable, Sendable {
    /// What the flag gives.
    public let value: FlagValue
    /// Why it gives that.
    public let reason: Reason

    package init(value: FlagValue, reason: Reason) {
        self.value = value
        self.reason = reason
    }

    /// The layer that answered.
    public enum Reason: Hashable, Sendable {
        /// A kill, named by its revision.
        case killed(revision: Int64)
        /// The flag is off or archived.
        case disabled
        /// This flag does not have the wanted value.
        case prerequisite(FlagKey)
        /// The rule of that name.
        case rule(String)
        /// The installation is in the share.
        case rollout
        /// There is a rollout, and the installation is not in the share.
        case rolloutExcluded
        /// Nothing else answered.
        case `default`
    }

    /// Which of the flag's values this is: the rule's name, `rollout`, `killed` or `default`.
    public var variant: String {
        switch reason {
        case .killed: "killed"
        case .rule(let name): name
        case .rollout: "rollout"
        case .disabled, .prerequisite, .rolloutExcluded, .default: "default"
        }
    }
}

extension Decision.Reason: CustomStringConvertible {
    /// The reason's name on the wire: `killed`, `disabled`, `prerequisite`, `rule`, `rollout`, `rollout-excluded`,
    /// `default`.
    public var description: String {
        switch self {
        case .killed: "killed"
        case .disabled: "disabled"
        case .prerequisite: "prerequisite"
        case .rule: "rule"
        case .rollout: "rollout"
        case .rolloutExcluded: "rollout-excluded"
        case .default: "default"
        }
    }
}
