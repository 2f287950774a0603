/// A flag as one app has it: everything that a decision needs, and nothing else.
public struct Flag: Hashable, Sendable {
    /// Whether a flag does anything.
    public enum Status: String, CaseIterable, Hashable, Sendable {
        /// Asks its rules and its rollout.
        case active
        /// Gives its default to everyone for now.
        case off
        /// Gives its default for good, for clients that still ask.
        case archived
    }

    /// When a client lets go of the value that a flag had.
    public enum Applies: String, CaseIterable, Hashable, Sendable {
        /// As soon as the client hears of another.
        case atOnce = "at-once"
        /// When the app is launched again, so that a screen does not change under a finger.
        ///
        /// A kill does not wait for that.
        case nextLaunch = "next-launch"
    }

    /// The flag gives more than its default only if another flag decides to a certain value.
    public struct Prerequisite: Hashable, Sendable {
        /// The flag that is waited for.
        public let flag: FlagKey
        /// What it must decide to.
        public let value: FlagValue

        /// A prerequisite out of its parts.
        public init(flag: FlagKey, value: FlagValue) {
            self.flag = flag
            self.value = value
        }
    }

    /// The most prerequisites a flag may have, and the most flags in a row that wait for each other: together they
    /// bound the work of one decision.
    public static let prerequisiteLimit = 4

    /// Its name within the app.
    public let key: FlagKey
    /// Whether it does anything.
    public let status: Status
    /// When a change of its value is to show.
    public let applies: Applies
    /// What it gives when nothing else answers.
    public let defaultValue: FlagValue
    /// In the order in which they are asked.
    public let prerequisites: [Prerequisite]
    /// In order of precedence.
    public let rules: [Rule]
    /// nil: none has been started.
    public let rollout: PhasedRollout?

    /// A flag out of its parts.
    ///
    /// - Precondition: The values of the rules and of the rollout are of the type of the default.
    public init(
        key: FlagKey,
        status: Status = .active,
        applies: Applies = .atOnce,
        defaultValue: FlagValue,
        prerequisites: [Prerequisite] = [],
        rules: [Rule] = [],
        rollout: PhasedRollout? = nil
    ) {
        self.key = key
        self.status = status
        self.applies = applies
        self.defaultValue = defaultValue
        self.prerequisites = prerequisites
        self.rules = rules
        self.rollout = rollout
    }

    /// The kind of all its values.
    public var type: FlagType { defaultValue.type }

    /// What the flag gives while it is killed: false, or the default of a flag that is no boolean.
    public var killedValue: FlagValue { type == .boolean ? .boolean(false) : defaultValue }
}
