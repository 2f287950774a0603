import Definitions
import LiveState
import Rollout
import StrictJSON
import Testing

/// What happens to a rollout, and how many hours after the origin.
enum Step: Sendable {
    case pause(Int64)
    case resume(Int64)
    case set(String, Int64)
    case complete(Int64)
    case halt(Int64)
}

/// Hours after 2026-12-01T00:00:00Z.
private func hour(_ hours: Int64) -> Instant {
    Instant(millisecondsSince1970: 1_796_083_200_000).adding(seconds: hours * 3600)
}

/// A rollout up the ladder 5 % at once, 25 % after 48 hours, 100 % after 120.
private func rollout(startingAt start: Int64, _ steps: [Step] = []) throws -> LiveRollout {
    let schedule = try Schedule(parsing: "5@0d,25@2d,100@5d")
    let first = LiveRollout.starting(schedule, value: .boolean(true), salt: "s", at: hour(start))
    return try steps.reduce(first) { rollout, step in
        switch step {
        case .pause(let at): rollout.paused(at: hour(at))
        case .resume(let at): rollout.resumed(at: hour(at))
        case .set(let percent, let at): rollout.set(to: try Percent(parsing: percent), at: hour(at))
        case .complete(let at): rollout.completed(at: hour(at))
        case .halt(let at): rollout.halted(at: hour(at))
        }
    }
}

