import Rollout
import Testing

@Suite struct KillTests {
    private static let now: Instant = "2026-12-01T00:00:00Z"

    private static func widget(_ kind: WidgetKind, flags: [FlagKey] = []) -> Widget {
        Widget(
            kind: kind,
            families: [.systemSmall, .systemLarge],
            flags: flags,
            timeline: Timeline(pattern: .static, entries: 1),
            whenDisabled: .emblem
        )
    }

    private func configuration(_ kills: [Kill]) throws -> AppConfiguration {
        try AppConfiguration(
            app: "minimal-wallpapers",
            revision: 9,
            flags: [
                Flag(key: "on", defaultValue: true), Flag(key: "off", defaultValue: false),
                Flag(key: "pacing", defaultValue: 30, rules: [Rule(name: "all", conditions: [], value: 60)]),
                Flag(key: "text", defaultValue: "true"),
            ],
            widgets: [
                Self.widget("Home"), Self.widget("Lock", flags: ["on"]),
                Self.widget("Both", flags: ["on", "off"]),
                Self.widget("Never", flags: ["text"]),
            ],
            kills: kills
        )
    }

    private func reason(
        _ kind: WidgetKind,
        _ kills: [Kill],
        _ context: Context = Context()
    ) throws -> WidgetDecision.Reason {
        let decision = try #require(try configuration(kills).decide(kind, for: context, at: Self.now))
        #expect(decision.whenDisabled == .emblem)
        #expect(decision.isEnabled == (decision.reason == .enabled))
        return decision.reason
    }

    @Test("A widget is enabled when nothing silences it and all its flags are true")
    func gates() throws {
        #expect(try reason("Home", []) == .enabled)
        #expect(try reason("Lock", []) == .enabled)
        #expect(try reason("Both", []) == .gated(by: "off", Decision(value: false, reason: .default)))
        // Only true opens a gate, not what reads like it.
        #expect(try reason("Never", []) == .gated(by: "text", Decision(value: "true", reason: .default)))
    }

    @Test("A kill of the app silences every widget and every flag")
    func app() throws {
        let kill = Kill(target: .app, scope: .everyone, revision: 3)
        let configuration = try configuration([kill])
        for widget in configuration.widgets {
            #expect(try reason(widget.kind, [kill]) == .killed(revision: 3))
        }
        let values = configuration.flags.map { configuration.decide($0.key, for: Context(), at: Self.now) }
        #expect(
            values == [
                Decision(value: false, reason: .killed(revision: 3)),
                Decision(value: false, reason: .killed(revision: 3)),
                Decision(value: 30, reason: .killed(revision: 3)),
                Decision(value: "true", reason: .killed(revision: 3)),
            ]
        )
        #expect(values.allSatisfy { $0?.variant == "killed" })
    }

    @Test("A kill of a widget leaves other widgets and all flags alone")
    func widget() throws {
        let kill = Kill(target: .widget("Lock"), scope: .everyone, revision: 3)
        #expect(try reason("Lock", [kill]) == .killed(revision: 3))
        #expect(try reason("Home", [kill]) == .enabled)
        #expect(try configuration([kill]).decide(FlagKey("on"), for: Context(), at: Self.now)?.value == true)
    }

    @Test("A kill of families silences the widget in these alone, and not where the family is not known")
    func families() throws {
        let kill = Kill(
            target: .families("Home", [.systemLarge, .accessoryInline]),
            scope: .everyone,
            revision: 3
        )
        #expect(try reason("Home", [kill], Context(family: .systemLarge)) == .killed(revision: 3))
        #expect(try reason("Home", [kill], Context(family: .systemSmall)) == .enabled)
        #expect(try reason("Home", [kill]) == .enabled)
        #expect(try reason("Lock", [kill], Context(family: .systemLarge)) == .enabled)
    }

    @Test("A kill of a flag gates its widgets, and gives the default of a flag that is no boolean")
    func flag() throws {
        let kill = Kill(target: .flag("on"), scope: .everyone, revision: 3)
        let killed = Decision(value: false, reason: .killed(revision: 3))
        #expect(try reason("Lock", [kill]) == .gated(by: "on", killed))
        #expect(try reason("Home", [kill]) == .enabled)
        let pacing = Kill(target: .flag("pacing"), scope: .everyone, revision: 5)
        let configuration = try configuration([pacing])
        #expect(
            configuration.decide(FlagKey("pacing"), for: Context(), at: Self.now)
                == Decision(value: 30, reason: .killed(revision: 5))
        )
    }

    @Test(
        "A kill holds for those whom every part of its scope means",
        arguments: [
            (Kill.Scope(), Context(), true),
            (Kill.Scope(locales: ["ko", "ja"]), Context(locale: "ja-JP"), true),
            (Kill.Scope(locales: ["ja"]), Context(locale: "en-JP"), false),
            (Kill.Scope(locales: ["ja"]), Context(), false),
            (Kill.Scope(appVersions: "<2.4"), Context(appVersion: "2.3.9"), true),
            (Kill.Scope(appVersions: "<2.4"), Context(appVersion: "2.4"), false),
            (Kill.Scope(appVersions: "<2.4"), Context(build: "1", osVersion: "1"), false),
            (Kill.Scope(osVersions: ">=18 <19"), Context(osVersion: "18.2"), true),
            (Kill.Scope(osVersions: ">=18 <19"), Context(appVersion: "18.2"), false),
            (
                Kill.Scope(locales: ["ja"], appVersions: "2.4.1", osVersions: "18"),
                Context(appVersion: "2.4.1", osVersion: "18.0", locale: "ja"), true
            ),
            (
                Kill.Scope(locales: ["ja"], appVersions: "2.4.1", osVersions: "18"),
                Context(appVersion: "2.4.1", osVersion: "18.1", locale: "ja"), false
            ),
        ]
    )
    func scopes(scope: Kill.Scope, context: Context, holds: Bool) throws {
        #expect(scope.contains(context) == holds)
        for target in [Kill.Target.app, .widget("Home")] {
            let kill = Kill(target: target, scope: scope, revision: 3)
            #expect(try reason("Home", [kill], context) == (holds ? .killed(revision: 3) : .enabled))
        }
    }

    @Test("Of several kills that match, the earliest is the reason")
    func earliest() throws {
        let kills = [
            Kill(target: .widget("Home"), scope: .everyone, revision: 8),
            Kill(target: .app, scope: .everyone, revision: 6),
            Kill(target: .app, scope: Kill.Scope(locales: ["ko"]), revision: 2),
        ]
        #expect(try reason("Home", kills, Context(locale: "ja")) == .killed(revision: 6))
        #expect(try reason("Home", kills, Context(locale: "ko")) == .killed(revision: 2))
    }

    @Test("A kill is put in words")
    func words() {
        #expect(Kill.Scope.everyone.description == "everyone")
        let scope = Kill.Scope(locales: ["ja", "zh-Hant"], appVersions: ">=2.4", osVersions: "<18")
        #expect(scope.description == "locale ja, zh-Hant; app version >=2.4; OS version <18")
        #expect(Kill.Target.app.description == "the app")
        #expect(Kill.Target.families("Lock", [.accessoryInline]).description == "Lock (accessoryInline)")
        #expect(Kill.Target.flag("on").description == "flag on")
    }
}
