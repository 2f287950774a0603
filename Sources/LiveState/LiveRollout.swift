package import Definitions
package import Rollout
package import StrictJSON

/// A flag's rollout as it stands: what travels, and what is needed to go on after a pause.
package struct LiveRollout: Equatable, Sendable {
    package enum State: String, CaseIterable, Sendable {
        /// Its stages come by themselves.
        case running
        /// Holds its share until it is resumed.
        case paused
        /// At 100 percent by command.
        case completed
        /// At 0 percent by command.
        case halted
    }

    /// What enrolled installations get.
    package let value: FlagValue
    package let salt: String
    /// The ladder as it was written when it started.
    package let schedule: String
    package let state: State
    /// When the first stage began or will begin.
    package let startedAt: Instant
    /// In order of time: those reached, and those to come unless it is held.
    package let stages: [Stage]
    /// While paused: the stages to come, in seconds after a resume.
    package let waiting: [Schedule.Step]
    /// nil unless paused.
    package let pausedAt: Instant?
    /// All earlier pauses together.
    package let pausedSeconds: Int64

    /// As the bundle has it.
    package var phased: PhasedRollout { PhasedRollout(value: value, salt: salt, stages: stages) }

    package func percent(at now: Instant) -> Percent { phased.percent(at: now) }
}

// MARK: - From state to state

extension LiveRollout {
    /// A rollout that begins its ladder at a moment, now or later.
    package static func starting(
        _ schedule: Schedule,
        value: FlagValue,
        salt: String,
        at start: Instant
    ) -> LiveRollout {
        LiveRollout(
            value: value,
            salt: salt,
            schedule: schedule.text,
            state: .running,
            startedAt: start,
            stages: schedule.stages(from: start),
            waiting: [],
            pausedAt: nil,
            pausedSeconds: 0
        )
    }

    /// A rollout that holds one share from now on.
    package static func holding(
        _ percent: Percent,
        value: FlagValue,
        salt: String,
        at now: Instant
    ) -> LiveRollout {
        LiveRollout(
            value: value,
            salt: salt,
            schedule: "",
            state: .paused,
            startedAt: now,
            stages: [Stage(from: now, percent: percent)],
            waiting: [],
            pausedAt: now,
            pausedSeconds: 0
        )
    }

    /// Holds the share that is reached; the list of stages is cut there.
    package func paused(at now: Instant) -> LiveRollout {
        changed(
            .paused,
            stages: stages.filter { $0.from <= now },
            waiting: stages.filter { $0.from > now }.map {
                Schedule.Step(percent: $0.percent, after: $0.from.seconds(since: now))
            },
            pausedAt: now
        )
    }

    /// Goes on where it was paused: each stage as long after now as it was after the pause.
    package func resumed(at now: Instant) -> LiveRollout {
        let coming = waiting.map { Stage(from: now.adding(seconds: $0.after), percent: $0.percent) }
        return changed(.running, stages: stages + coming, pausedSeconds: pausedSeconds(at: now))
    }

    /// Moves to a share and holds it; a resume goes on with the stages above it.
    package func set(to percent: Percent, at now: Instant) -> LiveRollout {
        let coming = state == .paused ? waiting : paused(at: now).waiting
        return changed(
            .paused,
            stages: reached(by: now) + [Stage(from: now, percent: percent)],
            waiting: coming.filter { $0.percent > percent },
            pausedAt: now,
            pausedSeconds: pausedSeconds(at: now)
        )
    }

    /// Everyone, now.
    package func completed(at now: Instant) -> LiveRollout {
        changed(
            .completed,
            stages: reached(by: now) + [Stage(from: now, percent: .all)],
            pausedSeconds: pausedSeconds(at: now)
        )
    }

    /// Nobody, now.
    package func halted(at now: Instant) -> LiveRollout {
        changed(
            .halted,
            stages: reached(by: now) + [Stage(from: now, percent: .none)],
            pausedSeconds: pausedSeconds(at: now)
        )
    }

    /// All pauses so far, the present one included.
    package func pausedSeconds(at now: Instant) -> Int64 {
        pausedSeconds + (pausedAt.map { max(0, now.seconds(since: $0)) } ?? 0)
    }

    private func reached(by now: Instant) -> [Stage] { stages.filter { $0.from < now } }

    private func changed(
        _ state: State,
        stages: [Stage],
        waiting: [Schedule.Step] = [],
        pausedAt: Instant? = nil,
        pausedSeconds: Int64? = nil
    ) -> LiveRollout {
        LiveRollout(
            value: value,
            salt: salt,
            schedule: schedule,
            state: state,
            startedAt: startedAt,
            stages: stages,
            waiting: waiting,
            pausedAt: pausedAt,
            pausedSeconds: pausedSeconds ?? self.pausedSeconds
        )
    }
}

// MARK: - JSON

extension LiveRollout {
    package init?(_ field: JSONField, type: FlagType) {
        let keys = [
            "value", "salt", "schedule", "state", "startedAt", "stages", "waiting", "pausedAt",
            "pausedSeconds",
        ]
        guard let object = field.object(keys) else { return nil }
        let value = object.required("value")?.flagValue(type)
        let salt = object.required("salt")?.string()
        let schedule = object.required("schedule")?.string()
        let state: State? = object.required("state")?.named("state")
        let startedAt = object.required("startedAt")?.parsed(Instant.init(parsing:))
        let stages = object.required("stages")?.list { Stage($0) }
        let waiting = object.value("waiting", or: []) { $0.list { Schedule.Step($0) } }
        let pausedAt = object.value("pausedAt", or: nil) {
            $0.parsed(Instant.init(parsing:)).map(Optional.some)
        }
        let pausedSeconds = object.value("pausedSeconds", or: 0) { $0.integer(in: 0...Int64.max) }
        guard let value, let salt, let schedule, let state, let startedAt, let stages, let waiting,
            let pausedAt,
            let pausedSeconds
        else { return nil }
        self.init(
            value: value,
            salt: salt,
            schedule: schedule,
            state: state,
            startedAt: startedAt,
            stages: stages,
            waiting: waiting,
            pausedAt: pausedAt,
            pausedSeconds: pausedSeconds
        )
    }

    package var json: JSON {
        var object: [String: JSON] = [
            "value": value.json, "salt": .string(salt), "schedule": .string(schedule),
            "state": .string(state.rawValue), "startedAt": .string("\(startedAt)"),
            "stages": .array(stages.map(\.json)),
        ]
        object["pausedAt"] = pausedAt.map { .string("\($0)") }
        if !waiting.isEmpty { object["waiting"] = .array(waiting.map(\.json)) }
        if pausedSeconds > 0 { object["pausedSeconds"] = .integer(pausedSeconds) }
        return .object(object)
    }
}

extension Schedule.Step {
    fileprivate init?(_ field: JSONField) {
        guard let object = field.object(["percent", "afterSeconds"]) else { return nil }
        let percent = object.required("percent")?.percent()
        let after = object.required("afterSeconds")?.integer(in: 0...Int64.max)
        guard let percent, let after else { return nil }
        self.init(percent: percent, after: after)
    }

    fileprivate var json: JSON { ["percent": percent.json, "afterSeconds": .integer(after)] }
}
