import Rollout
import TestSupport
import Testing

@testable import ConfigPolling

@Suite("The server's clock, counted on") struct SteadyClockTests {
    private typealias DeviceTime = SteadyClock.DeviceTime
    private static let year: Duration = .seconds(365 * 86_400)

    private let start = Instant(millisecondsSince1970: 1_796_083_200_000)

    private func device(_ wall: Duration, _ uptime: Duration) -> DeviceTime {
        DeviceTime(wall: start.adding(wall), uptime: uptime)
    }

    @Test("goes on from what is known of it at the start, until an answer comes")
    func remembered() {
        let clock = SteadyClock(start.adding(.seconds(90)), device: device(.zero, .seconds(5)))
        #expect(clock.now(device(.seconds(10), .seconds(15))) == start.adding(.seconds(100)))
        #expect(clock.offset(device(.seconds(10), .seconds(15))) == .seconds(90))
    }

    @Test("goes on as before when somebody sets the device's by a year", arguments: [year, .zero - year])
    func jump(_ jump: Duration) {
        let clock = SteadyClock(start, device: device(.zero, .zero))
        let later = device(.seconds(10) + jump, .seconds(10))
        #expect(clock.now(later) == start.adding(.seconds(10)))
        #expect(clock.offset(later) == .zero - jump)
    }

    @Test("is right after one answer, however wrong the device's was", arguments: [year, .zero - year])
    func wrongFromTheStart(_ error: Duration) {
        var clock = SteadyClock(start.adding(error), device: device(error, .zero))
        clock.hear(start, sent: device(error, .zero), received: device(error, .milliseconds(40)))
        let now = clock.now(device(error, .milliseconds(40)))
        #expect(now == start.adding(.milliseconds(500)))
    }

    @Test("stays as it is while an answer allows it, and no longer")
    func steady() {
        // Known to be 0.5 s past the start. Whoever says 0 means 0 to 1 and what the answer took; -1 means up to 0.
        for (heard, took, moved) in [
            (0, 0, false), (-1, 0, true), (-1, 600, false), (1, 0, true), (1, 5_000, true),
            (-100, 0, true),
        ] as [(Int, Int, Bool)] {
            var clock = SteadyClock(start.adding(.milliseconds(500)), device: device(.zero, .zero))
            let time = start.adding(.seconds(heard))
            clock.hear(time, sent: device(.zero, .milliseconds(-took)), received: device(.zero, .zero))
            let expected = moved ? time.adding(.milliseconds(500)) : start.adding(.milliseconds(500))
            #expect(clock.now(device(.zero, .zero)) == expected, "\(heard), \(took)")
        }
    }

    @Test("is never off by more than a second and what the answer took, whatever the device's does")
    func property() {
        var generator = SeededGenerator()
        for _ in 0..<200 {
            let ahead = Duration.milliseconds(Int.random(in: -86_400_000...86_400_000, using: &generator))
            var (wall, uptime) = (Duration.zero, Duration.zero)
            var clock = SteadyClock(start, device: device(wall, uptime))
            for _ in 0..<20 {
                // Sent, answered by the server, received; the device's clock is set at any time.
                let steps = (0..<3).map { _ in
                    Duration.milliseconds(Int.random(in: 0...2_000, using: &generator))
                }
                if Bool.random(using: &generator) {
                    wall += .seconds(Int.random(in: -9_999...9_999, using: &generator))
                }
                let sent = device(wall + steps[0], uptime + steps[0])
                let answered = start.adding(uptime + steps[0] + steps[1] + ahead)
                (wall, uptime) = (
                    wall + steps[0] + steps[1] + steps[2], uptime + steps[0] + steps[1] + steps[2]
                )
                let received = device(wall, uptime)
                clock.hear(answered.wholeSecond, sent: sent, received: received)
                let error = clock.now(received).duration(since: start.adding(uptime + ahead))
                #expect(abs(error.milliseconds) <= 1_000 + (steps[1] + steps[2]).milliseconds, "\(generator)")
            }
        }
    }
}
