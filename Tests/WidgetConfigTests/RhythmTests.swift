import ConfigPolling
import Rollout
import Testing
import TestSupport

@testable import WidgetConfig

/// A client in the foreground, whose time passes by its pauses alone.
@Suite("The rhythm of a client")
struct RhythmTests {
    private static let answered = PollSchedule.Event.answered(freshSeconds: 0)

    private static func success(_ event: PollSchedule.Event) -> PollEnd {
        let moment = SteadyClock.DeviceTime(wall: Instant(millisecondsSince1970: 0), uptime: .zero)
        let exchange = Fetcher.Exchange(
            answer: PollAnswer(status: 304, fields: HTTPFields([]), body: []),
            sent: moment,
            received: moment
        )
        return PollEnd(result: .success(.init(nil, from: exchange, isMended: false)), event: event)
    }

    private static func failure() -> PollEnd {
        PollEnd(
            result: .failure(ConfigProblem(.fetch, "a server", .refused(status: 502, detail: nil))),
            event: .failed(retryAfter: nil)
        )
    }

    /// How many requests it makes in a time.
    ///
    /// - Parameter end: How one ends that waits, or does not.
    private func requests(
        of rhythm: inout Rhythm,
        in duration: Duration,
        _ end: (_ waits: Bool) -> PollEnd
    ) -> Int {
        var (uptime, count) = (Duration.zero, 0)
        while uptime < duration {
            if rhythm.isDue {
                let waits = rhythm.wait != nil
                rhythm.ask()
                rhythm.note(end(waits), uptime)
                count += 1
            } else {
                uptime += rhythm.pause(uptime)
                rhythm.endPause()
            }
        }
        return count
    }

    @Test("goes on to wait from a quick answer, and waits again as soon as one has ended")
    func waiting() {
        var rhythm = Rhythm(SeededGenerator(), allowsWaiting: true)
        var waits: [Bool] = []
        let count = requests(of: &rhythm, in: .seconds(1)) { isWaiting in
            waits.append(isWaiting)
            return Self.success(isWaiting ? .waited : Self.answered)
        }
        #expect(waits.prefix(2) == [false, true] && count >= 3)
    }

    @Test("waits again at once when the server is back after an outage")
    func outage() {
        var rhythm = Rhythm(SeededGenerator(), allowsWaiting: true)
        // The server goes while it holds an answer back, and is not there for two more requests.
        let ends = [Self.success(Self.answered), Self.failure(), Self.failure(), Self.failure()]
        var waits: [Bool] = []
        for end in ends + [Self.success(Self.answered)] {
            waits.append(rhythm.wait != nil)
            if !rhythm.isDue { rhythm.endPause() }
            rhythm.ask()
            rhythm.note(end, .zero)
        }
        #expect(waits == [false, true, false, false, false])
        #expect(rhythm.isDue && rhythm.wait != nil)
    }

    /// As behind a cache that gives what it has for as long as the server is down.
    @Test("is not quicker when only what is not waited for is answered")
    func answeredForAnother() {
        var rhythm = Rhythm(SeededGenerator(), allowsWaiting: true)
        let count = requests(of: &rhythm, in: .seconds(600)) {
            $0 ? Self.failure() : Self.success(Self.answered)
        }
        // In half a minute at least, one that waits and one that does not.
        #expect((20...42).contains(count))
        var waits: [Bool] = []
        _ = requests(of: &rhythm, in: .seconds(60)) { isWaiting in
            waits.append(isWaiting)
            return Self.success(isWaiting ? .waited : Self.answered)
        }
        #expect(waits.contains(true))
        // And as quick as before once the server is there again.
        #expect(waits.drop { !$0 }.count > 20)
    }
}
