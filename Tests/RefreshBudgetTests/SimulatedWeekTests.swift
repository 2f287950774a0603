import Definitions
import RefreshBudget
import Rollout
import Testing

@Suite("A simulated week")
struct SimulatedWeekTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let plan: RefreshPlan
        let conditions: SimulatedWeek.Conditions
        /// Of each of the seven days, all of which are alike.
        let reloads: Int
        let counted: Int
        /// Of those that count, in any 24 hours, the first day included.
        let most: Int
        let still: Int
        /// From and until, as the clock shows it.
        let longest: String
        /// Of all reloads, those between 23:00 and 07:00.
        let asleep: Int

        init(
            _ description: String,
            _ plan: RefreshPlan,
            budget: Int = 40,
            inStandBy: Bool = false,
            late: Bool = false,
            reloads: Int,
            counted: Int,
            most: Int? = nil,
            still: Int = 0,
            longest: String = "never",
            asleep: Int
        ) {
            testDescription = description
            self.plan = plan
            conditions = .init(budget: budget, isInStandBy: inStandBy, isLate: late)
            self.reloads = reloads
            self.counted = counted
            self.most = most ?? counted
            self.still = still
            self.longest = longest
            self.asleep = asleep
        }
    }

    /// Each by hand, from 07:00 on, when the widget is added.
    static let days = [
        // 07, 10, 13, 16, 19, 22, 01, 04 h; 01 and 04 are at night.
        Case(
            "six entries half an hour apart",
            .plan(entries: 6, spacing: 30, every: 180),
            reloads: 8,
            counted: 8,
            asleep: 2
        ),
        // 40 x 15 min = 10 h: the last at 16:45, fresh until 17:00; the first leaves the window at 07:00.
        Case(
            "every quarter of an hour, 40 a day",
            .plan(every: 15),
            reloads: 40,
            counted: 40,
            still: 840,
            longest: "17:00 07:00",
            asleep: 0
        ),
        // 70 x 15 min = 17 h 30 min: fresh until 00:30; reloads at 23:00 to 00:15 are at night, six of them.
        Case(
            "every quarter of an hour, 70 a day",
            .plan(every: 15),
            budget: 70,
            reloads: 70,
            counted: 70,
            still: 390,
            longest: "00:30 07:00",
            asleep: 6
        ),
        // 40 x 28 min = 18 h 40 min: fresh until 01:40. The reloads at 07:00 + 28 k min from 23:00 (960 min) on are
        // those with k = 35 (980 min) to 39: five.
        Case(
            "every 28 minutes",
            .plan(every: 28),
            reloads: 40,
            counted: 40,
            still: 320,
            longest: "01:40 07:00",
            asleep: 5
        ),
        // 40 x 36 min = 24 h exactly. From 960 min on: k = 27 (972 min) to 39.
        Case("every 36 minutes, which just fits", .plan(every: 36), reloads: 40, counted: 40, asleep: 13),
        // 40 x 35 min = 23 h 20 min. From 960 min on: k = 28 (980 min) to 39.
        Case(
            "every 35 minutes, which just does not fit",
            .plan(every: 35),
            reloads: 40,
            counted: 40,
            still: 40,
            longest: "06:20 07:00",
            asleep: 12
        ),
        // 30 minutes of each three hours are fresh; the day's last timeline begins at 04:00.
        Case(
            "entries that run out long before the next timeline",
            .plan(entries: 6, spacing: 5, every: 180),
            reloads: 8,
            counted: 8,
            still: 8 * 150,
            longest: "01:30 04:00",
            asleep: 2
        ),
        // In the middle of 16 waking hours, 15:00; three hours later it is over.
        Case(
            "only the app asks, once a day",
            .plan(entries: 6, spacing: 30, foreground: 1),
            reloads: 1,
            counted: 0,
            // When it was added.
            most: 1,
            still: 21 * 60,
            longest: "18:00 15:00",
            asleep: 0
        ),
        Case("a single entry for ever", .plan(), reloads: 0, counted: 0, most: 1, asleep: 0),
        // Pushes at 06:00 and 18:00, twelve hours apart as the timer is.
        // On the first day 07:00 is a third.
        Case(
            "pushes that make the timer needless",
            .plan(every: 720, pushes: 2),
            reloads: 2,
            counted: 2,
            most: 3,
            asleep: 1
        ),
        // 00, 03, 06, ... 21 h, not three hours after 07:00; 00, 03 and 06 are at night.
        Case(
            "on the clock",
            .plan(entries: 6, spacing: 30, every: 180, onTheClock: true),
            reloads: 8,
            counted: 8,
            // 07:00, when it was added, and eight more until 06:00.
            most: 9,
            asleep: 3
        ),
        // 16 hours by day count, 8 at night do not.
        Case(
            "every hour, with nights in StandBy",
            .plan(entries: 2, spacing: 30, every: 60),
            inStandBy: true,
            reloads: 24,
            counted: 16,
            asleep: 8
        ),
        // By day 70 x 10 min until 18:40, nothing until 23:00 (260 min); then every 15 min, of which 5 are stale:
        // 32 x 5 = 160 min.
        Case(
            "every ten minutes, with nights in StandBy, which reloads every 15 at most",
            .plan(every: 10),
            budget: 70,
            inStandBy: true,
            reloads: 102,
            counted: 70,
            still: 420,
            longest: "18:40 23:00",
            asleep: 32
        ),
        // 72 min each: 07:00 + 72 k, 20 a day; from 960 min on k = 14 (1008 min) to 19.
        Case(
            "as late as the jitter allows, with entries that last",
            .plan(entries: 3, spacing: 30, every: 60, jitter: 12),
            late: true,
            reloads: 20,
            counted: 20,
            asleep: 6
        ),
    ]

    @Test("is as counted by hand", arguments: days)
    func day(_ expected: Case) {
        let week = SimulatedWeek(expected.plan, expected.conditions)
        #expect(week.reloadsPerDay == Double(expected.reloads))
        #expect(week.countedPerDay == Double(expected.counted))
        #expect(week.mostCounted == expected.most)
        #expect(week.stillMinutesByDay == Array(repeating: expected.still, count: 7))
        let longest = week.longestStill.map {
            "\(UserDay.clock($0.lowerBound)) \(UserDay.clock($0.upperBound))"
        }
        #expect(longest ?? "never" == expected.longest)
        #expect(
            week.asleepShare()
                == (expected.reloads == 0 ? 0 : Double(expected.asleep) / Double(expected.reloads))
        )
    }

    @Test("a timeline that is late by more than its entries last stands still each time, for as long")
    func late() {
        let plan = RefreshPlan.plan(entries: 2, spacing: 30, every: 60, jitter: 15)
        #expect(SimulatedWeek(plan, .init(budget: 40)).stillsOfWeek.isEmpty)
        let week = SimulatedWeek(plan, .init(budget: 40, isLate: true))
        #expect(week.stillsOfWeek.allSatisfy { $0.cause == .gap && $0.minutes.count == 15 })
        // 7 days of 1440 min in steps of 75.
        #expect((134...135).contains(week.reloadsOfWeek.count))
    }

    @Test("says why it stands still")
    func causes() {
        func causes(_ plan: RefreshPlan) -> Set<SimulatedWeek.Still.Cause> {
            Set(SimulatedWeek(plan, .init(budget: 40)).stillsOfWeek.map(\.cause))
        }
        #expect(causes(.plan(every: 15)) == [.budget])
        #expect(causes(.plan(entries: 6, spacing: 5, every: 180)) == [.gap])
        #expect(causes(.plan(entries: 6, spacing: 30, foreground: 4)) == [.app])
        #expect(causes(.plan(entries: 2, spacing: 5, every: 15)) == [.budget, .gap])
    }

    @Test("what asks in the foreground is free, and what asks in vain is granted as soon as there is budget")
    func askers() {
        // 48 pushes a day, every half hour from 00:15 on: 40 from 07:00 on, then none until 07:00 frees the first.
        let week = SimulatedWeek(.plan(foreground: 3, pushes: 48), .init(budget: 40))
        let day = week.reloadsOfWeek.filter { $0.minute < 2 * UserDay.minutes }
        #expect(day.filter(\.isCounted).count == 40)
        #expect(day.filter { !$0.isCounted }.map { UserDay.clock($0.minute) } == ["09:40", "15:00", "20:20"])
        #expect(day.filter { !$0.isCounted }.allSatisfy { $0.cause == .foreground })
    }

    @Test("the policy is read off the timeline")
    func policies() throws {
        func policy(_ timeline: String) throws -> RefreshPlan.Policy {
            let profile = try Sample(timeline: timeline).profile
            return RefreshPlan(profile.widget.timeline, profile.refresh).policy
        }
        let six = #""entries": 6, "entrySpacingMinutes": 30"#
        #expect(
            try policy("{\"pattern\": \"timer\", \(six), \"nextTimelineAfterMinutes\": 180}")
                == .after(minutes: 180)
        )
        #expect(try policy("{\"pattern\": \"timer\", \(six), \"nextTimelineAfterMinutes\": 150}") == .atEnd)
        #expect(try policy("{\"pattern\": \"appDriven\", \(six), \"reloadsOn\": [\"a\"]}") == .never)
        #expect(try policy(#"{"pattern": "static", "entries": 1}"#) == .never)
    }
}
