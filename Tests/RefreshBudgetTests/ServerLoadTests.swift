import RefreshBudget
import StrictJSON
import Testing
import TestSupport

@Suite("What the server must answer")
struct ServerLoadTests {
    private func load(_ plan: RefreshPlan, _ installations: Int = 1_000_000) -> ServerLoad {
        ServerLoad(plan, SimulatedWeek(plan, .init(budget: 40)), installations: installations)
    }

    private static let everyThreeHours = RefreshPlan.plan(entries: 6, spacing: 30, every: 180)

    @Test(
        "is the reloads of a day spread over it",
        arguments: [
            // 8 x 1,000,000 / 86,400 = 92.59
            (everyThreeHours, 1_000_000, 92.59), (everyThreeHours, 100_000_000, 9259.26),
            // 40 are granted, whatever is asked for.
            (.plan(every: 15), 86_400, 40), (.plan(), 1_000_000, 0),
        ] as [(RefreshPlan, Int, Double)]
    )
    func mean(_ plan: RefreshPlan, _ installations: Int, _ perSecond: Double) {
        let load = load(plan, installations)
        #expect(abs(load.meanPerSecond - perSecond) < 0.01)
        #expect(load.peakPerSecond == load.meanPerSecond)
        #expect(load.advisedJitterMinutes == nil)
    }

    @Test(
        "comes at once when timelines are due on the clock, and over as much time as the jitter gives it",
        arguments: [
            (0, 1), (1, 60), (10, 600), (90, 5400), (180, 10_800),
            // More than the interval is no better: then the next spike begins.
            (360, 10_800),
        ]
    )
    func clock(_ jitter: Int, _ seconds: Int) {
        var plan = Self.everyThreeHours
        plan.isOnTheClock = true
        plan.jitterMinutes = jitter
        let load = load(plan)
        #expect(abs(load.peakPerSecond - 1_000_000 / Double(seconds)) < 1e-6)
        #expect(load.spikes.map(\.withoutJitter) == [1_000_000])
        #expect(load.spikes.map(\.everyMinutes) == [180])
        // Half of the interval makes the spike twice the mean of a timer: 2 x 1,000,000 / 10,800.
        #expect(load.advisedJitterMinutes == (jitter < 90 ? 90 : nil))
        if let advised = load.advisedPerSecond { #expect(abs(advised - 1_000_000 / 5400) < 1e-6) }
    }

    @Test("comes at once with every push")
    func push() {
        let load = load(.plan(entries: 6, spacing: 30, every: 180, pushes: 3))
        #expect(load.spikes.map(\.cause) == [.push])
        #expect(load.spikes.map(\.everyMinutes) == [480])
        #expect(load.peakPerSecond == 1_000_000)
    }

    @Test("peaks as a simulation of single installations does", arguments: [1, 2, 5, 10])
    func simulated(_ jitter: Int) throws {
        // 600,000 installations draw their delays; the busiest second is some standard deviations above the mean.
        let script = """
            import random
            draw = random.Random(request["seed"])
            seconds = [0] * (request["jitter"] * 60)
            for _ in range(request["count"]):
                seconds[int(draw.random() * len(seconds))] += 1
            answer = [sum(seconds) / len(seconds), max(seconds)]
            """
        var generator = SeededGenerator()
        let seed = Int64.random(in: 0...1_000_000, using: &generator)
        let answer = try Python.answer(
            to: ["seed": .integer(seed), "jitter": .integer(Int64(jitter)), "count": 600_000],
            script
        )
        guard case .array(let numbers) = answer, case .number(let mean) = numbers[0],
            case .integer(let most) = numbers[1]
        else {
            Issue.record("\(answer)")
            return
        }
        var plan = Self.everyThreeHours
        plan.isOnTheClock = true
        plan.jitterMinutes = jitter
        let peak = load(plan, 600_000).peakPerSecond
        #expect(abs(peak - mean) < 1e-6, "\(generator)")
        #expect(Double(most) < peak + 7 * peak.squareRoot(), "\(generator)")
    }
}
