/// A share of installations that grows by stages and gets a value of its own.
public struct PhasedRollout: Hashable, Sendable {
    /// What enrolled installations get.
    public let value: FlagValue
    /// In order of time; of several at one moment the largest is last, and holds.
    ///
    /// Before the first, and when empty, nobody is enrolled.
    public let stages: [Stage]
    let salt: BucketSalt

    /// What decides who is enrolled; survives pause, resume and restart, so that the same installations come first.
    public var saltText: String { salt.text }

    /// A rollout out of its parts; the stages may come in any order.
    public init(value: FlagValue, salt: String, stages: [Stage]) {
        self.value = value
        self.salt = BucketSalt(salt)
        self.stages = stages.sorted { ($0.from, $0.percent) < ($1.from, $1.percent) }
    }

    /// The share at a moment.
    public func percent(at now: Instant) -> Percent {
        stages.last { $0.from <= now }?.percent ?? .none
    }

    /// The stage that comes next after a moment; nil when the last has begun.
    public func nextStage(after now: Instant) -> Stage? {
        stages.first { $0.from > now }
    }
}

extension PhasedRollout {
    /// Whether an installation gets the rollout's value.
    ///
    /// Without an ID only a share of 100 percent holds it.
    func enrols(_ installation: String?, at now: Instant) -> Bool {
        let percent = percent(at: now)
        // Nobody and everybody need no hash.
        if percent == .none { return false }
        if percent == .all { return true }
        guard let installation else { return false }
        return salt.bucket(of: installation).value < percent.buckets
    }
}
