import CommandLineKit
import Glibc
import ReleaseDesk
import Rollout
import StrictJSON
import Synchronization
import SystemClock
import Threads

private let interval = Option(
    "interval",
    value: "SECONDS",
    help: "How often to look, 1 to 3600.",
    default: "2"
)
private let once = Option.flag(
    "once",
    help: "Look once, print what there is to see, and end; rates are counted over one interval."
)
let serviceOption = Option(
    "service",
    value: "URL",
    help:
        "Where widgetd serves the apps, to ask it how much they ask for. With --server, that server is asked.",
    default: "http://127.0.0.1:8080",
    environment: "WIDGET_SERVICE"
)

let watchCommand = Command(
    "watch",
    summary: "Show kills, rollouts, what waits, and the apps' polls, live.",
    discussion: """
        Kills come first, the latest on top; then the rollouts under way, what changes next on top; then what waits for \
        approval or for its time. What is the same in several apps is shown once. The second line says how often the \
        apps poll, how many of the polls found nothing new, and how many clients wait for a change, as widgetd counts \
        them. q or Control-C ends it, Control-Z puts it aside, and Control-L draws anew.

        A store must be there at the start. When it or widgetd cannot be reached later, the screen says so and since when, keeps what was seen last, and \
        goes on looking.
        """,
    examples: [
        .init("The store on this machine", "widgetctl watch"),
        .init(
            "A server, every ten seconds",
            "widgetctl watch --server https://admin.example.com --interval 10"
        ),
        .init("For a message to a colleague", "widgetctl watch --once"),
    ],
    options: [interval, once, serviceOption]
) { call in
    let seconds = try call.requiredValue(of: interval, as: intervalSeconds)
    let isOnce = call.isSet(once)
    let terminal = call.output.standardOutput.terminal
    if call.wantsJSON && !isOnce { throw UsageError("--json goes with --once: a screen is for people") }
    guard isOnce || terminal.isTerminal && terminal.movesCursor else {
        throw UsageError(
            "standard output is no terminal that can be drawn on: for programs there is `widgetctl status --json`, and "
                + "--once prints what the screen would show"
        )
    }
    let screen = Watch(
        place: try call.place,
        interval: .seconds(seconds),
        terminal: terminal,
        watcher: try Watcher(call.trafficSource()) { try call.readingDesk() }
    )
    if isOnce { try call.print(screen.once(), asJSON: call.wantsJSON) } else { try screen.run() }
    return .success
}

extension Invocation {
    fileprivate func trafficSource() throws -> TrafficSource {
        if let client = try adminClient() {
            guard writtenValue(of: serviceOption) == nil else {
                throw UsageError("--service goes without a server: that server is asked itself")
            }
            return .admin(client)
        }
        return try .metrics(at: requiredValue(of: serviceOption), authorityFile: value(of: .authority))
    }

    fileprivate func print(_ frame: WatchFrame, asJSON isJSON: Bool) throws {
        if isJSON { return try print(frame.json) }
        for line in frame.lines(for: output.standardOutput.terminal, rows: nil) { try printAsIs(line) }
    }
}

private func intervalSeconds(_ text: String) throws -> Int64 {
    guard let seconds = Int64(text), 1...3600 ~= seconds else {
        throw UsageError("expected whole seconds, 1 to 3600")
    }
    return seconds
}

/// One run of `widgetctl watch`.
private struct Watch {
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
            case .key(0x0C), .redraw, .readable, .timeout: draw(looks.take(), on: screen)
            case .key: break
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
