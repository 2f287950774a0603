import CommandLineKit
import Synchronization
import Testing
import TestSupport

@Suite struct ProgressBarTests {
    /// A clock that is set by hand.
    private final class Clock: Sendable {
        private let instant = Mutex(ContinuousClock.now)
        func advance(by duration: Duration) { instant.withLock { $0 += duration } }
        var now: ContinuousClock.Instant { instant.withLock { $0 } }
    }

    private func run(
        width: Int,
        label: String = "Rendering",
        total: Int = 400,
        isTerminal: Bool = true,
        movesCursor: Bool = true,
        _ work: (ProgressBar, Clock) -> Void
    ) -> String {
        let clock = Clock()
        let recorder = OutputRecorder(
            terminal: Terminal(isTerminal: isTerminal, width: width, movesCursor: movesCursor)
        )
        work(ProgressBar(label, total: total, on: recorder.output.standardError) { clock.now }, clock)
        #expect(recorder.standardOutput == "")
        return recorder.standardError.replacing("\u{1B}[K", with: "<clear>").replacing("\r", with: "<start>")
    }

    @Test("Count, rate and time left are shown, and the line is left clean")
    func progress() {
        let text = run(width: 80) { bar, clock in
            clock.advance(by: .seconds(10))
            bar.advance(by: 100)
            clock.advance(by: .seconds(10))
            bar.advance(by: 300)
            bar.finish()
            bar.advance()
            bar.finish()
        }
        #expect(
            text == "<start>Rendering  [#######-----------------------]  100/400  10/s  ETA 0:30<clear>"
                + "<start>Rendering  [##############################]  400/400  20/s  ETA 0:00<clear>"
                + "<start><clear>"
        )
    }

    @Test("It draws ten times a second at most")
    func throttled() {
        let text = run(width: 80) { bar, clock in
            for _ in 1...250 {
                clock.advance(by: .milliseconds(1))
                bar.advance()
            }
        }
        #expect(text.split(separator: "<start>").count == 3)
    }

    @Test(
        "It fits the width, without a bar if need be, and slow work counts by the minute",
        arguments: [
            (48, 4, "Rendering  [##--------]  1/4  0.4/min  ETA 7:30"),
            (47, 4, "Rendering  1/4  0.4/min  ETA 7:30"),
            (47, 40, "Rendering  1/40  0.4/min  ETA 1:37:30"),
            (20, 4, "Rendering  1/4  0.…"),
        ]
    )
    func fits(width: Int, total: Int, expected: String) {
        let text = run(width: width, total: total) { bar, clock in
            clock.advance(by: .seconds(150))
            bar.advance()
        }
        #expect(text == "<start>\(expected)<clear>")
    }

    @Test(
        "Without a terminal, or one that can move its cursor, nothing is written",
        arguments: [(false, false), (true, false), (false, true)]
    )
    func silent(isTerminal: Bool, movesCursor: Bool) {
        let text = run(width: 80, isTerminal: isTerminal, movesCursor: movesCursor) { bar, clock in
            clock.advance(by: .seconds(1))
            bar.advance(by: 400)
            bar.finish()
        }
        #expect(text == "")
    }

    @Test("Work without end or without time elapsed divides by nothing")
    func zero() {
        let text = run(width: 80, label: "a\nb", total: 0) { bar, _ in bar.advance(by: 0) }
        #expect(text == "<start>a\\nb  [##############################]  0/0<clear>")
    }
}
