import BundleSamples
import Rollout
import Testing
import TestSupport
import WidgetGating

@Suite("Flags that apply at the next launch")
struct LaunchPinTests {
    let launch: Instant
    let dayAfter: Instant
    let caller = Context(installation: "6F9619FF-8B86-D011-B42D-00C04FC964FF")

    init() throws {
        launch = try Instant(parsing: "2026-12-01T12:00:00Z")
        dayAfter = launch.adding(seconds: 86_400)
    }

    /// A flag that gives 1 to everyone, unless a part says otherwise.
    private func flag(
        _ key: String,
        status: Flag.Status = .active,
        applies: Flag.Applies = .nextLaunch,
        default value: FlagValue = .integer(1),
        prerequisites: [Flag.Prerequisite] = [],
        rules: [Rule] = [],
        rollout: PhasedRollout? = nil
    ) throws -> Flag {
        Flag(
            key: try FlagKey(key),
            status: status,
            applies: applies,
            defaultValue: value,
            prerequisites: prerequisites,
            rules: rules,
            rollout: rollout
        )
    }

    private func configuration(
        revision: Int64,
        _ flags: [Flag],
        widgets: [Widget] = [],
        kills: [Kill] = []
    ) throws -> AppConfiguration {
        try AppConfiguration(
            app: AppID("aurora"),
            revision: revision,
            flags: flags,
            widgets: widgets,
            kills: kills
        )
    }

    private func value(_ configuration: AppConfiguration, _ key: String) throws -> String? {
        let decision = configuration.decide(try FlagKey(key), for: caller, at: dayAfter)
        return decision.map { "\($0.value) \($0.reason)" }
    }

    @Test("keep the value of the launch, while others change, and the newer revision is the one in force")
    func kept() throws {
        let pin = LaunchPin(
            try configuration(revision: 1, [flag("later"), flag("now", applies: .atOnce)]),
            launchedAt: launch
        )
        let newer = pin.applied(
            to: try configuration(
                revision: 2,
                [flag("later", default: .integer(2)), flag("now", applies: .atOnce, default: .integer(2))]
            )
        )
        #expect(newer.revision == 2)
        #expect(try value(newer, "later") == "1 default")
        #expect(try value(newer, "now") == "2 default")
    }

    static let changes: [(String, @Sendable (LaunchPinTests) throws -> [Flag])] = [
        ("switched off", { [try $0.flag("later", status: .off, default: .integer(2))] }),
        (
            "given another value by a rule",
            { [try $0.flag("later", rules: [Rule(name: "override", conditions: [], value: .integer(2))])] }
        ),
        ("let apply at once", { [try $0.flag("later", applies: .atOnce, default: .integer(2))] }),
        ("given another type", { [try $0.flag("later", default: .string("2"))] }),
        ("taken out", { _ in [] }),
    ]

    @Test("do so however they are changed", arguments: changes.indices)
    func changed(index: Int) throws {
        let pin = LaunchPin(try configuration(revision: 1, [flag("later")]), launchedAt: launch)
        let newer = try configuration(revision: 2, Self.changes[index].1(self))
        #expect(try value(newer, "later") != "1 default", "\(Self.changes[index].0)")
        #expect(try value(pin.applied(to: newer), "later") == "1 default", "\(Self.changes[index].0)")
    }

    @Test("do not follow a rollout from stage to stage, not even in the bundle of the launch")
    func stages() throws {
        let rollout = PhasedRollout(
            value: .integer(2),
            salt: "s",
            stages: [Stage(from: launch.adding(seconds: 1), percent: .all)]
        )
        let configuration = try configuration(revision: 1, [flag("later", rollout: rollout)])
        #expect(try value(configuration, "later") == "2 rollout")
        let early = LaunchPin(configuration, launchedAt: launch)
        #expect(try value(early.applied(to: configuration), "later") == "1 rollout-excluded")
        let late = LaunchPin(configuration, launchedAt: launch.adding(seconds: 1))
        #expect(try value(late.applied(to: configuration), "later") == "2 rollout")
    }

    @Test("give their default until the next launch when they are new")
    func new() throws {
        let pin = LaunchPin(try configuration(revision: 1, []), launchedAt: launch)
        let rule = Rule(name: "all", conditions: [], value: .integer(2))
        let newer = pin.applied(
            to: try configuration(
                revision: 2,
                [flag("later", rules: [rule]), flag("now", applies: .atOnce, rules: [rule])]
            )
        )
        #expect(try value(newer, "later") == "1 disabled")
        #expect(try value(newer, "now") == "2 rule")
    }

