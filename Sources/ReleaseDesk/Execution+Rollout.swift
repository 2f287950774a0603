import Definitions
import LiveState
import Rollout
import RolloutStore

extension Execution {
    /// Starts a rollout of a flag: the first, or another after one that has run its course or was halted.
    ///
    /// - Parameters:
    ///   - schedule: nil: the one of the flag's definition, or Apple's.
    ///   - start: nil: now. Neither in the past nor more than a year ahead.
    ///   - value: What enrolled installations get, as JSON; nil: as the flag's definition says.
    mutating func startRollout(
        of key: String,
        in apps: AppSelection,
        schedule: Schedule?,
        at start: Instant?,
        value: String?
    ) throws {
        let start = start?.wholeSecond ?? now
        guard start >= now else {
            throw DeskError.refused("the start \(start) is in the past; it is \(now)")
        }
        guard start.seconds(since: now) <= 366 * 86_400 else {
            throw DeskError.refused("the start \(start) is more than a year ahead; it is \(now)")
        }
        try changeRollouts(of: key, in: apps) { [now] definition, state in
            if let rollout = state.rollouts[definition.key] {
                switch rollout.phase(at: now) {
                case .scheduled, .running, .paused:
                    return .cannot(
                        "is at \(rollout.percent(at: now)) %, \(rollout.phase(at: now).rawValue); `rollout set` "
                            + "and `rollout pause` change it; `rollout halt` would take it away from everyone"
                    )
                case .finished, .completed, .halted: break
                }
            }
            return try Self.begin(
                schedule,
                of: definition,
                value: value.map { text throws(DeskError) in try Self.value(text, for: definition) },
                in: state,
                at: start
            )
        }
    }

    /// A new rollout of a flag from a moment on.
    private static func begin(
        _ schedule: Schedule?,
        of definition: FlagDefinition,
        value: FlagValue?,
        in state: AppState,
        at start: Instant
    ) throws -> Step {
        guard let value = value ?? definition.rolloutValue else {
            return .cannot(
                "is of type \(definition.type.rawValue), and its definition names no value to roll out; name one with "
                    + "`rollout start --value`"
            )
        }
        guard value != definition.defaultValue else {
            return .cannot("\(value) is the default already, so a rollout changes nothing")
        }
        let ladder =
            try schedule ?? definition.rollout?.schedule ?? Schedule(parsing: Schedule.applePhasedName)
        return .become(
            .starting(ladder, value: value, salt: definition.salt(in: state.profile.id), at: start)
        )
    }

    /// Holds rollouts at the share they have reached; one that is still to start does not start.
    mutating func pauseRollout(of key: String, in apps: AppSelection) throws {
        try changeRollouts(of: key, in: apps) { [now] definition, state in
            guard let rollout = state.rollouts[definition.key] else { return .cannot("has no rollout") }
            switch rollout.phase(at: now) {
            case .scheduled, .running: return .become(rollout.paused(at: now))
            case .paused: return .already("is paused already")
            case .finished, .completed, .halted:
                return .already("is \(rollout.phase(at: now).rawValue): no stage is to come")
            }
        }
    }

    /// Goes on with paused rollouts.
    mutating func resumeRollout(of key: String, in apps: AppSelection) throws {
        try changeRollouts(of: key, in: apps) { [now] definition, state in
            guard let rollout = state.rollouts[definition.key] else { return .cannot("has no rollout") }
            switch rollout.phase(at: now) {
            case .paused where rollout.waiting.isEmpty:
                return .cannot("has no stage above \(rollout.percent(at: now)) %; use `rollout complete`")
            case .paused: return .become(rollout.resumed(at: now))
            case .scheduled, .running: return .already("is \(rollout.phase(at: now).rawValue) already")
            case .finished, .completed, .halted:
                return .cannot("is \(rollout.phase(at: now).rawValue); use `rollout start`")
            }
        }
    }

    /// Moves rollouts to a share and holds them there; starts one where there is none.
    mutating func setRollout(of key: String, to percent: Percent, in apps: AppSelection) throws {
        try changeRollouts(of: key, in: apps) { [now] definition, state in
            guard let rollout = state.rollouts[definition.key] else {
                let step = try Self.begin(nil, of: definition, value: nil, in: state, at: now)
                guard case .become(let rollout) = step else { return step }
                return .become(rollout.set(to: percent, at: now))
            }
            switch rollout.phase(at: now) {
            case .halted: return .cannot("is halted; use `rollout start`")
            case .paused where rollout.percent(at: now) == percent:
                return .already("is paused at \(percent) % already")
            case .completed where percent == .all: return .already("is completed already")
            case .scheduled, .running, .finished, .paused, .completed:
                return .become(rollout.set(to: percent, at: now))
            }
        }
    }

