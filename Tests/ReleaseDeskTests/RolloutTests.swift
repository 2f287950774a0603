import Definitions
import LiveState
import ReleaseDesk
import Rollout
import StrictJSON
import Testing

@Suite("Rollouts at the desk")
struct RolloutTests {
    let desk: Desk
    let ladder: Schedule

    init() throws {
        desk = try Desk.open()
        ladder = try Schedule(parsing: "5@0d,25@2d,100@5d")
    }

    private func start(
        _ hours: Int64 = 0,
        at start: Instant? = nil,
        _ apps: AppSelection = .named(["aurora"])
    ) throws {
        _ = try desk.at(hours).perform(
            .startRollout(of: "enabled", in: apps, schedule: ladder, at: start),
            .removing
        )
    }

    private func refusal(_ body: () throws -> Outcome) -> String? {
        #expect(throws: DeskError.self) { try body() }?.description
    }

    @Test("start takes the schedule named, else the definition's, else Apple's")
    func schedules() throws {
        #expect(
            try desk.now.perform(.startRollout(of: "enabled", in: .named(["minimal"])), .plain).notes == [
                "minimal: enabled: 0 % to 1 %, running; 2 % at 2026-12-02T00:00:00Z, 100 % at 2026-12-07T00:00:00Z"
            ]
        )
        #expect(
            try desk.now.perform(.startRollout(of: "picks", in: .named(["minimal"])), .plain).notes == [
                "minimal: picks: 0 % to 10 %, running; 50 % at 2026-12-04T00:00:00Z"
            ]
        )
        try start()
        #expect(try desk.rollout()?.schedule.text == "5@0d,25@2d,100@5d")
        #expect(try desk.rollout()?.salt == "aurora/enabled")
    }

    @Test("start refuses a past, a far future, a value of the wrong type and one that is the default")
    func badStarts() throws {
        #expect(
            refusal {
                try desk.now.perform(.startRollout(of: "enabled", in: .all, at: Desk.moment(-1)), .plain)
            }
                == "the start 2026-11-30T23:00:00Z is in the past; it is 2026-12-01T00:00:00Z"
        )
        #expect(
            refusal {
                try desk.now.perform(
                    .startRollout(of: "enabled", in: .all, at: Desk.moment(24 * 400)),
                    .plain
                )
            }
                == "the start 2028-01-05T00:00:00Z is more than a year ahead; it is 2026-12-01T00:00:00Z"
        )
        #expect(
            throws: DeskError.invalid("spacing: \"a\" is a string, and the flag is of type integer")
        ) { try desk.now.perform(.startRollout(of: "spacing", in: .all, value: "\"a\""), .plain) }
        #expect(
            refusal { try desk.now.perform(.startRollout(of: "spacing", in: .named(["aurora"])), .plain) }
                == "aurora: spacing is of type integer, and its definition names no value to roll out; name one with "
                + "`rollout start --value`"
        )
        #expect(
            refusal {
                try desk.now.perform(
                    .startRollout(of: "spacing", in: .named(["aurora"]), value: "30"),
                    .plain
                )
            }
                == "aurora: spacing 30 is the default already, so a rollout changes nothing"
        )
        #expect(try desk.rollout("aurora", "spacing") == nil)
    }

    @Test("a start in the future is scheduled, and its fraction of a second is cut off")
    func scheduled() throws {
        try start(0, at: Desk.moment(10).adding(seconds: 1))
        let outcome = try desk.at(0).perform(
            .startRollout(
                of: "enabled",
                in: .named(["minimal"]),
                schedule: ladder,
                at: Instant(parsing: "2026-12-02T00:00:00.750Z")
            ),
            .plain
        )
        #expect(
            outcome.notes == [
                "minimal: enabled: 0 %, scheduled; 5 % at 2026-12-02T00:00:00Z, 100 % at 2026-12-07T00:00:00Z"
            ]
        )
    }

    @Test("with all apps in mixed states, those that can go, and the others are named")
    func mixed() throws {
        try start(0, .all)
        _ = try desk.at(1).perform(.haltRollout(of: "enabled", in: .named(["minimal"])), .plain)
        let outcome = try desk.at(2).perform(.completeRollout(of: "enabled", in: .all), .plain)
        #expect(outcome.notes == ["aurora: enabled: 5 % to 100 %, completed"])
        #expect(outcome.warnings == ["minimal: enabled is halted; use `rollout start`"])
        #expect(try desk.rollout("minimal")?.state == .halted)
    }

    @Test("completed, halted and started again, the same installations come first")
    func sameSalt() throws {
        // Buckets 34356, 124027, 815609 of `Vectors/bucketing.json` for this salt.
        let installations = [
            "F768064F-9585-47AD-A39E-ED24C2C063FE", "5966EB44-E0C6-4744-9511-3DC30E9A8DF5",
            "B9C48CB0-1720-400E-8CA8-2984FCB042D9",
        ]
        var sample = Sample()
        sample.change(
            "enabled",
            "rollout",
            ["value": true, "schedule": "at-once", "salt": "beautiful-hd-wallpapers/widget_enabled"]
        )
        let desk = try Desk.open(sample)
        func enrolled(at hours: Int64) throws -> [Bool] {
            let configuration = try desk.state().configuration()
            return try installations.map { id in
                let decision = try configuration.decide(
                    FlagKey("enabled"),
                    for: Context(installation: id),
                    at: Desk.moment(hours)
                )
                return decision?.value == .boolean(true)
            }
        }
        for round in 0..<2 as Range<Int64> {
            let first = round * 1000
            _ = try desk.at(first).perform(.startRollout(of: "enabled", in: .all, schedule: ladder), .plain)
            #expect(try enrolled(at: first) == [true, false, false])
            #expect(try enrolled(at: first + 48) == [true, true, false])
            _ = try desk.at(first + 50).perform(.completeRollout(of: "enabled", in: .all), .plain)
            #expect(try enrolled(at: first + 50) == [true, true, true])
            _ = try desk.at(first + 51).perform(.haltRollout(of: "enabled", in: .all), .plain)
            #expect(try enrolled(at: first + 51) == [false, false, false])
        }
    }

    @Test("a pause of more than 30 days is warned of, and allowed")
    func longPause() throws {
        try start()
        _ = try desk.at(1).perform(.pauseRollout(of: "enabled", in: .named(["aurora"])), .plain)
        #expect(
            try desk.at(1 + 30 * 24).perform(.resumeRollout(of: "enabled", in: .named(["aurora"])), .dryRun)
                .warnings
                == []
        )
        let outcome = try desk.at(1 + 31 * 24).perform(
            .resumeRollout(of: "enabled", in: .named(["aurora"])),
            .plain
        )
        #expect(
            outcome.warnings == [
                "aurora: enabled was paused for 31 days in total; Apple allows 30 for builds"
            ]
        )
        #expect(try desk.rollout()?.state == .running)
    }

    @Test("a start that nobody would notice warns of what hides it")
    func obstacles() throws {
        _ = try desk.now.perform(.setFlag("enabled", to: "false", in: .named(["aurora"])), .removing)
        _ = try desk.now.perform(.kill(KillOrder(flag: "enabled"), in: .named(["aurora"])), .plain)
        let outcome = try desk.now.perform(.startRollout(of: "enabled", in: .named(["aurora"])), .plain)
        #expect(
            outcome.warnings == [
                "aurora: killed: flag enabled for everyone (revision 12 by ana: because)",
                "aurora: enabled is overridden with false for everyone; the rollout has no effect until "
                    + "`widgetctl flag unset enabled --app aurora`",
            ]
        )
    }

    @Test("a clock that runs behind the log is warned of")
    func clockSetBack() throws {
        try start(10)
        let outcome = try desk.at(8).perform(.pauseRollout(of: "enabled", in: .named(["aurora"])), .plain)
        #expect(
            outcome.warnings == [
                "the clock says 2026-12-01T08:00:00Z, but revision 11 was made at 2026-12-01T10:00:00Z: check it, "
                    + "since stages come by the clock"
            ]
        )
    }
}
