package import Rollout
import StrictJSON
import TestSupport

/// Makes configurations with every part that a bundle can carry.
package struct RandomConfiguration {
    private var random: SeededGenerator

    /// The same configurations for the same seed.
    package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    package mutating func next() throws -> AppConfiguration {
        let keys = try (0..<number(6)).map { try FlagKey("flag_\($0)") }
        var flags: [Flag] = []
        for key in keys { flags.append(try flag(key, earlier: flags)) }
        let kinds = try (0..<number(3)).map { try WidgetKind("Widget\($0)") }
        let gates = flags.filter { $0.type == .boolean }.map(\.key)
        let widgets = kinds.map { kind in
            Widget(
                kind: kind,
                families: some(of: WidgetFamily.allCases),
                flags: chance() ? gates : [],
                timeline: timeline(),
                whenDisabled: pick(Widget.Fallback.allCases)
            )
        }
        return try AppConfiguration(
            app: AppID("some-app"),
            revision: Int64(number(1_000_000)),
            flags: flags,
            widgets: widgets,
            kills: (0..<number(4)).map { try kill(Int64($0), keys, kinds) },
            wallpapers: chance() ? try hash() : nil
        )
    }

    private mutating func number(_ below: Int) -> Int { Int.random(in: 0..<below, using: &random) }
    private mutating func chance() -> Bool { number(2) == 0 }

    private mutating func hash() throws -> ManifestHash {
        let digits = Array("0123456789abcdef")
        return try ManifestHash(String((0..<64).map { _ in pick(digits) }))
    }

    private mutating func pick<Item>(_ items: [Item]) -> Item { items[number(items.count)] }

    /// At least one, none twice.
    private mutating func some<Item>(of items: [Item]) -> [Item] {
        Array(items.shuffled(using: &random).prefix(1 + number(items.count)))
    }

    private mutating func text() -> String {
        let parts = ["a", "é", "e\u{301}", "\"", "\\", "/", "\n", "\u{0}", "\u{2028}", "😀", "\u{7F}", " "]
        return (0..<number(6)).map { _ in pick(parts) }.joined()
    }

    private mutating func json(depth: Int = 2) -> JSON {
        switch number(depth > 0 ? 7 : 5) {
        case 0: .null
        case 1: .bool(chance())
        case 2: .integer(pick([0, -1, .max, .min]))
        case 3: .number(pick([0.5, -0.0, 1e300, .leastNonzeroMagnitude, 1.0]))
        case 4: .string(text())
        case 5: .array((0..<number(3)).map { _ in json(depth: depth - 1) })
        default:
            .object(
                Dictionary((0..<number(3)).map { _ in (text(), json(depth: depth - 1)) }) { first, _ in first
                }
            )
        }
    }

    private mutating func value(_ type: FlagType) -> FlagValue {
        switch type {
        case .boolean: .boolean(chance())
        case .integer: .integer(pick([0, 30, -1, .max]))
        case .number: .number(pick([0, 0.25, -1.5, 1e21]))
        case .string: .string(text())
        case .json: .json(json())
        }
    }

    private mutating func flag(_ key: FlagKey, earlier: [Flag]) throws -> Flag {
        let type = pick(FlagType.allCases)
        let prerequisite = earlier.isEmpty || chance() ? nil : pick(earlier)
        return Flag(
            key: key,
            status: pick(Flag.Status.allCases),
            applies: pick(Flag.Applies.allCases),
            defaultValue: value(type),
            prerequisites: prerequisite.flatMap { flag in
                flag.prerequisites.isEmpty
                    ? [Flag.Prerequisite(flag: flag.key, value: value(flag.type))] : nil
            } ?? [],
            // The last of the names is that of a live override.
            rules: try (0..<number(4)).map {
                Rule(
                    name: pick(["rule \($0)", "override"]),
                    conditions: try conditions(),
                    value: value(type)
                )
            },
            rollout: chance() ? try rollout(value(type)) : nil
        )
    }

    private mutating func rollout(_ value: FlagValue) throws -> PhasedRollout {
        let stages = try (0..<number(4)).map { step in
            Stage(
                from: Instant(millisecondsSince1970: 1_796_083_200_000 + Int64(step) * 86_400_000),
                percent: try Percent(pick([0, 0.0001, 0.25, 5, 33.3333, 100]))
            )
        }
        return PhasedRollout(value: value, salt: text(), stages: stages)
    }

    private mutating func conditions() throws -> [Condition] {
        let locales = try ["ja", "zh-Hant", "pt-BR"].map { try LocaleTag(parsing: $0) }
        let ranges = try [">=2.4 <2.6", "<3", "2.4.1-beta.2"].map { try VersionRange(parsing: $0) }
        let devices = try ["iPad*", "iPhone15,2"].map { try DevicePattern(parsing: $0) }
        // In the order in which they are read back.
        let all: [Condition] = [
            .locale(some(of: locales)), .region(some(of: ["JP", "419", "DE"])), .appVersion(pick(ranges)),
            .build(pick(ranges)), .osVersion(pick(ranges)), .device(some(of: devices)),
            .family(some(of: WidgetFamily.allCases)), .distribution(some(of: Distribution.allCases)),
            .installation(some(of: ["6F96", "é"])),
            .attribute(
                name: pick(["plan", "é \"/"]),
                values: some(of: [.string("pro"), .boolean(true), .number(3), .number(0.5)])
            ),
        ]
        return all.filter { _ in number(4) == 0 }
    }

    private mutating func timeline() -> Timeline {
        let pattern = pick(Timeline.Pattern.allCases)
        let entries = pattern == .static ? 1 : 1 + number(6)
        return Timeline(
            pattern: pattern,
            entries: entries,
            entrySpacingMinutes: entries > 1 ? 30 : nil,
            nextTimelineAfterMinutes: [.timer, .timerWithAppReloads].contains(pattern) ? 180 : nil,
            reloadsOn: [.appDriven, .timerWithAppReloads].contains(pattern) ? ["favoriteChanged"] : []
        )
    }

    private mutating func kill(_ revision: Int64, _ keys: [FlagKey], _ kinds: [WidgetKind]) throws -> Kill {
        var targets: [Kill.Target] = [.app]
        targets += keys.map(Kill.Target.flag)
        targets += kinds.flatMap { [.widget($0), .families($0, some(of: WidgetFamily.allCases))] }
        return Kill(
            target: pick(targets),
            scope: Kill.Scope(
                locales: chance() ? nil : [try LocaleTag(parsing: "ja")],
                appVersions: chance() ? nil : try VersionRange(parsing: "<2.4.2"),
                osVersions: chance() ? nil : try VersionRange(parsing: ">=18")
            ),
            revision: revision
        )
    }
}
