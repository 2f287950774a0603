import Cryptography
import Rollout

/// One thing to measure, and how large the configuration around it is.
struct Case {
    let flags: Int
    let rules: Int
    let kills: Int

    /// What the goal is set for: one kill for other locales, three rules that do not match, a rollout at 10 percent.
    static let typical = Case(flags: 6, rules: 3, kills: 1)

    /// Every case, one measure varied at a time.
    static let all =
        [typical]
        + [1, 10, 100, 1_000].map { Case(flags: $0, rules: 3, kills: 1) }
        + [0, 1, 10, 100].map { Case(flags: 6, rules: $0, kills: 1) }
        + [0, 1, 10, 100].map { Case(flags: 6, rules: 3, kills: $0) }

    /// The decision, for ever other installations.
    func decision(_ installations: [String]) throws(InvalidValue) -> Stopwatch.Work {
        let configuration = try configuration()
        let key = try FlagKey("flag_0")
        let now = try Instant(parsing: "2026-12-04T12:00:00Z")
        var caller = Context(
            appVersion: try Version(parsing: "2.4.1"),
            build: try Version(parsing: "202608011"),
            osVersion: try Version(parsing: "18.2"),
            locale: try LocaleTag(parsing: "en-GB"),
            region: "GB",
            device: "iPhone15,2",
            family: .systemSmall,
            distribution: .appStore
        )
        caller.attributes = ["tier": .string("free")]
        let callers = installations.map { installation in
            var caller = caller
            caller.installation = installation
            return caller
        }
        return { times in
            var enrolled = 0
            for index in 0..<times {
                let decision = configuration.decide(key, for: callers[index & (callers.count - 1)], at: now)
                if decision?.value == .boolean(true) { enrolled += 1 }
            }
            return enrolled
        }
    }

    /// The hash that a decision needs, over the same bytes, and nothing else.
    static func floor(_ installations: [String]) -> Stopwatch.Work {
        func field(_ text: String) -> [UInt8] {
            [0, 0, 0, UInt8(truncatingIfNeeded: text.utf8.count)] + Array(text.utf8)
        }
        let messages = installations.map { field("bucket-v1") + field(salt) + field($0) }
        return { times in
            var sum = 0
            for index in 0..<times {
                let digest = SHA256.hash(messages[index & (messages.count - 1)])
                sum &+= Int(truncatingIfNeeded: digest.words.0)
            }
            return sum
        }
    }

    private static let salt = "minimal-wallpapers/flag_0"

    private func configuration() throws(InvalidValue) -> AppConfiguration {
        let rollout = PhasedRollout(
            value: .boolean(true),
            salt: Self.salt,
            stages: [
                Stage(from: try Instant(parsing: "2026-12-01T00:00:00Z"), percent: try Percent(1)),
                Stage(from: try Instant(parsing: "2026-12-02T00:00:00Z"), percent: try Percent(2)),
                Stage(from: try Instant(parsing: "2026-12-03T00:00:00Z"), percent: try Percent(5)),
                Stage(from: try Instant(parsing: "2026-12-04T00:00:00Z"), percent: try Percent(10)),
                Stage(from: try Instant(parsing: "2026-12-05T00:00:00Z"), percent: try Percent(20)),
            ]
        )
        let kinds: [Condition] = [
            .locale([try LocaleTag(parsing: "ja"), try LocaleTag(parsing: "zh-Hant")]),
            .appVersion(try VersionRange(parsing: "<2.4")), .device([try DevicePattern(parsing: "iPad*")]),
        ]
        var rules: [Rule] = []
        for index in 0..<self.rules {
            let condition = kinds[index % kinds.count]
            rules.append(Rule(name: "rule \(index)", conditions: [condition], value: .boolean(true)))
        }
        var flags: [Flag] = []
        for index in 0..<self.flags {
            flags.append(
                Flag(
                    key: try FlagKey("flag_\(index)"),
                    defaultValue: .boolean(false),
                    rules: rules,
                    rollout: rollout
                )
            )
        }
        // The first is about the flag that is asked for, the others about others, as far as there are any.
        let scope = Kill.Scope(locales: [try LocaleTag(parsing: "ja"), try LocaleTag(parsing: "ko")])
        let kills = (0..<self.kills).map { index in
            Kill(target: .flag(flags[index % flags.count].key), scope: scope, revision: Int64(index))
        }
        return try AppConfiguration(
            app: try AppID("minimal-wallpapers"),
            revision: 1,
            flags: flags,
            widgets: [],
            kills: kills
        )
    }
}
