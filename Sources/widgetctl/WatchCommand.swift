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
