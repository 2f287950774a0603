import Rollout
import StrictJSON
import TestSupport

/// Random definitions and callers out of small sets, so that they meet each other often.
extension SeededGenerator {
    static let start: Instant = "2026-12-01T00:00:00Z"
    private static let locales: [LocaleTag] = [
        "ja", "ja-JP", "zh-Hant", "zh-TW", "zh-Hant-TW", "zh-Hans", "zh", "en", "en-GB", "sr-Latn", "sr-ME",
    ]
    private static let versions: [Version] = ["1", "1.2", "1.2.3-rc.1", "1.2.3", "1.2.3.4", "2", "3.1", "10"]
    private static let ranges: [VersionRange] = [
        ">=1.2", ">1.2.3", "<2", "<=2", ">=1.2 <2", ">=1 <=10", "1.2.3", ">=2 <3.1", "<1.2.3", ">0",
    ]
    private static let regions = ["JP", "TW", "GB", "US", "419"]
    private static let devices = ["iPhone15,2", "iPhone15,3", "iPad14,1", "iPod9,1"]
    private static let patterns: [DevicePattern] = [
        "*", "iPhone*", "iPhone15*", "iPhone15,2", "iPad*", "iPod9,1",
    ]
    private static let attributes: [AttributeValue] = [
        .string("gold"), .string(""), .boolean(true), .boolean(false), .number(3), .number(0.5),
    ]
    private static let attributeNames = ["tier", "beta", "level"]
    private static let installations = ["A", "B", "C", "D"]

    mutating func moment() -> Instant {
        Self.start.adding(seconds: .random(in: -86_400...(8 * 86_400), using: &self))
    }

    /// A caller of whom much is known, or little.
    mutating func context() -> Context {
        let known = one(of: [0.5, 0.9, 1.0])
        var context = Context()
        if chance(known) { context.installation = chance(0.3) ? one(of: Self.installations) : installation() }
        if chance(known) { context.appVersion = one(of: Self.versions) }
        if chance(known) { context.build = one(of: Self.versions) }
        if chance(known) { context.osVersion = one(of: Self.versions) }
        if chance(known) { context.locale = one(of: Self.locales) }
        if chance(known) { context.region = one(of: Self.regions) }
        if chance(known) { context.device = one(of: Self.devices) }
        if chance(known) { context.family = one(of: WidgetFamily.allCases) }
        if chance(known) { context.distribution = one(of: Distribution.allCases) }
        for name in Self.attributeNames where chance(known) {
            context.attributes[name] = one(of: Self.attributes)
        }
        return context
    }

    /// At most one condition for each attribute, in the order in which a document is read.
    mutating func conditions(_ probability: Double) -> [Condition] {
        var conditions: [Condition] = []
        if chance(probability) { conditions.append(.locale(some(of: Self.locales))) }
        if chance(probability) { conditions.append(.region(some(of: Self.regions))) }
        if chance(probability) { conditions.append(.appVersion(one(of: Self.ranges))) }
        if chance(probability) { conditions.append(.build(one(of: Self.ranges))) }
        if chance(probability) { conditions.append(.osVersion(one(of: Self.ranges))) }
        if chance(probability) { conditions.append(.device(some(of: Self.patterns))) }
        if chance(probability) { conditions.append(.family(some(of: WidgetFamily.allCases))) }
        if chance(probability) { conditions.append(.distribution([one(of: Distribution.allCases)])) }
        if chance(probability) { conditions.append(.installation(some(of: Self.installations))) }
        for name in Self.attributeNames.sorted() where chance(probability / 2) {
            conditions.append(.attribute(name: name, values: some(of: Self.attributes)))
        }
        return conditions
    }

    mutating func value(_ type: FlagType) -> FlagValue {
        switch type {
        case .boolean: .boolean(chance(0.5))
        case .integer: .integer(.random(in: -5...5, using: &self))
        case .number: .number(Double(Int.random(in: -10...10, using: &self)) / 4)
        case .string: .string(one(of: ["", "plain", "日本語", "quote\" back\\ line\n"]))
        case .json: .json(one(of: [.null, [1, .number(1.5), "a"], ["key": [true]], "text", 7]))
        }
    }

