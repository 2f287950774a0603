import Synchronization

/// Shows on a terminal how far long work has come: how much of how much, how fast, and for how long still.
///
/// Writes nothing where there is no terminal or it cannot move its cursor. May be advanced from any thread.
/// Progress is a courtesy: when it can no longer be written it stops, and the work goes on.
package final class ProgressBar: Sendable {
    private struct State {
        var done = 0
        var lastDrawn: ContinuousClock.Instant?
        var isSilent: Bool
    }

    /// Between two drawings, so that quick work is not slowed by its display.
    private static let interval = Duration.milliseconds(100)

    private let label: String
    private let total: Int
    private let stream: Output.Stream
    private let now: @Sendable () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    private let state: Mutex<State>

    /// Starts the clock; the first line appears with the first progress.
    ///
    /// - Parameters:
    ///   - label: What is being done.
    ///   - total: How many units of work there are in all.
    ///   - stream: Standard error as a rule.
    ///   - now: The clock.
    package init(
        _ label: String,
        total: Int,
        on stream: Output.Stream,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.label = label.sanitised
        self.total = total
        self.stream = stream
        self.now = now
        start = now()
        state = Mutex(State(isSilent: !(stream.terminal.isTerminal && stream.terminal.movesCursor)))
    }

    /// Counts work that is done.
    package func advance(by count: Int = 1) {
        state.withLock { state in
            state.done += count
            if state.isSilent { return }
            let instant = now()
            if let last = state.lastDrawn, last.duration(to: instant) < Self.interval { return }
            state.lastDrawn = instant
            write("\r\(line(done: state.done, elapsed: start.duration(to: instant)))\u{1B}[K", &state)
        }
    }

    /// Takes the line away, and with it the right to advance.
    package func finish() {
        state.withLock { state in
            if state.lastDrawn != nil && !state.isSilent { write("\r\u{1B}[K", &state) }
            state.isSilent = true
        }
    }

    private func write(_ text: String, _ state: inout State) {
        do throws(WriteError) { try stream.write(text) } catch { state.isSilent = true }
    }

    private func line(done: Int, elapsed: Duration) -> String {
        let perSecond = elapsed > .zero ? Double(done) / (elapsed / .seconds(1)) : 0
        var facts = "\(done)/\(total)"
        if perSecond > 0 {
            facts += "  \(rate(perSecond))  ETA \(clockTime(Double(max(0, total - done)) / perSecond))"
        }
        // One column stays free: some terminals begin a new line as soon as the last is taken.
        let available = stream.terminal.width - 1
        let room = available - label.displayWidth - facts.displayWidth - 6
        guard room >= 10 else { return "\(label)  \(facts)".truncated(toWidth: available) }
        let bar = min(room, 30)
        let filled = total > 0 ? min(bar, bar * done / total) : bar
        let drawn = String(repeating: "#", count: filled) + String(repeating: "-", count: bar - filled)
        return "\(label)  [\(drawn)]  \(facts)"
    }
}

/// Of slow work a minute's worth.
private func rate(_ perSecond: Double) -> String {
    perSecond < 1 ? "\(rounded(perSecond * 60))/min" : "\(rounded(perSecond))/s"
}

/// One decimal place below ten.
private func rounded(_ number: Double) -> String {
    guard number < 9.95 else { return "\(Int(min(number, 1e15).rounded()))" }
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
}

/// `0:07`, `12:30`, `1:05:00`.
private func clockTime(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 359_999).rounded(.up))
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    return hours > 0
        ? "\(hours):\(padded(minutes)):\(padded(whole % 60))" : "\(minutes):\(padded(whole % 60))"
}
