import Rollout
import StrictJSON
import Testing
import TestSupport

/// What must hold of every rollout, each over 100,000 installations or more.
@Suite struct RolloutPropertyTests {
    private static let population = 100_000

    private static func flag(_ key: FlagKey, salt: String, stages: [Stage]) -> Flag {
        Flag(
            key: key,
            defaultValue: false,
            rollout: PhasedRollout(value: true, salt: salt, stages: stages)
        )
    }

    private static func configuration(_ flags: [Flag]) throws -> AppConfiguration {
        try AppConfiguration(app: "aurora-wallpapers", revision: 1, flags: flags, widgets: [], kills: [])
    }

    /// A stage a day.
    private static func ladder(_ percents: [Percent]) -> [Stage] {
        percents.enumerated().map { day, percent in
            Stage(from: SeededGenerator.start.adding(seconds: Int64(day) * 86_400), percent: percent)
        }
    }

    /// How far counts are from those expected, in units that do not depend on either (Pearson).
    private static func chiSquare(_ counts: [(found: Int, expected: Double)]) -> Double {
        counts.reduce(0) { sum, count in
            let difference = Double(count.found) - count.expected
            return sum + difference * difference / count.expected
        }
    }

    // MARK: Raising a percentage only ever adds installations

    @Test("Raising a percentage only ever adds installations, and as many as it says")
    func monotonic() throws {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        let apple: [Percent] = ["1", "2", "5", "10", "20", "50", "100"]
        var random: [Percent] = ["0.0001", "0.01"]
        for bound in [1, 1, 1, 100, 100] {
            let buckets = Int.random(in: 1...(bound * 10_000), using: &generator)
            random.append(try Percent(Double(buckets) / 10_000))
        }
        for percents in [apple, random.sorted()] {
            let stages = Self.ladder(percents)
            let configuration = try Self.configuration([
                Self.flag("a", salt: "aurora-wallpapers/\(generator.next())", stages: stages)
            ])
            var counts = percents.map { _ in 0 }
            for _ in 0..<Self.population {
                let context = Context(installation: generator.installation())
                var wasIn = false
                for (index, stage) in stages.enumerated() {
                    let isIn = configuration.decide(FlagKey("a"), for: context, at: stage.from)?.value == true
                    if wasIn && !isIn {
                        Issue.record(
                            "\(context.installation ?? "") falls out at \(stage.percent) % (\(seed))"
                        )
                        return
                    }
                    if isIn { counts[index] += 1 }
                    wasIn = isIn
                }
            }
            for (percent, count) in zip(percents, counts) {
                let share = Double(percent.buckets) / 1_000_000
                let expected = Double(Self.population) * share
                // Six standard deviations of the binomial distribution; one more for shares of a few people.
                let allowed = 6 * (expected * (1 - share)).squareRoot() + 1
                #expect(abs(Double(count) - expected) <= allowed, "\(count) of \(percent) % (\(seed))")
            }
        }
    }

    @Test("A pause keeps the installations that are in, and a resume only adds to them")
    func pause() throws {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        let stages = Self.ladder(["1", "2", "5", "10", "20", "50", "100"])
        for reached in 1..<stages.count {
            let salt = "aurora-wallpapers/\(generator.next())"
            let pausedAt = stages[reached - 1].from.adding(seconds: 3_600)
            let cut = stages.filter { $0.from <= pausedAt }
            let resumedAt = pausedAt.adding(seconds: 10 * 86_400)
            let later = stages.dropFirst(reached).map { stage in
                Stage(from: stage.from.adding(seconds: 10 * 86_400), percent: stage.percent)
            }
            let running = try Self.configuration([Self.flag("a", salt: salt, stages: stages)])
            let paused = try Self.configuration([Self.flag("a", salt: salt, stages: cut)])
            let resumed = try Self.configuration([Self.flag("a", salt: salt, stages: cut + later)])
            func isIn(_ configuration: AppConfiguration, _ context: Context, _ now: Instant) -> Bool {
                configuration.decide(FlagKey("a"), for: context, at: now)?.value == true
            }
            for _ in 0..<(Self.population / 5) {
                let context = Context(installation: generator.installation())
                let before = isIn(running, context, pausedAt)
                let steady =
                    isIn(paused, context, pausedAt) == before && isIn(paused, context, resumedAt) == before
                    && isIn(resumed, context, resumedAt.adding(seconds: -3_601)) == before
                let after = isIn(resumed, context, later.first?.from ?? resumedAt)
                if !steady || (before && !after) {
                    Issue.record("\(context.installation ?? "") at stage \(reached) (\(seed))")
                    return
                }
            }
        }
    }

    // MARK: Two flags with different salts are independent

