import CommandLineKit
import Glibc
import Rollout
import SystemClock

/// One run of `widgetctl watch`.
struct Watch {
    let place: String
    let interval: Duration
    let terminal: Terminal
    let watcher: Watcher

    /// What there is to see now.
    func once() -> WatchFrame {
        var watcher = watcher
        var sight = watcher.look()
        // A rate needs two looks; without an answer to the first there is none to wait for.
        if case .known = sight.load {
            Self.pause(interval)
            sight = watcher.look()
        }
        return WatchFrame(sight: sight, now: .now(), place: place)
    }

    /// Draws until somebody ends the program.
    func run() throws -> Never {
        // Before the thread, which is to leave the signals to the screen.
        let screen = try FullScreen()
        let looks = try Looks(watcher, every: interval)
        while true {
            switch screen.next(within: .seconds(1), watching: looks.descriptor) {
            case .ended(let signal): screen.end(by: signal)
            case .key(UInt8(ascii: "q")), .key(UInt8(ascii: "Q")):
                screen.close()
                // Whoever wants to leave does not wait for a server that does not answer; nothing is lost with it.
                _exit(ExitCode.success.rawValue)
            case .key(0x0C), .taken, .resized, .readable, .timeout: draw(looks.take(), on: screen)
            case .key, .endOfInput: break
            }
        }
    }

    private func draw(_ sight: Sight?, on screen: FullScreen) {
        let size = screen.size
        let terminal = Terminal(
            isTerminal: true,
            width: size.columns,
            movesCursor: true,
            hasColour: terminal.hasColour
        )
        guard let sight else { return screen.show(["looking at \(place.sanitised)"]) }
        screen.show(WatchFrame(sight: sight, now: .now(), place: place).lines(for: terminal, rows: size.rows))
    }

    private static func pause(_ time: Duration) {
        let (seconds, attoseconds) = time.components
        var request = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        var rest = timespec()
        while nanosleep(&request, &rest) != 0 && errno == EINTR { request = rest }
    }
}
