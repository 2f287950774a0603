import AdminProtocol

/// The counts of the last while.
struct TrafficHistory {
    private typealias Reading = (moment: ContinuousClock.Instant, traffic: Traffic)

    /// Over less, the rate of few clients would jump up and down.
    private static let window: Duration = .seconds(10)

    private var readings: [Reading] = []

    /// The last counts; nil: there are none.
    var last: Traffic? { readings.last?.traffic }

    /// - Parameter moment: When it was read, later than all before.
    mutating func add(_ traffic: Traffic, at moment: ContinuousClock.Instant) {
        // A server that counts from the start again is another one.
        if let last, traffic.polls < last.polls || traffic.notModified < last.notModified { readings = [] }
        readings.append((moment, traffic))
        // One that is older than the window remains, so that it is covered whole.
        while readings.count > 2, readings[1].moment.duration(to: moment) >= Self.window {
            readings.removeFirst()
        }
    }

    /// What was counted before is no measure for what comes after a time without an answer.
    mutating func forget() { readings = [] }

    /// Over the last while; nil while there is only one reading.
    var rate: PollRate? {
        guard let first = readings.first, let last = readings.last else { return nil }
        let seconds = first.moment.duration(to: last.moment) / .seconds(1)
        guard seconds > 0 else { return nil }
        let polls = Double(last.traffic.polls - first.traffic.polls)
        let notModified = Double(last.traffic.notModified - first.traffic.notModified)
        return PollRate(
            perSecond: polls / seconds,
            // Answers are counted while they are read, so that one may be ahead of the other.
            notModifiedShare: polls > 0 ? min(1, notModified / polls) : nil
        )
    }
}
