import Definitions
import ReleaseDesk
import Rollout
import Testing

@Suite("A step of a rollout")
struct RolloutStepTests {
    enum Step: Sendable {
        /// With the schedule of the flag's definition, or Apple's.
        case start
        /// With a ladder of 5, 25 and 100 percent, from so many hours on.
        case startLadder(at: Int64 = 0)
        case pause, resume, complete, halt
        case set(String)

        func take(_ desk: ReleaseDesk, _ order: ReleaseDesk.Order) throws -> Outcome {
            let (flag, apps) = ("enabled", AppSelection.named(["aurora"]))
            switch self {
            case .start: return try desk.perform(.startRollout(of: flag, in: apps), order)
            case .startLadder(let hours):
                let ladder = try Schedule(parsing: "5@0d,25@2d,100@5d")
                let start = Desk.moment(hours)
                return try desk.perform(.startRollout(of: flag, in: apps, schedule: ladder, at: start), order)
            case .pause: return try desk.perform(.pauseRollout(of: flag, in: apps), order)
            case .resume: return try desk.perform(.resumeRollout(of: flag, in: apps), order)
            case .complete: return try desk.perform(.completeRollout(of: flag, in: apps), order)
            case .halt: return try desk.perform(.haltRollout(of: flag, in: apps), order)
            case .set(let percent):
                return try desk.perform(.setRollout(of: flag, to: Percent(parsing: percent), in: apps), order)
            }
        }
    }

    enum Result: Sendable {
        case taken(String)
        /// There was nothing to do.
        case already(String)
        case refused(String)
    }

    struct Attempt: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The steps before, one an hour from hour 0 on.
        let before: [Step]
        let step: Step
        /// nil: the hour after those.
        let hour: Int64?
        let order: ReleaseDesk.Order
        let result: Result

        init(
            _ description: String,
            after before: [Step],
            _ step: Step,
            at hour: Int64? = nil,
            with order: ReleaseDesk.Order = .plain,
            is result: Result
        ) {
            testDescription = description
            self.before = before
            self.step = step
            self.hour = hour
            self.order = order
            self.result = result
        }
    }

    private static func underWay(_ phase: String) -> Result {
        .refused(
            "aurora: enabled is at 5 %, \(phase); `rollout set` and `rollout pause` change it; `rollout halt` would "
                + "take it away from everyone"
        )
    }
    private static let halted = Result.refused("aurora: enabled is halted; use `rollout start`")

    static let attempts = [
        Attempt("start while running", after: [.startLadder()], .start, is: underWay("running")),
        Attempt("start while paused", after: [.startLadder(), .pause], .start, is: underWay("paused")),
        Attempt(
            "start after its last stage, with leave to remove",
            after: [.startLadder()],
            .start,
            at: 121,
            with: .removing,
            is: .taken(
                "aurora: enabled: 100 % to 1 %, running; 2 % at 2026-12-07T01:00:00Z, 100 % at 2026-12-12T01:00:00Z"
            )
        ),
        Attempt(
            "pause twice",
            after: [.startLadder(), .pause],
            .pause,
            is: .already("aurora: enabled is paused already")
        ),
        Attempt(
            "pause before the start",
            after: [.startLadder(at: 48)],
            .pause,
            is: .taken("aurora: enabled: 0 %, paused; waiting: 5 %, 25 %, 100 %")
        ),
        Attempt("pause without a rollout", after: [], .pause, is: .refused("aurora: enabled has no rollout")),
        Attempt(
            "pause after the last stage",
            after: [.startLadder()],
            .pause,
            at: 121,
            is: .already("aurora: enabled is completed: no stage is to come")
        ),
        Attempt(
            "resume while running",
            after: [.startLadder()],
            .resume,
            is: .already("aurora: enabled is running already")
        ),
        Attempt("resume after a halt", after: [.startLadder(), .halt], .resume, is: halted),
        Attempt("complete after a halt", after: [.startLadder(), .halt], .complete, is: halted),
        Attempt(
            "complete twice",
            after: [.startLadder(), .complete],
            .complete,
            is: .already("aurora: enabled is completed already")
        ),
        Attempt(
            "halt twice",
            after: [.startLadder(), .halt],
            .halt,
            is: .already("aurora: enabled is halted already")
        ),
        Attempt(
            "set above the share",
            after: [.startLadder()],
            .set("10"),
            is: .taken("aurora: enabled: 5 % to 10 %, paused; waiting: 25 %, 100 %")
        ),
        Attempt(
            "set below the share",
            after: [.startLadder()],
            .set("1"),
            is: .refused(
                "this would take away what installations have:\n"
                    + "  aurora: enabled would go from 5 % to 1 % of installations\n"
                    + "add --allow-removal if that is meant"
            )
        ),
        Attempt(
            "set below the share, with leave to remove",
            after: [.startLadder()],
            .set("1"),
            with: .removing,
            is: .taken("aurora: enabled: 5 % to 1 %, paused; waiting: 5 %, 25 %, 100 %")
        ),
        Attempt(
            "set before the start",
            after: [.startLadder(at: 48)],
            .set("10"),
            is: .taken("aurora: enabled: 0 % to 10 %, paused; waiting: 25 %, 100 %")
        ),
        Attempt(
            "set where there is no rollout",
            after: [],
            .set("3"),
            is: .taken("aurora: enabled: 0 % to 3 %, paused; waiting: 5 %, 10 %, 20 %, 50 %, 100 %")
        ),
        Attempt(
            "set to the share at which it is paused",
            after: [.startLadder(), .pause],
            .set("5"),
            is: .already("aurora: enabled is paused at 5 % already")
        ),
        Attempt("set after a halt", after: [.startLadder(), .halt], .set("5"), is: halted),
        Attempt(
            "set to everyone",
            after: [.startLadder()],
            .set("100"),
            is: .taken("aurora: enabled: 5 % to 100 %, completed")
        ),
    ]

    @Test("is taken, noted as done already, or refused", arguments: attempts)
    func attempt(_ attempt: Attempt) throws {
        let desk = try Desk.open()
        for (hour, step) in attempt.before.enumerated() {
            _ = try step.take(desk.at(Int64(hour)), .removing)
        }
        let now = desk.at(attempt.hour ?? Int64(attempt.before.count))
        let before = try desk.revision
        switch attempt.result {
        case .taken(let note):
            #expect(try attempt.step.take(now, attempt.order).notes == [note])
            #expect(try desk.revision == before + 1)
        case .already(let note):
            #expect(try attempt.step.take(now, attempt.order).notes == [note])
            #expect(try desk.revision == before)
        case .refused(let reason):
            let error = #expect(throws: DeskError.self) { try attempt.step.take(now, attempt.order) }
            #expect(error?.description == reason)
            #expect(try desk.revision == before)
        }
    }
}
