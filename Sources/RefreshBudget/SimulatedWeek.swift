/// A week of one widget on one device, minute by minute.
///
/// The widget is added when the user gets up, a day before the week begins, so that what the system counts over
/// 24 hours has settled by then.
package struct SimulatedWeek: Equatable, Sendable {
    /// What the week is simulated under.
    package struct Conditions: Hashable, Sendable {
        /// Reloads that are granted in any 24 hours.
        package let budget: Int
        /// Whether the device stands in StandBy while its user is asleep.
        package let isInStandBy: Bool
        /// Whether each timeline is put off by all of its jitter, instead of by nothing.
        package let isLate: Bool

        package init(budget: Int, isInStandBy: Bool = false, isLate: Bool = false) {
            self.budget = budget
            self.isInStandBy = isInStandBy
            self.isLate = isLate
        }
    }

    /// What asked for a reload.
    package enum Cause: String, CaseIterable, Sendable {
        case timeline, foreground, background, push
    }

    /// A new timeline.
    package struct Reload: Equatable, Sendable {
        package let minute: Int
        package let cause: Cause
        /// Whether it was counted against the budget.
        package let isCounted: Bool
    }

    /// A stretch in which the last entry stays longer than it was meant to.
    package struct Still: Equatable, Sendable {
        /// Why nothing new comes.
        package enum Cause: String, CaseIterable, Sendable {
            /// A reload was asked for, and there was no budget for it.
            case budget
            /// The next timeline is not due yet.
            case gap
            /// Only the app would ask, and it is not used.
            case app
        }

        package let minutes: Range<Int>
        package let cause: Cause
    }

    package let conditions: Conditions
    /// From the first, a day before the week, in order.
    package let reloads: [Reload]
    /// The same for the stretches, which do not overlap.
    package let stills: [Still]

    /// The seven days that are reported.
    package static let span = UserDay.minutes..<8 * UserDay.minutes

    package init(_ plan: RefreshPlan, _ conditions: Conditions, day: UserDay = .usual) {
        var device = SimulatedDevice(plan: plan, conditions: conditions, day: day)
        for minute in day.wakesAt..<Self.span.upperBound { device.pass(minute) }
        device.end(at: Self.span.upperBound)
        self.conditions = conditions
        reloads = device.reloads
        stills = device.stills
    }
}

/// The device while time passes.
private struct SimulatedDevice {
    let plan: RefreshPlan
    let conditions: SimulatedWeek.Conditions
    let day: UserDay
    /// What asks besides the timeline, by minute of the day; of several in one minute the first here.
    private let asks: [Int: SimulatedWeek.Cause]
    private(set) var reloads: [SimulatedWeek.Reload] = []
    private(set) var stills: [SimulatedWeek.Still] = []
    /// When each reload that counts was, and how many of the first of them are too long ago to count still.
    private var counted: [Int] = []
    private var forgotten = 0
    /// When the timeline will ask; nil: never.
    private var due: Int?
    /// What has been asked for and not been granted, and since when.
    private var pending: (cause: SimulatedWeek.Cause, since: Int)?

    init(plan: RefreshPlan, conditions: SimulatedWeek.Conditions, day: UserDay) {
        self.plan = plan
        self.conditions = conditions
        self.day = day
        var asks: [Int: SimulatedWeek.Cause] = [:]
        for minute in UserDay.moments(plan.pushReloadsPerDay) { asks[minute] = .push }
        for minute in UserDay.moments(plan.backgroundReloadsPerDay) { asks[minute] = .background }
        // In the foreground a reload is free, and makes the others of that minute needless.
        for minute in day.awakeMoments(plan.foregroundReloadsPerDay) { asks[minute] = .foreground }
        self.asks = asks
        due = day.wakesAt
    }

    mutating func pass(_ minute: Int) {
        let ask = asks[minute % UserDay.minutes]
        if ask == .foreground { return reload(minute, .foreground, isCounted: false) }
        if pending == nil {
            if due == minute {
                pending = (.timeline, minute)
            } else if let ask {
                pending = (ask, minute)
            }
        }
        guard let pending else { return }
        if conditions.isInStandBy && day.isAsleep(at: minute) {
            let last = reloads.last?.minute ?? -SystemFigures.standByMinutes
            if minute >= last + SystemFigures.standByMinutes {
                reload(minute, pending.cause, isCounted: false)
            }
        } else if used(at: minute) < conditions.budget {
            counted.append(minute)
            reload(minute, pending.cause, isCounted: true)
        }
    }

    mutating func end(at minute: Int) { settle(until: minute) }

    /// How much of the budget is used up.
    private mutating func used(at minute: Int) -> Int {
        while forgotten < counted.count, counted[forgotten] <= minute - SystemFigures.windowMinutes {
            forgotten += 1
        }
        return counted.count - forgotten
    }

    private mutating func reload(_ minute: Int, _ cause: SimulatedWeek.Cause, isCounted: Bool) {
        settle(until: minute)
        reloads.append(SimulatedWeek.Reload(minute: minute, cause: cause, isCounted: isCounted))
        pending = nil
        due = nextDue(after: minute)
    }

    private func nextDue(after minute: Int) -> Int? {
        guard let interval = plan.intervalMinutes else { return nil }
        // A timeline that is over at once would ask in the same minute for ever.
        let least = max(1, interval)
        if conditions.isLate { return minute + least + plan.jitterMinutes }
        return plan.isOnTheClock ? (minute / least + 1) * least : minute + least
    }

    /// Records for how long, until now, the last timeline has been standing still.
    private mutating func settle(until minute: Int) {
        guard let last = reloads.last?.minute, let fresh = plan.freshMinutes else { return }
        let asked = min(minute, pending?.since ?? minute)
        let unasked: SimulatedWeek.Still.Cause = plan.intervalMinutes == nil ? .app : .gap
        for (start, end, cause) in [
            (last + fresh, asked, unasked), (max(last + fresh, asked), minute, .budget),
        ] where start < end {
            stills.append(SimulatedWeek.Still(minutes: start..<end, cause: cause))
        }
    }
}
