import Rollout
import Testing
import TestSupport

@Suite struct ConditionTests {
    /// A caller of whom everything is known.
    private static let whole = Context(
        installation: "6F9619FF",
        appVersion: "2.4.1",
        build: "202608011",
        osVersion: "18.2",
        locale: "zh-TW",
        region: "JP",
        device: "iPhone15,2",
        family: .accessoryCircular,
        distribution: .testFlight,
        attributes: ["tier": .string("gold"), "level": .number(3), "beta": .boolean(true)]
    )

    private static let met: [Condition] = [
        .locale(["ja", "zh-Hant"]), .region(["US", "JP"]), .appVersion(">=2.4 <2.5"), .build(">99999"),
        .osVersion(">=17"), .device(["iPad*", "iPhone15*"]), .device(["iPhone15,2"]), .device(["*"]),
        .family([.systemSmall, .accessoryCircular]), .distribution([.testFlight]),
        .installation(["x", "6F9619FF"]),
        .attribute(name: "tier", values: [.string("silver"), .string("gold")]),
        .attribute(name: "level", values: [.number(3)]), .attribute(name: "beta", values: [.boolean(true)]),
    ]

    private static let unmet: [Condition] = [
        .locale(["ja", "zh-Hans"]), .region(["TW"]), .appVersion(">=2.5"), .build("<99999"),
        .osVersion("18.2.1"),
        .device(["iPhone15"]), .device(["iPhone15,20"]), .device(["iPhone16*"]), .family([.systemSmall]),
        .distribution([.appStore]), .installation(["6f9619ff"]),
        .attribute(name: "tier", values: [.string("Gold")]),
        .attribute(name: "level", values: [.string("3")]),
        .attribute(name: "beta", values: [.boolean(false), .string("true"), .number(1)]),
        .attribute(name: "other", values: [.string("gold")]), .unreadable,
    ]

    @Test("A condition is met by a caller that has one of its values", arguments: met)
    func isMet(condition: Condition) {
        #expect(condition.isMet(by: Self.whole))
    }

    @Test("A condition is not met by a caller that has another value", arguments: unmet)
    func isNotMet(condition: Condition) {
        #expect(!condition.isMet(by: Self.whole))
    }

    @Test("Nothing is met by a caller of whom nothing is known", arguments: met + unmet)
    func unknown(condition: Condition) {
        #expect(!condition.isMet(by: Context()))
    }

    @Test("A rule matches when all its conditions are met; one without any matches everyone")
    func rules() {
        let other = Condition.region(["TW"])
        #expect(Rule(name: "all", conditions: Self.met, value: true).matches(Self.whole))
        #expect(!Rule(name: "most", conditions: Self.met + [other], value: true).matches(Self.whole))
        #expect(Rule(name: "none", conditions: [], value: true).matches(Context()))
        #expect(!Rule(name: "newer", conditions: Self.met + [.unreadable], value: true).matches(Self.whole))
    }

    @Test("What is no device is refused", arguments: ["", "**", "*Phone", "iPh*ne", "iPad*,*"])
    func devices(text: String) {
        let error = #expect(throws: InvalidValue.self) { try DevicePattern(parsing: text) }
        #expect(error?.description == "\"\(text)\" is not a device; write it like iPhone15,2 or iPad*")
    }

    @Test("A rule that covers another matches every caller that the other matches")
    func coverage() {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        let contexts = (0..<300).map { _ in generator.context() }
        let rules = (0..<400).map { Rule(name: "\($0)", conditions: generator.conditions(0.12), value: true) }
        var (covered, reached) = (0, 0)
        for a in rules {
            for b in rules where !a.conditions.isEmpty && a.name != b.name && a.covers(b) {
                covered += 1
                let callers = contexts.filter(b.matches)
                reached += callers.count
                if let missed = callers.first(where: { !a.matches($0) }) {
                    Issue.record("\(a.conditions) is said to cover \(b.conditions), not \(missed) (\(seed))")
                    return
                }
            }
        }
        // Otherwise the test has looked at nothing.
        #expect(covered > 200 && reached > 2_000, "\(covered) covered, \(reached) reached (\(seed))")
    }

    @Test(
        "A rule that an earlier one always precedes is known as covered",
        arguments: [
            ([], [.region(["JP"])]),
            ([.region(["JP", "US"])], [.region(["JP"]), .family([.systemSmall])]),
            ([.appVersion(">=2")], [.appVersion(">2.1 <3")]),
            ([.locale(["zh"])], [.locale(["zh-Hant", "zh-TW"])]),
            ([.device(["iPhone*"])], [.device(["iPhone15,2", "iPhone16*"])]),
            (
                [.attribute(name: "a", values: [.number(1), .number(2)])],
                [.attribute(name: "a", values: [.number(1)])]
            ),
        ] as [([Condition], [Condition])]
    )
    func covered(mine: [Condition], theirs: [Condition]) {
        let (a, b) = (
            Rule(name: "a", conditions: mine, value: 1), Rule(name: "b", conditions: theirs, value: 2)
        )
        #expect(a.covers(b))
        #expect(!b.covers(a))
    }
}
