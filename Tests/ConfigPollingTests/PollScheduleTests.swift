import TestSupport
import Testing

@testable import ConfigPolling

@Suite("The pause before the next poll") struct PollScheduleTests {
    private typealias Conditions = PollSchedule.Conditions

    private static let foreground = Conditions(isForeground: true, isLowPower: false)

    /// The shortest and the longest of many pauses after the same events.
    private func pauses(
        after events: [PollSchedule.Event],
        _ conditions: PollSchedule.Conditions = foreground,
        using generator: inout SeededGenerator
    ) -> ClosedRange<Double> {
        let pauses = (0..<2_000).map { _ -> Double in
            var schedule = PollSchedule()
            for event in events { schedule.note(event) }
            let pause = schedule.pause(conditions, using: &generator)
            return Double(pause.milliseconds) / 1_000
        }
        return (pauses.min() ?? 0)...(pauses.max() ?? 0)
    }

    @Test(
        "is what the answer is fresh for and up to a quarter more, between half a minute and an hour",
        arguments: [
            (60, 60), (nil, 300), (0, 30), (29, 30), (31, 31), (3_600, 3_600), (.max, 3_600),
        ] as [(Int?, Double)]
    )
    func fresh(_ seconds: Int?, _ base: Double) {
        var generator = SeededGenerator()
        let range = pauses(after: [.answered(freshSeconds: seconds)], using: &generator)
        #expect(range.lowerBound >= base && range.lowerBound < base * 1.01, "\(generator)")
        #expect(range.upperBound < base * 1.25 && range.upperBound > base * 1.24, "\(generator)")
    }

    @Test(
        "is longer in the background and when energy is to be saved, up to six hours",
        arguments: [
            (true, true, 60, 240), (false, false, 60, 900), (false, true, 60, 3_600),
            (false, true, 600, 21_600),
        ] as [(Bool, Bool, Int, Double)]
    )
    func stretched(_ isForeground: Bool, _ isLowPower: Bool, _ seconds: Int, _ base: Double) {
        var generator = SeededGenerator()
        let conditions = Conditions(isForeground: isForeground, isLowPower: isLowPower)
        let range = pauses(after: [.answered(freshSeconds: seconds)], conditions, using: &generator)
        #expect(range.lowerBound >= base && range.upperBound <= min(base * 1.25, 21_600), "\(generator)")
    }

    @Test("is less than a second after a wait, different for each")
    func waited() {
        var generator = SeededGenerator()
        let range = pauses(after: [.waited], using: &generator)
        #expect(range.lowerBound < 0.05 && range.upperBound > 0.95 && range.upperBound < 1, "\(generator)")
    }

    @Test(
        "doubles its bound with each failure, from two seconds to five minutes",
        arguments: [(1, 2), (2, 4), (3, 8), (7, 128), (8, 256), (9, 300), (100, 300)] as [(Int, Double)]
    )
    func backOff(_ failures: Int, _ bound: Double) {
        var generator = SeededGenerator()
        let events = Array(repeating: PollSchedule.Event.failed(retryAfter: nil), count: failures)
        let range = pauses(after: events, using: &generator)
        #expect(range.lowerBound >= 1 && range.lowerBound <= max(1, bound * 0.05), "\(generator)")
        #expect(range.upperBound < bound && range.upperBound > bound * 0.95, "\(generator)")
    }

    @Test(
        "begins anew after a success",
        arguments: [.waited, .answered(freshSeconds: 60)] as [PollSchedule.Event]
    )
    func recovery(_ success: PollSchedule.Event) {
        var generator = SeededGenerator()
        let failed = PollSchedule.Event.failed(retryAfter: nil)
        let events = Array(repeating: failed, count: 9) + [success, failed]
        #expect(pauses(after: events, using: &generator).upperBound < 2, "\(generator)")
    }

    @Test(
        "is at least what the server asks for and a tenth more at most, up to an hour",
        arguments: [(120, 120), (3_600, 3_600), (86_400, 3_600), (.max, 3_600)] as [(Int, Double)]
    )
    func retryAfter(_ seconds: Int, _ base: Double) {
        var generator = SeededGenerator()
        let range = pauses(after: [.failed(retryAfter: .seconds(seconds))], using: &generator)
        #expect(range.lowerBound >= base && range.upperBound < base * 1.1, "\(generator)")
        #expect(range.upperBound > base * 1.09, "\(generator)")
    }

    @Test("is not shortened by a server that asks for less than the back-off")
    func shortRetryAfter() {
        var generator = SeededGenerator()
        let events = Array(repeating: PollSchedule.Event.failed(retryAfter: .seconds(1)), count: 9)
        #expect(pauses(after: events, using: &generator).upperBound > 290, "\(generator)")
    }

    @Test("waits on the server only in the foreground with energy to spare")
    func waiting() {
        for (isForeground, isLowPower, allows) in [
            (true, false, true), (true, true, false), (false, false, false), (false, true, false),
        ] {
            let conditions = Conditions(isForeground: isForeground, isLowPower: isLowPower)
            #expect(conditions.allowsWaiting == allows)
        }
    }
}