    @Test("Of two rollouts at 10 percent, one says nothing about the other")
    func independence() throws {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        let installations = (0..<Self.population).map { _ in generator.installation() }
        let salts = [
            "aurora-wallpapers/widget_enabled", "aurora-wallpapers/widget_enable", "aurora-wallpapers/a",
            "minimal-wallpapers/widget_enabled", "minimal-wallpapers/a", "", "1",
        ]
        let limit = 100_000
        let isIn = salts.map { salt in
            installations.map { Bucket(salt: salt, installation: $0).value < limit }
        }
        for a in salts.indices {
            for b in salts.indices where a < b {
                var cells = [[0, 0], [0, 0]]
                for index in installations.indices {
                    cells[isIn[a][index] ? 1 : 0][isIn[b][index] ? 1 : 0] += 1
                }
                let total = Double(Self.population)
                let rows = cells.map { Double($0[0] + $0[1]) }
                let columns = [0, 1].map { Double(cells[0][$0] + cells[1][$0]) }
                let counts = [(0, 0), (0, 1), (1, 0), (1, 1)].map { row, column in
                    (found: cells[row][column], expected: rows[row] * columns[column] / total)
                }
                // One degree of freedom: beyond 31 once in 40 million tests of independent flags.
                let chiSquare = Self.chiSquare(counts)
                #expect(chiSquare < 31, "\(salts[a]) and \(salts[b]): \(chiSquare) (\(seed))")
                let conditional = Double(cells[1][1]) / rows[1]
                // Six standard deviations of a share of 0.1 among the 10,000 that are in.
                #expect(
                    abs(conditional - 0.1) < 0.018,
                    "\(salts[a]) and \(salts[b]): \(conditional) (\(seed))"
                )
            }
        }
    }

    @Test("Installations fall evenly over a hundred cells", arguments: ["random", "counted"])
    func uniformity(kind: String) throws {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        let salt = "aurora-wallpapers/\(generator.next())"
        var cells = [Int](repeating: 0, count: 100)
        for index in 0..<Self.population {
            let installation = kind == "random" ? generator.installation() : "installation-\(index)"
            cells[Bucket(salt: salt, installation: installation).value / 10_000] += 1
        }
        let chiSquare = Self.chiSquare(cells.map { ($0, Double(Self.population) / 100) })
        // 99 degrees of freedom: between 40 and 190 but for one test in some millions. Too even is not random.
        #expect((40...190).contains(chiSquare), "\(chiSquare) (\(seed))")
    }

    // MARK: Order of definition, layers and platforms

    private typealias Decisions = (flag: Decision?, widget: WidgetDecision?)

    /// What one flag and one widget of the configuration give to a caller.
    private static func decisions(
        _ configuration: AppConfiguration,
        _ flag: FlagKey,
        _ widget: WidgetKind,
        _ context: Context,
        _ now: Instant
    ) -> Decisions {
        (
            configuration.decide(flag, for: context, at: now),
            configuration.decide(widget, for: context, at: now)
        )
    }

    /// Compares two ways to come to decisions, over random configurations and callers.
    private func compare(
        _ what: String,
        _ other: (AppConfiguration, inout SeededGenerator) throws -> AppConfiguration?,
        _ decide: (AppConfiguration, FlagKey, WidgetKind, Context, Instant) -> Decisions = Self.decisions
    ) throws {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        var reasons: [String: Int] = [:]
        for _ in 0..<500 {
            let parts = generator.parts()
            let configuration = try AppConfiguration(
                app: "aurora-wallpapers",
                revision: 1,
                flags: parts.flags,
                widgets: parts.widgets,
                kills: parts.kills
            )
            let other = try #require(try other(configuration, &generator), "\(what) (\(seed))")
            for _ in 0..<(Self.population / 500) {
                let (flag, widget) = (
                    generator.one(of: parts.flags).key, generator.one(of: parts.widgets).kind
                )
                let (context, now) = (generator.context(), generator.moment())
                let expected = Self.decisions(configuration, flag, widget, context, now)
                if let reason = expected.flag?.reason { reasons[reason.description, default: 0] += 1 }
                let found = decide(other, flag, widget, context, now)
                if found != expected {
                    Issue.record("\(what): \(context) at \(now) gets \(found), not \(expected) (\(seed))")
                    return
                }
            }
        }
        // Otherwise some layer never answered.
        #expect(reasons.count == 7, "\(reasons) (\(seed))")
    }

    @Test("The order in which flags, widgets and kills are defined changes nothing")
    func order() throws {
        try compare("shuffled") { configuration, generator in
            try AppConfiguration(
                app: configuration.app,
                revision: 1,
                flags: configuration.flags.shuffled(using: &generator),
                widgets: configuration.widgets.shuffled(using: &generator),
                kills: configuration.kills.shuffled(using: &generator)
            )
        }
    }

    @Test("An explanation comes to the same decision")
    func explanation() throws {
        try compare("explained", { configuration, _ in configuration }) {
            configuration,
            flag,
            widget,
            context,
            now in
            (
                configuration.explain(flag, for: context, at: now)?.0,
                configuration.explain(widget, for: context, at: now)?.0
            )
        }
    }

    @Test("What was encoded and decoded again decides the same")
    func encoding() throws {
        try compare("decoded") { configuration, _ in
            let findings = Findings(unknownKeys: .ignore)
            func field(_ json: JSON) throws -> JSONField {
                JSONField(try JSON(parsing: json.canonicalBytes), findings: findings)
            }
            let types = Dictionary(uniqueKeysWithValues: configuration.flags.map { ($0.key, $0.type) })
            let decoded = try AppConfiguration(
                app: configuration.app,
                revision: configuration.revision,
                flags: configuration.flags.compactMap { Flag(try field($0.json), key: $0.key, types: types) },
                widgets: configuration.widgets.compactMap { Widget(try field($0.json), kind: $0.kind) },
                kills: configuration.kills.compactMap { Kill(try field($0.json)) }
            )
            return findings.all.isEmpty ? decoded : nil
        }
    }
}