    mutating func rollout(_ type: FlagType) -> PhasedRollout {
        var stages: [Stage] = []
        for _ in 0..<Int.random(in: 0...7, using: &self) {
            let percent = Double(Int.random(in: 0...1_000_000, using: &self)) / 10_000
            guard let percent = try? Percent(chance(0.3) ? percent.rounded() : percent) else { continue }
            stages.append(Stage(from: moment(), percent: percent))
        }
        return PhasedRollout(value: value(type), salt: one(of: ["a/b", "", "app/flag", "é"]), stages: stages)
    }

    mutating func flag(_ key: FlagKey, _ type: FlagType, prerequisites: [Flag.Prerequisite] = []) -> Flag {
        let rules = (0..<Int.random(in: 0...3, using: &self)).map { index in
            Rule(name: "rule \(index)", conditions: conditions(0.2), value: value(type))
        }
        return Flag(
            key: key,
            status: chance(0.8) ? .active : one(of: Flag.Status.allCases),
            defaultValue: value(type),
            prerequisites: prerequisites,
            rules: rules,
            rollout: chance(0.6) ? rollout(type) : nil
        )
    }

    mutating func kill(flags: [FlagKey], widgets: [WidgetKind]) -> Kill {
        let target: Kill.Target =
            switch Int.random(in: 0..<8, using: &self) {
            case 0: .app
            case 1, 2: .widget(one(of: widgets))
            case 3, 4: .families(one(of: widgets), some(of: WidgetFamily.allCases))
            default: .flag(one(of: flags))
            }
        let scope = Kill.Scope(
            locales: chance(0.6) ? some(of: Self.locales) : nil,
            appVersions: chance(0.5) ? one(of: Self.ranges) : nil,
            osVersions: chance(0.3) ? one(of: Self.ranges) : nil
        )
        // Few revisions, so that some stand twice.
        return Kill(target: target, scope: scope, revision: .random(in: 0...5, using: &self))
    }

    mutating func timeline() -> Timeline {
        let pattern = one(of: Timeline.Pattern.allCases)
        let entries = pattern == .static ? 1 : one(of: [1, 2, 6])
        let hasTimer = pattern == .timer || pattern == .timerWithAppReloads
        let hasReloads = pattern == .appDriven || pattern == .timerWithAppReloads
        return Timeline(
            pattern: pattern,
            entries: entries,
            entrySpacingMinutes: entries > 1 ? one(of: [5, 30]) : nil,
            nextTimelineAfterMinutes: hasTimer ? one(of: [60, 180]) : nil,
            reloadsOn: hasReloads ? some(of: ["favoriteChanged", "signedIn"]) : []
        )
    }

    mutating func widget(_ kind: WidgetKind, flags: [FlagKey]) -> Widget {
        Widget(
            kind: kind,
            families: some(of: WidgetFamily.allCases),
            flags: chance(0.2) ? [] : some(of: flags),
            timeline: timeline(),
            whenDisabled: one(of: Widget.Fallback.allCases)
        )
    }

    /// The parts of a configuration: flags of each type, some of which wait for earlier ones, widgets and kills.
    mutating func parts() -> (flags: [Flag], widgets: [Widget], kills: [Kill]) {
        let kinds: [(FlagKey, FlagType)] = [
            ("enabled", .boolean), ("home", .boolean), ("lock", .boolean), ("pacing", .integer),
            ("scale", .number), ("target", .string), ("categories", .json),
        ]
        var flags: [Flag] = []
        for (index, (key, type)) in kinds.enumerated() {
            // Of every other flag, so that no more than three wait in a row.
            let candidates = kinds[..<index].filter { _ in index % 2 == 1 && chance(0.3) }.prefix(2)
            let prerequisites = candidates.map { Flag.Prerequisite(flag: $0.0, value: value($0.1)) }
            flags.append(flag(key, type, prerequisites: prerequisites))
        }
        let gates = kinds.filter { $0.1 == .boolean }.map(\.0)
        let widgets = [widget("HomeWidget", flags: gates), widget("LockWidget", flags: gates)]
        let kills = (0..<Int.random(in: 0...4, using: &self)).map { _ in
            kill(flags: flags.map(\.key), widgets: widgets.map(\.kind))
        }
        return (flags, widgets, kills)
    }
}
