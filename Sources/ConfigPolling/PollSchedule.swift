/// When to ask next.
///
/// Many installations poll one server, so nothing here happens at the same time for all: every pause has a random
/// part.
package struct PollSchedule: Sendable {
    /// What is known of the device.
    package struct Conditions: Hashable, Sendable {
        /// The app is on the screen.
        package var isForeground: Bool
        /// The system asks apps to save energy.
        package var isLowPower: Bool

        package init(isForeground: Bool, isLowPower: Bool) {
            self.isForeground = isForeground
            self.isLowPower = isLowPower
        }

        /// Whether to hold a connection open so that changes arrive at once.
        package var allowsWaiting: Bool { isForeground && !isLowPower }

        /// By what pauses become longer.
        fileprivate var stretch: Double { (isForeground ? 1 : 15) * (isLowPower ? 4 : 1) }
    }

    /// How a poll ended.
    package enum Event: Equatable, Sendable {
        /// An answer that can be used, and for how many seconds it is fresh; nil: it does not say.
        case answered(freshSeconds: Int?)
        /// The server waited until there was something new, or for as long as it had granted.
        case waited
        /// No answer, or none that can be used; for how long the server asks to be left alone, nil: it does not say.
        case failed(retryAfter: Duration?)
    }

    /// The pause after an answer, before it is stretched, however fresh the answer says to be: from half a minute, so
    /// that no setting of the server wears a battery down, to an hour, so that none cuts the client off.
    package static let interval: ClosedRange<Duration> = .seconds(30) ... .seconds(3600)
    /// The pause after an answer that does not say how fresh it is.
    package static let defaultInterval: Duration = .seconds(300)
    /// The longest pause of all.
    package static let longest: Duration = .seconds(6 * 3600)
    /// What the pauses after failures double from, and up to what, before they are stretched.
    package static let backOff: ClosedRange<Duration> = .seconds(2) ... .seconds(300)
    /// The shortest pause after a failure.
    package static let shortestAfterFailure: Duration = .seconds(1)
    /// The most that a server can ask for with `Retry-After`: a slip of the hand is not to keep kills away for days.
    package static let longestRetryAfter: Duration = .seconds(3600)

    private var last = Event.answered(freshSeconds: nil)
    /// Failures since the last success.
    private var failures = 0

    package init() {}

    /// Takes note of how a poll ended.
    package mutating func note(_ event: Event) {
        last = event
        if case .failed = event { failures += 1 } else { failures = 0 }
    }

    /// The pause before the next poll, from the end of the last on; a random one each time.
    ///
    /// After an answer it is what that is fresh for, and up to a quarter more. After a failure it is random below a
    /// bound that doubles each time ("full jitter": Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog,
    /// 2015), but not less than the server has asked for.
    package func pause(_ conditions: Conditions, using generator: inout some RandomNumberGenerator)
        -> Duration
    {
        switch last {
        case .answered(let freshSeconds):
            let fresh = freshSeconds.map { Duration.seconds($0) } ?? Self.defaultInterval
            let interval = min(max(fresh, Self.interval.lowerBound), Self.interval.upperBound)
            return min(
                Self.longest,
                interval * (conditions.stretch * .random(in: 1..<1.25, using: &generator))
            )
        case .waited:
            // All who waited were answered together; they are not to ask together.
            return .seconds(1) * .random(in: 0..<1, using: &generator)
        case .failed(let retryAfter):
            // Beyond 2^20 the bound is far above any limit.
            let doubled = Self.backOff.lowerBound * Double(1 << min(failures - 1, 20))
            let bound = min(Self.longest, min(doubled, Self.backOff.upperBound) * conditions.stretch)
            let asked = min(retryAfter ?? .zero, Self.longestRetryAfter)
            let spread = asked * .random(in: 1..<1.1, using: &generator)
            return max(Self.shortestAfterFailure, spread, bound * .random(in: 0..<1, using: &generator))
        }
    }
}