    @Test("are killed at once, and given back as they were at launch")
    func killed() throws {
        let rule = Rule(name: "all", conditions: [], value: .integer(3))
        let pin = LaunchPin(
            try configuration(revision: 1, [flag("later", rules: [rule])]),
            launchedAt: launch
        )
        let kill = Kill(target: .flag(try FlagKey("later")), scope: .everyone, revision: 2)
        let newer = try configuration(revision: 2, [flag("later", default: .integer(2))], kills: [kill])
        #expect(try value(pin.applied(to: newer), "later") == "1 killed")
        let restored = try configuration(revision: 3, [flag("later", default: .integer(2))])
        #expect(try value(pin.applied(to: restored), "later") == "3 rule")
    }

    @Test("are given back when the kill was there at launch")
    func killedBefore() throws {
        let kill = Kill(target: .app, scope: .everyone, revision: 1)
        let killed = try configuration(
            revision: 1,
            [flag("later", default: .boolean(true))],
            kills: [kill]
        )
        let pin = LaunchPin(killed, launchedAt: launch)
        #expect(try value(pin.applied(to: killed), "later") == "false killed")
        let restored = try configuration(revision: 2, [flag("later", default: .boolean(false))])
        #expect(try value(pin.applied(to: restored), "later") == "true default")
    }

    @Test("count as they were at launch for the flags and widgets that ask for them")
    func asked() throws {
        let wanted = Flag.Prerequisite(flag: try FlagKey("later"), value: .boolean(true))
        func flags(_ value: Bool) throws -> [Flag] {
            [
                try flag("later", default: .boolean(value)),
                try flag(
                    "now",
                    applies: .atOnce,
                    prerequisites: [wanted],
                    rules: [Rule(name: "all", conditions: [], value: .integer(2))]
                ),
            ]
        }
        let widget = Widget(
            kind: try WidgetKind("Lock"),
            families: [.systemSmall],
            flags: [wanted.flag],
            timeline: Timeline(pattern: .static, entries: 1),
            whenDisabled: .emblem
        )
        let pin = LaunchPin(
            try configuration(revision: 1, try flags(true), widgets: [widget]),
            launchedAt: launch
        )
        let newer = pin.applied(to: try configuration(revision: 2, try flags(false), widgets: [widget]))
        #expect(try value(newer, "now") == "2 rule")
        #expect(newer.decide(widget.kind, for: caller, at: dayAfter)?.isEnabled == true)
    }

    @Test("leave all as it is where they cannot be joined with what is newer")
    func conflict() throws {
        func waiting(_ key: String, for other: String, _ applies: Flag.Applies) throws -> Flag {
            let wanted = Flag.Prerequisite(flag: try FlagKey(other), value: .integer(1))
            return try flag(key, applies: applies, prerequisites: [wanted])
        }
        let old = try configuration(
            revision: 1,
            [waiting("later", for: "now", .nextLaunch), flag("now", applies: .atOnce)]
        )
        let newer = try configuration(
            revision: 2,
            [flag("later", default: .integer(2)), waiting("now", for: "later", .atOnce)]
        )
        let joined = LaunchPin(old, launchedAt: launch).applied(to: newer)
        #expect(try value(joined, "later") == "2 default")
    }

    @Test("decide as at launch, and all others as in the newer bundle, whatever both hold")
    func property() throws {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        var random = RandomConfiguration(seed: generator.next())
        var compared = (pinned: 0, others: 0)
        for _ in 0..<300 {
            let (old, newer) = (try random.next(), try random.next())
            let joined = LaunchPin(old, launchedAt: launch).applied(to: newer)
            #expect(joined.kills == newer.kills && joined.widgets == newer.widgets, "\(seed)")
            #expect(joined.wallpapers == newer.wallpapers, "\(seed)")
            let unkilled = try AppConfiguration(
                app: old.app,
                revision: old.revision,
                flags: old.flags,
                widgets: [],
                kills: newer.kills
            )
            let isJoined = Set(joined.flags.map(\.key)).isSuperset(
                of: old.flags.filter(\.isPinned).map(\.key)
            )
            for flag in joined.flags where flag.prerequisites.isEmpty && isJoined {
                let decision = joined.decide(flag.key, for: caller, at: dayAfter)
                if old.flag(flag.key)?.isPinned == true {
                    #expect(decision == unkilled.decide(flag.key, for: caller, at: launch), "\(seed)")
                    compared.pinned += 1
                } else if newer.flag(flag.key)?.isPinned == false {
                    #expect(decision == newer.decide(flag.key, for: caller, at: dayAfter), "\(seed)")
                    compared.others += 1
                }
            }
        }
        #expect(min(compared.pinned, compared.others) > 50, "\(seed): both must occur: \(compared)")
    }
}

extension Flag {
    fileprivate var isPinned: Bool { applies == .nextLaunch }
}
