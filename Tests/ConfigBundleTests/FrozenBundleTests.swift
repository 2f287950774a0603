import ConfigBundle
import Cryptography
import Rollout
import Testing
import TestSupport

@Suite("The frozen bundle of format 1")
struct FrozenBundleTests {
    let configuration: AppConfiguration

    init() throws {
        configuration = try AppConfiguration(bundle: FrozenBundle.bytes())
    }

    @Test("is the file that was frozen")
    func untouched() throws {
        let digest = SHA256.hash(try FrozenBundle.bytes()).bytes
        let hex = digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(hex == FrozenBundle.sha256)
    }

    @Test("is written again to the byte")
    func canonical() throws {
        #expect(configuration.bundleBytes == (try FrozenBundle.bytes()))
    }

    @Test("has the entity tag that another program computes")
    func entityTag() throws {
        #expect(try Representation(FrozenBundle.bytes()).entityTag == FrozenBundle.entityTag)
    }

    @Test("says what it is")
    func particulars() throws {
        #expect(configuration.app.text == "frozen-app")
        #expect(configuration.revision == 4711)
        #expect(configuration.flags.count == 6)
        #expect(configuration.widgets.map(\.kind.text) == ["Home", "Lock"])
        #expect(configuration.kills.map(\.revision) == [4000, 4001, 4002, 4003])
        #expect(configuration.widget(try WidgetKind("Home"))?.timeline.reloadsOn == ["favoriteChanged"])
    }

    struct FlagCase: Sendable, CustomTestStringConvertible {
        let flag: String
        var day = "2026-12-01"
        var context = Context()
        let decision: String
        var testDescription: String { "\(flag) on \(day): \(decision)" }
    }

    /// The installation falls into bucket 34356 and the other into 124027 (`Vectors/bucketing.json`), so 5 percent
    /// hold the first, and 20 percent both.
    static let early = "F768064F-9585-47AD-A39E-ED24C2C063FE"
    static let later = "5966EB44-E0C6-4744-9511-3DC30E9A8DF5"

    static func flagCases() throws -> [FlagCase] {
        [
            FlagCase(flag: "widget_enabled", day: "2026-11-30", decision: "false rollout-excluded"),
            FlagCase(
                flag: "widget_enabled",
                context: Context(installation: early),
                decision: "true rollout"
            ),
            FlagCase(
                flag: "widget_enabled",
                context: Context(installation: later),
                decision: "false rollout-excluded"
            ),
            FlagCase(
                flag: "widget_enabled",
                day: "2026-12-03",
                context: Context(installation: later),
                decision: "true rollout"
            ),
            FlagCase(flag: "widget_enabled", day: "2026-12-05", decision: "true rollout"),
            FlagCase(
                flag: "widget_enabled",
                context: Context(distribution: .testFlight),
                decision: "true rule"
            ),
            FlagCase(
                flag: "refresh_spacing_minutes",
                context: Context(osVersion: try Version(parsing: "17.4"), device: "iPhone10,3"),
                decision: "60 rule"
            ),
            FlagCase(
                flag: "refresh_spacing_minutes",
                context: Context(osVersion: try Version(parsing: "26.1"), device: "iPhone10,3"),
                decision: "30 killed"
            ),
            FlagCase(
                flag: "tap_target",
                context: Context(family: .systemLarge),
                decision: #""app" prerequisite"#
            ),
            FlagCase(
                flag: "tap_target",
                context: Context(family: .systemLarge, distribution: .testFlight),
                decision: #""wallpaper" rule"#
            ),
            FlagCase(
                flag: "tap_target",
                context: Context(
                    distribution: .testFlight,
                    attributes: ["plan": .string("team"), "level": .number(3)]
                ),
                decision: "\"today/ü\u{2028}\" rule"
            ),
            FlagCase(flag: "opacity", decision: "0.5 disabled"),
            FlagCase(flag: "categories", decision: #"{"a":[1,null,"x/y"]} default"#),
            FlagCase(
                flag: "categories",
                context: Context(
                    installation: "me",
                    build: try Version(parsing: "2000.0"),
                    locale: try LocaleTag(parsing: "zh_TW"),
                    region: "JP"
                ),
                decision: "[] rule"
            ),
        ]
    }

    @Test("gives the same decisions on flags for ever", arguments: try Self.flagCases())
    func flags(_ expected: FlagCase) throws {
        let now = try Instant(parsing: "\(expected.day)T00:00:00Z")
        let decision = configuration.decide(try FlagKey(expected.flag), for: expected.context, at: now)
        #expect(decision.map { "\($0.value) \($0.reason)" } == expected.decision)
    }

    struct WidgetCase: Sendable {
        let widget: String
        var locale = "en"
        var version = "2.5"
        var family = WidgetFamily.accessoryCircular
        let decision: String
    }

    static let widgetCases = [
        WidgetCase(widget: "Home", decision: "enabled"),
        WidgetCase(widget: "Lock", decision: "enabled"),
        WidgetCase(widget: "Lock", version: "2.3", decision: "gated lock_widget_enabled default emblem"),
        WidgetCase(widget: "Lock", locale: "ja_JP", decision: "killed 4000 emblem"),
        WidgetCase(widget: "Lock", version: "2.4.1", decision: "killed 4001 emblem"),
        WidgetCase(widget: "Lock", version: "2.4.1", family: .accessoryRectangular, decision: "enabled"),
    ]

    @Test("gives the same decisions on widgets for ever", arguments: widgetCases)
    func widgets(_ expected: WidgetCase) throws {
        let context = Context(
            appVersion: try Version(parsing: expected.version),
            locale: try LocaleTag(parsing: expected.locale),
            family: expected.family,
            distribution: .testFlight
        )
        let now = try Instant(parsing: "2026-12-01T00:00:00Z")
        let decision = try #require(
            configuration.decide(try WidgetKind(expected.widget), for: context, at: now)
        )
        let words =
            switch decision.reason {
            case .enabled: "enabled"
            case .killed(let revision): "killed \(revision) \(decision.whenDisabled.rawValue)"
            case .gated(let flag, let gate): "gated \(flag) \(gate.reason) \(decision.whenDisabled.rawValue)"
            }
        #expect(words == expected.decision)
    }

    @Test("has a list of kills alone, in the same form")
    func killList() throws {
        let expected = """
            {"app":"frozen-app","format":1,"kills":[{"locales":["ja"],"revision":4000,"target":"widget","widget":"Lock"},\
            {"appVersions":">=2.4 <2.4.2","families":["accessoryCircular"],"revision":4001,"target":"widget",\
            "widget":"Lock"},{"flag":"refresh_spacing_minutes","osVersions":">=26","revision":4002,"target":"flag"},\
            {"revision":4003,"target":"widget","widget":"Gone"}],"revision":4711}
            """
        #expect(String(decoding: configuration.killListBytes, as: UTF8.self) == expected)
    }
}
