package import Rollout

/// A timeline that keeps a widget fresh all week within the smallest budget.
package struct RefreshFix: Equatable, Sendable {
    /// nil: as it is.
    package let pattern: Timeline.Pattern?
    package let entries: Int
    /// nil for a single entry.
    package let spacingMinutes: Int?
    package let nextTimelineAfterMinutes: Int
    /// How many reloads a day may come from background and push together; nil: as many as there are.
    package let foreignReloadsPerDay: Int?

    /// The timeline that differs least: entries as far apart as now where that is allowed, and as few more as it takes.
    ///
    /// It has been tried: under the smallest budget, at night as by day, and with all of its jitter, it never stands
    /// still.
    ///
    /// - Parameter entriesLimit: The most entries whose pictures fit; 1 or more.
    /// - Returns: nil when there is none of at most a week.
    package static func fix(of plan: RefreshPlan, entriesLimit: Int = SystemFigures.entriesLimit)
        -> RefreshFix?
    {
        let budget = SystemFigures.budgets.lowerBound
        var plan = plan
        var foreign: Int?
        if plan.foreignReloadsPerDay > budget / 2 {
            // Half of the budget for what comes from elsewhere leaves as much to the timeline.
            foreign = budget / 2
            plan.backgroundReloadsPerDay = 0
            plan.pushReloadsPerDay = budget / 2
        }
        let pattern: Timeline.Pattern? = plan.policy == .never ? .timerWithAppReloads : nil
        var interval = max(plan.intervalMinutes ?? plan.freshMinutes ?? 0, leastInterval(of: plan, budget))
        while interval <= 10_080 {
            plan.fill(interval, entriesLimit: entriesLimit)
            if plan.staysFresh(within: budget) {
                return RefreshFix(
                    pattern: pattern,
                    entries: plan.entries,
                    spacingMinutes: plan.spacingMinutes,
                    nextTimelineAfterMinutes: plan.intervalMinutes ?? interval,
                    foreignReloadsPerDay: foreign
                )
            }
            interval = max(interval, plan.intervalMinutes ?? interval) + (plan.spacingMinutes ?? 5)
        }
        return nil
    }

    /// The interval at which the timeline's own reloads fit what the others leave of the budget.
    private static func leastInterval(of plan: RefreshPlan, _ budget: Int) -> Int {
        let left = max(1, budget - plan.foreignReloadsPerDay)
        return max(SystemFigures.leastSpacingMinutes, roundedUp(SystemFigures.windowMinutes, to: left) / left)
    }
}

extension RefreshFix {
    /// `6 entries 10 minutes apart, and the next timeline after 60 minutes`.
    package var words: String {
        var words = entries == 1 ? "1 entry" : "\(entries) entries"
        if let spacingMinutes { words += " \(spacingMinutes) minutes apart" }
        words += ", and the next timeline after \(nextTimelineAfterMinutes) minutes"
        if let pattern { words += ", by the pattern \(pattern.rawValue)" }
        if let foreignReloadsPerDay {
            words += ", with at most \(foreignReloadsPerDay) reloads a day by push and from the background"
        }
        return words
    }
}

extension RefreshPlan {
    /// Makes it a timeline whose entries last for an interval and its jitter.
    fileprivate mutating func fill(_ interval: Int, entriesLimit: Int) {
        guard let spacing = spacingMinutes else {
            policy = .after(minutes: roundedUp(interval, to: SystemFigures.leastSpacingMinutes))
            return
        }
        let lasting = interval + jitterMinutes
        let limit = min(max(1, entriesLimit), SystemFigures.entriesLimit)
        var step = max(spacing, SystemFigures.leastSpacingMinutes)
        if lasting > step * limit {
            // Fewer entries than it takes: they must be further apart, by a number that people would choose.
            step = roundedUp(roundedUp(lasting, to: limit) / limit, to: 5)
        }
        entries = roundedUp(lasting, to: step) / step
        spacingMinutes = entries == 1 ? nil : step
        policy = .after(minutes: max(interval, entries * step - jitterMinutes))
    }

    fileprivate func staysFresh(within budget: Int) -> Bool {
        var conditions = [SimulatedWeek.Conditions(budget: budget)]
        if jitterMinutes > 0 { conditions.append(.init(budget: budget, isLate: true)) }
        return conditions.allSatisfy { SimulatedWeek(self, $0).stillsOfWeek.isEmpty }
    }
}

/// The next multiple of a step; the number itself when it is one.
private func roundedUp(_ number: Int, to step: Int) -> Int { (number + step - 1) / step * step }
