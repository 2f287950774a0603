package import Definitions
package import Rollout

/// A flag's rollout as it stands: what travels, and what is needed to go on after a pause.
package struct LiveRollout: Equatable, Sendable {
    /// What was last commanded.
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
    /// What decides who is enrolled; the same for every rollout of the flag, so that the same installations come
    /// first again after a halt.
    package let salt: String
    /// The ladder that it climbs.
    package let schedule: Schedule
    /// What was last commanded; ``phase(at:)`` says what has become of it.
    package private(set) var state: State
    /// When the first share was given out, or will be.
    package private(set) var startedAt: Instant
    /// In order of time: those reached, and those to come unless it is held.
    package private(set) var stages: [Stage]
    /// While paused: the stages to come, in seconds after the pause.
    ///
    /// A resume moves them by as long as it lasted.
    package private(set) var waiting: [Schedule.Step]
    /// nil unless paused.
    package private(set) var pausedAt: Instant?
    /// All earlier pauses together.
    package private(set) var pausedSeconds: Int64

    /// As the bundle has it.
    package var phased: PhasedRollout { PhasedRollout(value: value, salt: salt, stages: stages) }

    /// The share at a moment.
    package func percent(at now: Instant) -> Percent { phased.percent(at: now) }
}

// MARK: - What people call it

extension LiveRollout {
    /// How a rollout shows: stages come by themselves, so the stored state alone does not tell.
    package enum Phase: String, CaseIterable, Sendable {
        /// Its first stage is yet to come.
        case scheduled
        case running
        /// At its last stage, which is below 100 percent.
        case finished
        case paused
        /// At 100 percent, by its last stage or by command.
        case completed
        case halted
    }

    /// The state as it shows at a moment.
    package func phase(at now: Instant) -> Phase {
        switch state {
        case .paused: return .paused
        case .completed: return .completed
        case .halted: return .halted
        case .running:
            if let first = stages.first, first.from > now { return .scheduled }
            if phased.nextStage(after: now) != nil { return .running }
            return percent(at: now) == .all ? .completed : .finished
        }
    }
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
            schedule: schedule,
            state: .running,
            startedAt: start,
            stages: schedule.stages(from: start),
            waiting: [],
            pausedAt: nil,
            pausedSeconds: 0
        )
    }

    /// Holds the share that is reached; the list of stages is cut there.
    package func paused(at now: Instant) -> LiveRollout {
        var next = self
        next.state = .paused
        next.stages = stages.filter { $0.from <= now }
        next.waiting = stages.filter { $0.from > now }.map {
            Schedule.Step(percent: $0.percent, after: $0.from.seconds(since: now))
        }
        next.pausedAt = now
        return next
    }

    /// Goes on where it was paused: every stage to come moves by as long as the pause lasted.
    ///
    /// A pause that ends before the planned start moves nothing.
    package func resumed(at now: Instant) -> LiveRollout {
        guard let pausedAt else { return self }
        let shift = heldSeconds(at: now)
        var next = self
        next.state = .running
        next.stages += waiting.map {
            Stage(from: pausedAt.adding(seconds: $0.after).adding(seconds: shift), percent: $0.percent)
        }
        next.waiting = []
        next.pausedAt = nil
        next.pausedSeconds += shift
        if startedAt > pausedAt { next.startedAt = startedAt.adding(seconds: shift) }
        return next
    }

    /// Moves to a share now and holds it.
    ///
    /// A resume goes on with the ladder's steps above it, as far apart as the ladder has them; 100 percent completes.
    package func set(to percent: Percent, at now: Instant) -> LiveRollout {
        guard percent < .all else { return completed(at: now) }
        var next = moved(to: percent, .paused, at: now)
        let place = schedule.steps.last { $0.percent <= percent }?.after ?? 0
        next.waiting = schedule.steps.filter { $0.percent > percent }.map {
            Schedule.Step(percent: $0.percent, after: $0.after - place)
        }
        next.pausedAt = now
        return next
    }

    /// Everyone, now.
    package func completed(at now: Instant) -> LiveRollout { moved(to: .all, .completed, at: now) }

    /// Nobody, now.
    package func halted(at now: Instant) -> LiveRollout { moved(to: .none, .halted, at: now) }

    /// All pauses so far, the present one included.
    package func pausedSeconds(at now: Instant) -> Int64 { pausedSeconds + heldSeconds(at: now) }

    /// How long the present pause has kept the ladder waiting: nothing before the planned start, nor when the
    /// clock was set back.
    private func heldSeconds(at now: Instant) -> Int64 {
        pausedAt.map { max(0, now.seconds(since: max($0, startedAt))) } ?? 0
    }

    private func moved(to percent: Percent, _ state: State, at now: Instant) -> LiveRollout {
        var next = self
        next.state = state
        next.startedAt = min(startedAt, now)
        next.stages = stages.filter { $0.from < now } + [Stage(from: now, percent: percent)]
        next.waiting = []
        next.pausedSeconds = pausedSeconds(at: now)
        next.pausedAt = nil
        return next
    }
}
