package import Rollout
import TestSupport

/// Configurations as a team would have them after a while: most flags with a rule, many with a rollout.
package enum SampleConfiguration {
    private static let areas = [
        "home_widget", "lock_widget", "daily_pick", "favorites", "search", "onboarding", "paywall",
        "downloads",
        "live_photos", "categories", "sharing", "notifications", "icloud_sync", "image_cache", "tips",
    ]
    private static let aspects = [
        "enabled", "redesign", "page_size", "headline", "refresh_minutes", "new_layout", "prefetch",
        "haptics",
        "sort_order", "quality", "retry_limit", "button_color", "empty_state", "ranking", "badge",
    ]
    private static let locales = ["ja", "ko", "zh-Hans", "zh-Hant", "fr", "es", "pt-BR", "id", "de"]

    /// The same for the same arguments.
    package static func make(
        flags count: Int,
        revision: Int64 = 50,
        kills: [Kill] = []
    ) throws -> AppConfiguration {
        var random = SeededGenerator(seed: UInt64(count))
        let flags = try (0..<count).map { try flag($0, &random) }
        return try AppConfiguration(
            app: AppID("minimal-wallpapers"),
            revision: revision,
            flags: flags,
            widgets: ["WallpaperHomeWidget", "WallpaperLockWidget", "DailyPickWidget"].map {
                try widget($0, gate: flags[0].key)
            },
            kills: kills
        )
    }

    /// The configuration after its first kill.
    package static func killed(flags count: Int, revision: Int64 = 51) throws -> AppConfiguration {
        try make(
            flags: count,
            revision: revision,
            kills: [kill(widget: "WallpaperLockWidget", locale: "ja", revision: revision)]
        )
    }

    /// The configuration with every flag of these positions off.
    package static func switchedOff(
        _ positions: some Sequence<Int>,
        of configuration: AppConfiguration
    ) throws -> AppConfiguration {
        var flags = configuration.flags
        for position in positions {
            let flag = flags[position]
            flags[position] = Flag(
                key: flag.key,
                status: .off,
                defaultValue: flag.defaultValue,
                rules: flag.rules,
                rollout: flag.rollout
            )
        }
        return try AppConfiguration(
            app: configuration.app,
            revision: configuration.revision + 1,
            flags: flags,
            widgets: configuration.widgets,
            kills: configuration.kills
        )
    }

    private static func kill(widget: String, locale: String, revision: Int64) throws -> Kill {
        let scope = Kill.Scope(
            locales: [try LocaleTag(parsing: locale)],
            appVersions: try VersionRange(parsing: ">=2.4 <2.4.3")
        )
        return Kill(target: .widget(try WidgetKind(widget)), scope: scope, revision: revision)
    }

    private static func flag(_ number: Int, _ random: inout SeededGenerator) throws -> Flag {
        let area = areas[number % areas.count]
        let aspect = aspects[number / areas.count % aspects.count]
        let variation = number / (areas.count * aspects.count)
        let key = try FlagKey(variation == 0 ? "\(area)_\(aspect)" : "\(area)_\(aspect)_\(variation + 1)")
        let start: Int64 = 1_796_083_200_000 + Int64.random(in: 0..<60, using: &random) * 86_400_000
        let stages = try [1, 2, 5, 10, 20, 50, 100].enumerated().map { day, percent in
            Stage(
                from: Instant(millisecondsSince1970: start + Int64(day) * 86_400_000),
                percent: try Percent(percent)
            )
        }
        let isSwitch = number % 3 != 2
        let value: FlagValue = isSwitch ? .boolean(true) : .integer(Int64.random(in: 5..<200, using: &random))
        let minor = Int.random(in: 0..<9, using: &random)
        let rule = Rule(
            name: "not before 2.\(minor)",
            conditions: [
                .locale([try LocaleTag(parsing: locales[Int.random(in: 0..<locales.count, using: &random)])]),
                .appVersion(try VersionRange(parsing: "<2.\(minor)")),
            ],
            value: isSwitch ? .boolean(false) : .integer(30)
        )
        return Flag(
            key: key,
            defaultValue: isSwitch ? .boolean(false) : .integer(60),
            rules: number % 4 == 0 ? [] : [rule],
            rollout: number % 3 == 1
                ? nil : PhasedRollout(value: value, salt: "minimal-wallpapers/\(key)", stages: stages)
        )
    }

    private static func widget(_ kind: String, gate: FlagKey) throws -> Widget {
        Widget(
            kind: try WidgetKind(kind),
            families: [.systemSmall, .systemMedium],
            flags: [gate],
            timeline: Timeline(
                pattern: .timer,
                entries: 6,
                entrySpacingMinutes: 30,
                nextTimelineAfterMinutes: 180
            ),
            whenDisabled: .lastEntry
        )
    }
}