@Suite("A rollout from state to state")
struct LiveRolloutTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var start: Int64 = 0
        let steps: [Step]
        let state: LiveRollout.State
        /// Hours and percent.
        let stages: String
        var waiting = ""
        var startedAt: Int64 = 0
        var pausedHours: Int64 = 0
    }

    /// The expected hours were reckoned by hand.
    static let cases = [
        Case(testDescription: "running", steps: [], state: .running, stages: "0h 5, 48h 25, 120h 100"),
        Case(
            testDescription: "paused between stages",
            steps: [.pause(12)],
            state: .paused,
            stages: "0h 5",
            waiting: "36h 25, 108h 100"
        ),
        Case(
            testDescription: "paused at the very moment of a stage",
            steps: [.pause(48)],
            state: .paused,
            stages: "0h 5, 48h 25",
            waiting: "72h 100"
        ),
        Case(
            testDescription: "resumed after two days: all later by two days",
            steps: [.pause(12), .resume(60)],
            state: .running,
            stages: "0h 5, 96h 25, 168h 100",
            pausedHours: 48
        ),
        Case(
            testDescription: "paused and resumed twice",
            steps: [.pause(12), .resume(60), .pause(100), .resume(110)],
            state: .running,
            stages: "0h 5, 96h 25, 178h 100",
            pausedHours: 58
        ),
        Case(
            testDescription: "paused before its start and resumed before it: as planned",
            start: 48,
            steps: [.pause(0), .resume(24)],
            state: .running,
            stages: "48h 5, 96h 25, 168h 100",
            startedAt: 48
        ),
        Case(
            testDescription: "paused before its start and resumed a day after it: a day later",
            start: 48,
            steps: [.pause(0), .resume(72)],
            state: .running,
            stages: "72h 5, 120h 25, 192h 100",
            startedAt: 72,
            pausedHours: 24
        ),
        Case(
            testDescription: "set above the share: the rest of the ladder waits, as far apart as it has it",
            steps: [.set("50", 12)],
            state: .paused,
            stages: "0h 5, 12h 50",
            waiting: "72h 100"
        ),
        Case(
            testDescription: "set above the share and resumed half a day later",
            steps: [.set("50", 12), .resume(24)],
            state: .running,
            stages: "0h 5, 12h 50, 96h 100",
            pausedHours: 12
        ),
        Case(
            testDescription: "set below the first step: the whole ladder waits",
            steps: [.set("1", 60), .resume(61)],
            state: .running,
            stages: "0h 5, 48h 25, 60h 1, 61h 5, 109h 25, 181h 100",
            pausedHours: 1
        ),
        Case(
            testDescription: "set before its start",
            start: 48,
            steps: [.set("10", 0)],
            state: .paused,
            stages: "0h 10",
            waiting: "48h 25, 120h 100"
        ),
        Case(
            testDescription: "set while paused: the earlier pause counts",
            steps: [.pause(12), .set("10", 24), .resume(36)],
            state: .running,
            stages: "0h 5, 24h 10, 84h 25, 156h 100",
            pausedHours: 24
        ),
        Case(
            testDescription: "set twice at one moment: the last counts",
            steps: [.set("10", 12), .set("20", 12)],
            state: .paused,
            stages: "0h 5, 12h 20",
            waiting: "48h 25, 120h 100"
        ),
        Case(
            testDescription: "set to everyone",
            steps: [.set("100", 12)],
            state: .completed,
            stages: "0h 5, 12h 100"
        ),
        Case(
            testDescription: "set after completion: what is above waits again",
            steps: [.complete(12), .set("25", 24)],
            state: .paused,
            stages: "0h 5, 12h 100, 24h 25",
            waiting: "72h 100"
        ),
        Case(
            testDescription: "completed while paused",
            steps: [.pause(12), .complete(36)],
            state: .completed,
            stages: "0h 5, 36h 100",
            pausedHours: 24
        ),
        Case(
            testDescription: "halted at its second stage",
            steps: [.halt(50)],
            state: .halted,
            stages: "0h 5, 48h 25, 50h 0"
        ),
        Case(
            testDescription: "halted before its start",
            start: 48,
            steps: [.halt(0)],
            state: .halted,
            stages: "0h 0"
        ),
        Case(
            testDescription: "resumed with the clock set back: no stage comes earlier",
            steps: [.pause(12), .resume(6)],
            state: .running,
            stages: "0h 5, 48h 25, 120h 100"
        ),
        Case(
            testDescription: "resumed though not paused: as it was",
            steps: [.resume(12)],
            state: .running,
            stages: "0h 5, 48h 25, 120h 100"
        ),
    ]

    @Test("takes each step as reckoned by hand", arguments: cases)
    func step(_ expected: Case) throws {
        let rollout = try rollout(startingAt: expected.start, expected.steps)
        let stages = rollout.stages.map { "\($0.from.seconds(since: hour(0)) / 3600)h \($0.percent)" }
        let waiting = rollout.waiting.map { "\($0.after / 3600)h \($0.percent)" }
        #expect(rollout.state == expected.state)
        #expect(stages.joined(separator: ", ") == expected.stages)
        #expect(waiting.joined(separator: ", ") == expected.waiting)
        #expect(rollout.startedAt == hour(expected.startedAt))
        #expect((rollout.pausedAt != nil) == (expected.state == .paused))
        #expect(rollout.pausedSeconds == expected.pausedHours * 3600)
    }

    @Test("is the same after it was stored", arguments: cases)
    func roundTrip(_ expected: Case) throws {
        let rollout = try rollout(startingAt: expected.start, expected.steps)
        let findings = Findings(unknownKeys: .refuse)
        let read = LiveRollout(
            JSONField(try JSON(parsing: rollout.json.canonicalBytes), findings: findings),
            type: .boolean
        )
        #expect(read == rollout)
        #expect(findings.all.isEmpty)
    }

    @Test(
        "is called what it is at the moment",
        arguments: [
            (-1, [], LiveRollout.Phase.scheduled, "0"), (0, [], .running, "5"), (119, [], .running, "25"),
            (120, [], .completed, "100"), (13, [.pause(12)], .paused, "5"), (13, [.halt(12)], .halted, "0"),
            (13, [.complete(12)], .completed, "100"), (47, [.pause(12), .resume(13)], .running, "5"),
        ] as [(Int64, [Step], LiveRollout.Phase, String)]
    )
    func phase(at moment: Int64, _ steps: [Step], _ phase: LiveRollout.Phase, _ percent: String) throws {
        let rollout = try rollout(startingAt: 0, steps)
        #expect(rollout.phase(at: hour(moment)) == phase)
        #expect(rollout.percent(at: hour(moment)).description == percent)
    }

    @Test("is finished at the end of a ladder that stops below 100 percent")
    func finished() throws {
        let schedule = try Schedule(parsing: "10@0d,50@3d")
        let rollout = LiveRollout.starting(schedule, value: .string("x"), salt: "s", at: hour(0))
        #expect(rollout.phase(at: hour(71)) == .running)
        #expect(rollout.phase(at: hour(72)) == .finished)
    }

    @Test("counts a pause that still lasts, from the planned start on")
    func runningPause() throws {
        #expect(try rollout(startingAt: 0, [.pause(12)]).pausedSeconds(at: hour(20)) == 8 * 3600)
        #expect(try rollout(startingAt: 48, [.pause(12)]).pausedSeconds(at: hour(20)) == 0)
        #expect(try rollout(startingAt: 48, [.pause(12)]).pausedSeconds(at: hour(50)) == 2 * 3600)
        #expect(try rollout(startingAt: 0, [.pause(12)]).pausedSeconds(at: hour(0)) == 0)
    }

    @Test(
        "is not read from a document that contradicts itself",
        arguments: [
            (#""state":"paused""#, "a pause goes with the state paused, and only with it"),
            (
                #""state":"running","pausedAt":"2026-12-01T00:00:00Z""#,
                "a pause goes with the state paused, and only with it"
            ),
            (#""state":"going""#, "unknown state \"going\""),
            (#""state":"running","schedule":"5@0d,4@1d""#, "does not rise above"),
            (#""state":"running","value":1"#, "the flag is of type boolean"),
            (#""state":"running","pausedSeconds":-1"#, "-1 is below 0"),
            (#""state":"running","pausedSeconds":9223372036854775807"#, "is above 316224000000"),
        ]
    )
    func contradictions(_ members: String, _ fault: String) throws {
        let findings = Findings(unknownKeys: .refuse)
        let sound: [String: JSON] = [
            "value": true, "salt": "s", "schedule": "at-once", "startedAt": "2026-12-01T00:00:00Z",
            "stages": [["from": "2026-12-01T00:00:00Z", "percent": 5]],
        ]
        guard case .object(let wrong) = try JSON(parsing: Array("{\(members)}".utf8)) else { return }
        let json = JSON.object(sound.merging(wrong) { _, wrong in wrong })
        #expect(LiveRollout(JSONField(json, findings: findings), type: .boolean) == nil)
        #expect(findings.all.contains { $0.message.contains(fault) }, "\(findings.all)")
    }
}
