import ConfigPolling

/// When a client asks, and whether it lets the server wait.
struct Rhythm: Sendable {
    private(set) var conditions = PollSchedule.Conditions(isForeground: true, isLowPower: false)
    /// Whether to ask now rather than when the pause is over.
    private(set) var isDue = true
    /// Whether an answer has come since the client was last told to be quick, without which it would not know for as
    /// long as the server waits.
    private var isAnswered = false
    /// How many answers that were waited for have not come since the last that did, although others may have: a cache
    /// on the way can answer for a server that is down.
    private var failedWaits = 0
    private var isWaiting = false
    private var schedule = PollSchedule()
    private var generator: any RandomNumberGenerator & Sendable
    /// Whether whoever is asked can hold an answer back.
    private let sourceAllowsWaiting: Bool
    /// Until when the server has asked to be left alone.
    private var quietUntil: Duration = .zero

    init(_ generator: any RandomNumberGenerator & Sendable, allowsWaiting: Bool) {
        self.generator = generator
        sourceAllowsWaiting = allowsWaiting
    }

    /// How many seconds the server may wait: short of the minute after which proxies give up.
    static let wait = 50

    /// For how long the server may wait with the next answer; nil: not at all.
    var wait: Int? { allowsWaiting && isAnswered ? Self.wait : nil }

    private var allowsWaiting: Bool { sourceAllowsWaiting && conditions.allowsWaiting }

    /// For how long the server is still to be left alone; nil: it is not.
    func quiet(_ uptime: Duration) -> Duration? { quietUntil > uptime ? quietUntil - uptime : nil }

    mutating func begin() {
        isDue = true
        isAnswered = false
        failedWaits = 0
    }

    /// - Returns: Whether anything is different.
    mutating func set(_ conditions: PollSchedule.Conditions) -> Bool {
        guard conditions != self.conditions else { return false }
        self.conditions = conditions
        if conditions.allowsWaiting { begin() }
        return true
    }

    /// Takes note of a poll that is about to be made.
    mutating func ask() {
        isDue = false
        isWaiting = wait != nil
    }

    /// Takes note of how a poll has ended.
    mutating func note(_ end: PollEnd, _ uptime: Duration) {
        schedule.note(end.event)
        switch end.result {
        case .success(let success):
            if isWaiting { failedWaits = 0 }
            // From a quick answer one goes on to wait, after one failure too: that is how every outage begins, and it
            // may be over.
            if allowsWaiting, !isAnswered, failedWaits < 2, !success.isMended { isDue = true }
            isAnswered = true
        case .failure:
            isAnswered = false
            if isWaiting { failedWaits += 1 }
            if case .failed(let retryAfter?) = end.event {
                quietUntil = uptime + min(retryAfter, PollSchedule.longestRetryAfter)
            }
        }
    }

    /// How long to pause, if nobody is in a hurry.
    mutating func pause(_ uptime: Duration) -> Duration {
        max(schedule.pause(conditions, using: &generator), quiet(uptime) ?? .zero)
    }

    /// Takes note that the pause is over.
    mutating func endPause() { isDue = true }
}
