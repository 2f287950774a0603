/// What the reloads of all installations ask of the server, when each polls once.
///
/// A reload that many installations make at one instant arrives within a second, unless it is spread.
package struct ServerLoad: Equatable, Sendable {
    /// Many installations at once, and how often.
    package struct Spike: Equatable, Sendable {
        package enum Cause: String, Sendable {
            /// The next timeline is due at the same instant everywhere.
            case clock
            /// A push goes to all at once.
            case push
        }

        package let cause: Cause
        /// How often it comes.
        package let everyMinutes: Double
        /// Requests a second while it lasts, without jitter.
        package let withoutJitter: Double
        /// The same with the jitter that is declared; equal when there is none.
        package let perSecond: Double
    }

    package let installations: Int
    /// Reloads of one widget a day, on average.
    package let reloadsPerDay: Double
    package let spikes: [Spike]
    /// The jitter with which no spike of the clock is more than twice the mean; nil when none is needed.
    package let advisedJitterMinutes: Int?
    /// Requests a second in a spike with that jitter.
    package let advisedPerSecond: Double?

    /// Requests a second, on average.
    package var meanPerSecond: Double { Double(installations) * reloadsPerDay / 86_400 }

    /// Requests a second at the worst moment.
    package var peakPerSecond: Double { spikes.map(\.perSecond).max() ?? meanPerSecond }

    /// - Parameters:
    ///   - week: What one device does.
    ///   - installations: How many there are; each has the widget once.
    package init(_ plan: RefreshPlan, _ week: SimulatedWeek, installations: Int) {
        self.installations = installations
        reloadsPerDay = week.reloadsPerDay
        var spikes: [Spike] = []
        var advised: Int?
        if plan.isOnTheClock, let interval = plan.intervalMinutes {
            spikes.append(
                Spike(
                    cause: .clock,
                    everyMinutes: Double(interval),
                    withoutJitter: Double(installations),
                    perSecond: Self.perSecond(installations, spreadOver: min(plan.jitterMinutes, interval))
                )
            )
            // Spread over all of the interval it would be the mean, over half of it twice that.
            let half = (interval + 1) / 2
            if plan.jitterMinutes < half { advised = half }
        }
        if plan.pushReloadsPerDay > 0 {
            spikes.append(
                Spike(
                    cause: .push,
                    everyMinutes: Double(UserDay.minutes) / Double(plan.pushReloadsPerDay),
                    withoutJitter: Double(installations),
                    perSecond: Double(installations)
                )
            )
        }
        self.spikes = spikes
        advisedJitterMinutes = advised
        advisedPerSecond = advised.map { Self.perSecond(installations, spreadOver: $0) }
    }

    private static func perSecond(_ installations: Int, spreadOver minutes: Int) -> Double {
        Double(installations) / Double(max(1, minutes * 60))
    }
}
