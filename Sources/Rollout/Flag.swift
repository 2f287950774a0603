/// A flag as one app has it: everything that a decision needs, and nothing else.
public struct Flag: Hashable, Sendable {
    public enum Status: String, CaseIterable, Hashable, Sendable {
        case active
        /// Gives its default to everyone for now.
        case off
        /// Gives its default for good, for clients that still ask.
        case archived
    }

    /// The flag gives more than its default only if another flag decides to a certain value.
    public struct Prerequisite: Hashable, Sendable {
        public let flag: FlagKey
        public let value: FlagValue

        public init(flag: FlagKey, value: FlagValue) {
            self.flag = flag
            self.value = value
        }
    }

    /// The most prerequisites a flag may have, and the most flags in a row that wait for each other: together they
    /// bound the work of one decision.
    public static let prerequisiteLimit = 4

    public let key: FlagKey
    public let status: Status
    public let defaultValue: FlagValue
    public let prerequisites: [Prerequisite]
    /// In order of precedence.
    public let rules: [Rule]
    /// nil: none has been started.
    public let rollout: PhasedRollout?

    public init(
        key: FlagKey,
        status: Status = .active,
        defaultValue: FlagValue,
        prerequisites: [Prerequisite] = [],
        rules: [Rule] = [],
        rollout: PhasedRollout? = nil
    ) {
        self.key = key
        self.status = status
        self.defaultValue = defaultValue
        self.prerequisites = prerequisites
        self.rules = rules
        self.rollout = rollout
    }

    public var type: FlagType { defaultValue.type }

    /// What the flag gives while it is killed: false, or the default of a flag that is no boolean.
    public var killedValue: FlagValue { type == .boolean ? .boolean(false) : defaultValue }
}
