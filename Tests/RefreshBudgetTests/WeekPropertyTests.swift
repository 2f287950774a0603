import RefreshBudget
import Testing
import TestSupport

@Suite("Weeks of any widget")
struct WeekPropertyTests {
    static func plan(_ generator: inout SeededGenerator) -> RefreshPlan {
        let entries = Int.random(in: 1...12, using: &generator)
        return .plan(
            entries: entries,
            spacing: entries == 1 ? nil : .random(in: 1...60, using: &generator),
            every: Bool.random(using: &generator) || entries == 1
                ? .random(in: 1...400, using: &generator) : nil,
            onTheClock: .random(using: &generator),
            jitter: Bool.random(using: &generator) ? .random(in: 1...60, using: &generator) : 0,
            foreground: Bool.random(using: &generator) ? .random(in: 0...30, using: &generator) : 0,
            background: Bool.random(using: &generator) ? .random(in: 0...50, using: &generator) : 0,
            pushes: Bool.random(using: &generator) ? .random(in: 0...50, using: &generator) : 0
        )
    }

    /// Any plan that a timer alone renews.
    static func timer(_ generator: inout SeededGenerator) -> RefreshPlan {
        let entries = Int.random(in: 2...12, using: &generator)
        return .plan(
            entries: entries,
            spacing: .random(in: 1...60, using: &generator),
            every: .random(in: 1...400, using: &generator)
        )
    }

    @Test("are to the minute those of an independent program")
    func oracle() throws {
        var generator = SeededGenerator()
        let cases = (0..<300).map { _ in
            (
                Self.plan(&generator),
                SimulatedWeek.Conditions(
                    budget: .random(in: 1...80, using: &generator),
                    isInStandBy: .random(using: &generator),
                    isLate: .random(using: &generator)
                )
            )
        }
        let wanted = try WeekOracle.weeks(cases)
        #expect(wanted.count == cases.count)
        for (index, (plan, conditions)) in cases.enumerated() {
            let week = SimulatedWeek(plan, conditions).oracleForm
            // Not the weeks themselves, which fill pages.
            let difference = week.firstDifference(from: wanted[index])
            #expect(difference == nil, "\(generator), case \(index): \(plan), \(conditions)")
        }
    }

    @Test(
        "have at most as many reloads in any 24 hours as the budget, and are fresh for no longer than they last"
    )
    func limits() {
        var generator = SeededGenerator()
        for _ in 0..<40 {
            let plan = Self.plan(&generator)
            let budget = Int.random(in: 1...80, using: &generator)
            let week = SimulatedWeek(plan, .init(budget: budget))
            let counted = week.reloads.filter(\.isCounted).map(\.minute)
            for (index, minute) in counted.enumerated() where index >= budget {
                #expect(minute - counted[index - budget] >= 1440, "\(generator): \(plan), \(budget)")
            }
            guard let fresh = plan.freshMinutes else { continue }
            let still = week.stills.reduce(0) { $0 + $1.minutes.count }
            let lived = SimulatedWeek.span.upperBound - UserDay.usual.wakesAt
            #expect(lived - still <= week.reloads.count * fresh, "\(generator): \(plan), \(budget)")
        }
    }

    @Test("of a timer never stand still longer with a larger budget")
    func largerBudget() {
        var generator = SeededGenerator()
        for _ in 0..<30 {
            let plan = Self.timer(&generator)
            let budget = Int.random(in: 1...70, using: &generator)
            func still(_ budget: Int) -> Int {
                SimulatedWeek(plan, .init(budget: budget)).stills.reduce(0) { $0 + $1.minutes.count }
            }
            #expect(still(budget + 1) <= still(budget), "\(generator): \(plan), \(budget)")
        }
    }

    @Test("of a timer need no more reloads with more entries, each of which shows")
    func moreEntries() {
        var generator = SeededGenerator()
        for _ in 0..<30 {
            var plan = Self.timer(&generator)
            let spacing = plan.spacingMinutes ?? 1
            plan.policy = .after(minutes: plan.entries * spacing)
            var longer = plan
            longer.entries += 1
            longer.policy = .after(minutes: longer.entries * spacing)
            let (week, next) = (
                SimulatedWeek(plan, .init(budget: 40)), SimulatedWeek(longer, .init(budget: 40))
            )
            #expect(next.reloads.count <= week.reloads.count, "\(generator): \(plan)")
            let still = [week, next].map { $0.stills.reduce(0) { $0 + $1.minutes.count } }
            #expect(still[1] <= still[0], "\(generator): \(plan)")
        }
    }

    @Test("never stand still with the fix, by another program too")
    func fixes() throws {
        var generator = SeededGenerator()
        var cases: [(RefreshPlan, SimulatedWeek.Conditions)] = []
        for _ in 0..<30 {
            let plan = Self.plan(&generator)
            let limit = Int.random(in: 1...50, using: &generator)
            guard let fix = RefreshFix.fix(of: plan, entriesLimit: limit) else {
                Issue.record("\(generator): no fix for \(plan)")
                continue
            }
            #expect(fix.entries <= limit, "\(generator): \(plan)")
            #expect(fix.spacingMinutes ?? 5 >= 5, "\(generator): \(plan)")
            var fixed = plan
            fixed.entries = fix.entries
            fixed.spacingMinutes = fix.spacingMinutes
            fixed.policy = .after(minutes: fix.nextTimelineAfterMinutes)
            if let foreign = fix.foreignReloadsPerDay {
                fixed.backgroundReloadsPerDay = 0
                fixed.pushReloadsPerDay = foreign
            }
            #expect(fixed.unseenEntries == 0, "\(generator): \(plan)")
            cases.append((fixed, .init(budget: 40)))
            cases.append((fixed, .init(budget: 40, isLate: true)))
        }
        for (index, week) in try WeekOracle.weeks(cases).enumerated() {
            #expect(week.stills.first == nil, "\(generator): \(cases[index])")
        }
    }
}
