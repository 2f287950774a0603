import AdminProtocol
import CommandLineKit
import Rollout
import Testing

@testable import widgetctl

@Suite("What widgetctl watch is made of")
struct WatchPartsTests {
    private static func traffic(_ polls: Int64, _ notModified: Int64) -> Traffic {
        Traffic(polls: polls, notModified: notModified, waiting: 1, connections: 2, revision: 3)
    }

    @Test("A rate is what was counted over the last ten seconds")
    func rate() {
        let start = ContinuousClock.now
        var history = TrafficHistory()
        #expect(history.rate == nil)
        history.add(Self.traffic(1000, 900), at: start)
        #expect(history.rate == nil)
        history.add(Self.traffic(1000, 900), at: start + .seconds(2))
        #expect(history.rate == PollRate(perSecond: 0, notModifiedShare: nil))
        history.add(Self.traffic(1100, 975), at: start + .seconds(4))
        #expect(history.rate == PollRate(perSecond: 25, notModifiedShare: 0.75))
        // By now the first two are too old: 100 polls in the 10 seconds from the third on.
        history.add(Self.traffic(1200, 1075), at: start + .seconds(14))
        #expect(history.rate == PollRate(perSecond: 10, notModifiedShare: 1))
        // Looks that are further apart than that are two all the same.
        history.add(Self.traffic(1800, 1075), at: start + .seconds(74))
        #expect(history.rate == PollRate(perSecond: 10, notModifiedShare: 0))
    }

    @Test("A server that counts from the start again has no rate yet, nor has one that was away")
    func restart() {
        let start = ContinuousClock.now
        var history = TrafficHistory()
        history.add(Self.traffic(1000, 900), at: start)
        history.add(Self.traffic(1100, 975), at: start + .seconds(1))
        history.add(Self.traffic(5, 0), at: start + .seconds(2))
        #expect(history.rate == nil)
        history.add(Self.traffic(9, 4), at: start + .seconds(3))
        #expect(history.rate == PollRate(perSecond: 4, notModifiedShare: 1))
        history.forget()
        history.add(Self.traffic(9, 4), at: start + .seconds(4))
        #expect(history.rate == nil)
    }

    @Test("Polls are what was answered of bundles and kills")
    func metrics() throws {
        let page = """
            # HELP widgetd_http_requests_total Requests by route and status.
            # TYPE widgetd_http_requests_total counter
            widgetd_http_requests_total{route="config",status="200"} 7
            widgetd_http_requests_total{route="config",status="304"} 90
            widgetd_http_requests_total{route="kills",status="304"} 3
            widgetd_http_requests_total{route="apps",status="304"} 1000
            widgetd_http_requests_total{route="metrics",status="200"} 2000
            widgetd_connections 12
            widgetd_waiting 5
            widgetd_store_revision 42
            """
        #expect(
            Traffic(metrics: page)
                == Traffic(polls: 100, notModified: 93, waiting: 5, connections: 12, revision: 42)
        )
        #expect(Traffic(metrics: "<html>404</html>") == nil)
        #expect(
            Traffic(metrics: "widgetd_connections 12\nwidgetd_waiting many\nwidgetd_store_revision 1") == nil
        )
    }

    @Test(
        "A span is said in few words",
        arguments: [
            (-5, "0 s"), (0, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"),
            (3659, "1 h"), (11_520, "3 h 12 min"), (86_400, "1 d"), (187_200, "2 d 4 h"), (86_460, "1 d"),
        ] as [(Int64, String)]
    )
    func span(_ seconds: Int64, _ text: String) { #expect(WatchText.span(seconds) == text) }

    @Test(
        "The line of polls is no wider than the terminal, and leaves out the least that it must",
        arguments: [
            (80, "12,345,678 polls/s, 98 % unchanged  1234567 waiting  1234568 connected"),
            (60, "12,345,678 polls/s, 98 % unchanged  1234567 waiting"),
            (40, "12,345,678 polls/s, 98 % unchanged"), (20, "12,345,678 polls/s,…"),
        ]
    )
    func loadLine(_ width: Int, _ text: String) {
        let live = Sight.Live(
            revision: 3,
            states: [],
            requests: [],
            scheduled: [],
            read: Instant(millisecondsSince1970: 0)
        )
        let traffic = Traffic(
            polls: 9,
            notModified: 9,
            waiting: 1_234_567,
            connections: 1_234_568,
            revision: 3
        )
        let sight = Sight(
            live: live,
            seen: live.read,
            fault: nil,
            load: .known(traffic, PollRate(perSecond: 12_345_678, notModifiedShare: 0.98)),
            servedRevision: nil
        )
        let terminal = Terminal(isTerminal: true, width: width, movesCursor: true, hasColour: false)
        let lines = WatchFrame(sight: sight, now: live.read, place: "p").lines(for: terminal, rows: 24)
        #expect(lines.dropFirst().first == text)
        let hint = "  q: quit"
        #expect(lines[0].hasSuffix(hint) == (width >= 60))
    }

    // MARK: - Layout

    private static let sections = [
        WatchLayout.Section(
            title: "K",
            alone: "K",
            whole: ["k", "1", "1b", "2", "2b", "3", "3b"],
            brief: ["k", "1…", "2…", "3…"]
        ),
        WatchLayout.Section(title: "R", alone: "R, 4", whole: ["r", "4"], brief: ["r", "4"]),
        WatchLayout.Section(title: "S", alone: "S", whole: [], brief: []),
    ]

    @Test(
        "What matters most is shown first, a line of each rather than all of one, and every title",
        arguments: [
            (nil, ["", "K", "k", "1", "1b", "2", "2b", "3", "3b", "", "R", "r", "4", "", "S"]),
            (15, ["", "K", "k", "1", "1b", "2", "2b", "3", "3b", "", "R", "r", "4", "", "S"]),
            (14, ["K", "k", "1", "1b", "2", "2b", "3", "3b", "R", "r", "4", "S"]),
            (11, ["K", "k", "1", "1b", "2", "2b", "3", "3b", "R, 4", "S"]),
            (9, ["K", "k", "1…", "2…", "3…", "R", "r", "4", "S"]),
            (8, ["K", "k", "1…", "2…", "3…", "R, 4", "S"]),
            (7, ["K", "k", "1…", "2…", "3…", "R, 4", "S"]),
            (6, ["K", "k", "1…", "  and 2 more", "R, 4", "S"]), (5, ["K", "R", "r", "4", "S"]),
            (3, ["K", "R, 4", "S"]),
            (2, ["K", "R, 4"]), (0, []), (-3, []),
        ] as [(Int?, [String])]
    )
    func layout(_ limit: Int?, _ lines: [String]) {
        #expect(WatchLayout(sections: Self.sections).lines(atMost: limit) == lines)
    }
}
