import Rollout
import Testing

@Suite struct AppConfigurationTests {
    private static func widget(_ kind: WidgetKind, flags: [FlagKey] = []) -> Widget {
        Widget(
            kind: kind,
            families: [.systemSmall],
            flags: flags,
            timeline: Timeline(pattern: .static, entries: 1),
            whenDisabled: .placeholder
        )
    }

    private static func flag(_ key: FlagKey, waitsFor others: [FlagKey] = []) -> Flag {
        Flag(
            key: key,
            defaultValue: false,
            prerequisites: others.map { Flag.Prerequisite(flag: $0, value: true) }
        )
    }

    @Test(
        "A configuration that contradicts itself is refused with the name that is wrong",
        arguments: [
            ([flag("a"), flag("b"), flag("a")], [], "the flag a stands twice"),
            ([], [widget("W"), widget("W")], "the widget W stands twice"),
            ([flag("a", waitsFor: ["b"])], [], "a names the flag b, which does not exist"),
            ([], [widget("W", flags: ["b"])], "W names the flag b, which does not exist"),
            ([flag("a", waitsFor: ["a"])], [], "a cycle of prerequisites: a → a"),
            (
                [flag("a", waitsFor: ["b"]), flag("b", waitsFor: ["c"]), flag("c", waitsFor: ["b"])], [],
                "a cycle of prerequisites: b → c → b"
            ),
            (
                [
                    flag("a", waitsFor: ["b"]), flag("b", waitsFor: ["c"]), flag("c", waitsFor: ["d"]),
                    flag("d", waitsFor: ["e"]), flag("e", waitsFor: ["f"]), flag("f"),
                ], [], "more than 4 prerequisites in a row: a → b → c → d → e → f"
            ),
            (
                [
                    flag("a", waitsFor: ["b", "c", "d", "e", "f"]), flag("b"), flag("c"), flag("d"),
                    flag("e"), flag("f"),
                ],
                [], "a has 5 prerequisites; at most 4 are allowed"
            ),
        ] as [([Flag], [Widget], String)]
    )
    func refusals(flags: [Flag], widgets: [Widget], message: String) {
        let error = #expect(throws: InvalidValue.self) {
            try AppConfiguration(app: "a", revision: 0, flags: flags, widgets: widgets, kills: [])
        }
        #expect(error?.description == message)
    }

    @Test("Four prerequisites in a row and four of one flag are within the limits")
    func limits() {
        #expect(throws: Never.self) {
            try AppConfiguration(
                app: "a",
                revision: 0,
                flags: [
                    Self.flag("a", waitsFor: ["b", "c", "d", "e"]), Self.flag("b", waitsFor: ["c"]),
                    Self.flag("c", waitsFor: ["d"]), Self.flag("d", waitsFor: ["e"]), Self.flag("e"),
                ],
                widgets: [],
                kills: []
            )
        }
    }

    @Test("Flags and widgets are found by name, and stand in the order of their names")
    func lookup() throws {
        let configuration = try AppConfiguration(
            app: "a",
            revision: 0,
            flags: [Self.flag("b"), Self.flag("a")],
            widgets: [Self.widget("Z"), Self.widget("Y")],
            kills: []
        )
        #expect(configuration.flags.map(\.key) == ["a", "b"])
        #expect(configuration.widgets.map(\.kind) == ["Y", "Z"])
        #expect(configuration.flag("b")?.key == "b")
        #expect(configuration.flag("c") == nil)
        #expect(configuration.widget("Z")?.kind == "Z")
        #expect(configuration.widget("X") == nil)
    }

    @Test(
        "The next stage is the earliest of all rollouts that lies ahead",
        arguments: [
            ("2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"),
            ("2026-12-01T00:00:00Z", "2026-12-02T00:00:00Z"),
            ("2026-12-02T12:00:00Z", "2026-12-02T12:00:00.001Z"),
            ("2026-12-02T12:00:00.001Z", "2026-12-03T00:00:00Z"),
            ("2026-12-03T00:00:00Z", nil),
        ] as [(Instant, Instant?)]
    )
    func nextStage(now: Instant, next: Instant?) throws {
        func flag(_ key: FlagKey, _ moments: [Instant]) -> Flag {
            let stages = moments.map { Stage(from: $0, percent: "5") }
            return Flag(
                key: key,
                defaultValue: false,
                rollout: PhasedRollout(value: true, salt: "", stages: stages)
            )
        }
        let configuration = try AppConfiguration(
            app: "a",
            revision: 0,
            flags: [
                flag("a", ["2026-12-03T00:00:00Z", "2026-12-01T00:00:00Z", "2026-12-02T00:00:00Z"]),
                flag("b", ["2026-12-02T12:00:00.001Z"]), flag("c", []), Self.flag("d"),
            ],
            widgets: [],
            kills: []
        )
        #expect(configuration.nextStage(after: now) == next)
    }
}