    /// Gives rollouts' values to everyone now.
    ///
    /// One that was halted stays so: it was halted for a reason.
    mutating func completeRollout(of key: String, in apps: AppSelection) throws {
        try changeRollouts(of: key, in: apps) { [now] definition, state in
            guard let rollout = state.rollouts[definition.key] else { return .cannot("has no rollout") }
            switch rollout.phase(at: now) {
            case .halted: return .cannot("is halted; use `rollout start`")
            case .completed: return .already("is completed already")
            case .scheduled, .running, .finished, .paused: return .become(rollout.completed(at: now))
            }
        }
    }

    /// Takes rollouts' values back from everyone now.
    ///
    /// An emergency needs no leave to remove.
    mutating func haltRollout(of key: String, in apps: AppSelection) throws {
        try changeRollouts(of: key, in: apps) { [now] definition, state in
            guard let rollout = state.rollouts[definition.key] else { return .cannot("has no rollout") }
            return rollout.state == .halted
                ? .already("is halted already") : .become(rollout.halted(at: now))
        }
    }

    private enum Step {
        case become(LiveRollout)
        /// It is as wanted in this app; how it is.
        case already(String)
        /// It cannot be had in this app; what stands in the way.
        case cannot(String)
    }

    /// Takes one step with the rollout of a flag in each selected app.
    ///
    /// - Throws: ``DeskError/refused(_:)`` when it cannot be had in any app; otherwise those where it cannot are
    ///   warned of.
    private mutating func changeRollouts(
        of key: String,
        in apps: AppSelection,
        _ step: (FlagDefinition, AppState) throws -> Step
    ) throws {
        var impossible: [String] = []
        for app in try apps.resolve(in: editor) {
            let before = try editor.state(of: app)
            let definition = try before.requiredDefinition(key)
            switch try step(definition, before) {
            case .already(let how): report.notes.append("\(app): \(key) \(how)")
            case .cannot(let why): impossible.append("\(app): \(key) \(why)")
            case .become(let rollout):
                try editor.set(.rollout, key, in: app, to: rollout.json)
                let after = try editor.state(of: app)
                report.notes.append(
                    "\(app): \(key): \(Self.words(before.rollouts[definition.key], rollout, at: now))"
                )
                report.warnings +=
                    Self.hindrances(to: definition, in: after)
                    + Self.obstacles(definition, rollout, after, now)
                report.noteRemoval(from: before, to: after, flag: definition.key, now)
            }
        }
        if report.notes.isEmpty { throw DeskError.refused(impossible.joined(separator: "\n")) }
        report.warnings += impossible
    }

    /// "1 % to 20 %, paused; waiting: 50 %, 100 %", "0 %, scheduled; 1 % at 2026-12-01T00:00:00Z, 100 % at ...".
    private static func words(_ before: LiveRollout?, _ after: LiveRollout, at now: Instant) -> String {
        let old = before?.percent(at: now) ?? .none
        let new = after.percent(at: now)
        return (old == new ? "" : "\(old) % to ") + after.words(at: now)
    }

    /// What makes a rollout pointless or questionable.
    private static func obstacles(
        _ definition: FlagDefinition,
        _ rollout: LiveRollout,
        _ state: AppState,
        _ now: Instant
    ) -> [String] {
        var obstacles: [String] = []
        let subject = "\(state.profile.id): \(definition.key)"
        if let value = state.overrides[definition.key] {
            obstacles.append(
                "\(subject) is overridden with \(value) for everyone; the rollout has no effect until "
                    + "`widgetctl flag unset \(definition.key) --app \(state.profile.id)`"
            )
        }
        if let rule = definition.rules.first(where: { $0.conditions.isEmpty }) {
            obstacles.append(
                "\(subject): the rule \"\(rule.name)\" matches everyone; the rollout has no effect"
            )
        }
        let paused = rollout.pausedSeconds(at: now)
        if paused > 30 * 86_400 {
            obstacles.append(
                "\(subject) was paused for \(paused / 86_400) days in total; Apple allows 30 for builds"
            )
        }
        return obstacles
    }
}
