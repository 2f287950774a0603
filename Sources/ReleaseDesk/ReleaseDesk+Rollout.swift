package import Definitions
import LiveState
package import Rollout
import RolloutStore

extension ReleaseDesk {
    /// Starts a rollout of a flag.
    ///
    /// - Parameters:
    ///   - schedule: nil: the one of the flag's definition, or Apple's.
    ///   - start: nil: now. Must not be in the past.
    ///   - value: What enrolled installations get, as JSON; nil: as the flag's definition says.
    package func startRollout(
        of key: String,
        in apps: AppSelection,
        schedule: Schedule? = nil,
        at start: Instant? = nil,
        value: String? = nil,
        _ how: Order
    ) throws -> Outcome {
        try carryOut("rollout start", how) { editor, report, now in
            if let start, start < now {
                throw DeskError.refused("the start \(start) is in the past; it is \(now)")
            }
            try changeRollouts(of: key, in: apps, editor, &report, now) { definition, state in
                if let running = state.rollouts[definition.key], running.state != .halted,
                    running.state != .completed
                {
                    return .skip("already \(running.state.rawValue) at \(running.percent(at: now)) %")
                }
                let value = try value.map { try Self.value($0, for: definition) } ?? definition.rolloutValue
                guard let value else {
                    throw DeskError.refused(
                        "\(key) is of type \(definition.type.rawValue) and its definition names no rollout value; "
                            + "name one with --value"
                    )
                }
                guard value != definition.defaultValue else {
                    throw DeskError.refused(
                        "\(value) is the default of \(key) already, so a rollout changes nothing"
                    )
                }
                let ladder =
                    try schedule ?? definition.rollout?.schedule
                    ?? Schedule(parsing: Schedule.applePhasedName)
                return .become(
                    .starting(
                        ladder,
                        value: value,
                        salt: definition.salt(in: state.profile.id),
                        at: start ?? now
                    )
                )
            }
        }
    }

    /// Holds running rollouts at the share they have reached.
    package func pauseRollout(of key: String, in apps: AppSelection, _ how: Order) throws -> Outcome {
        try carryOut("rollout pause", how) { editor, report, now in
            try changeRollouts(of: key, in: apps, editor, &report, now) { definition, state in
                guard let rollout = state.rollouts[definition.key] else {
                    return .skip("no rollout to pause")
                }
                return rollout.state == .running ? .become(rollout.paused(at: now)) : .skip(rollout.isAlready)
            }
        }
    }

    /// Goes on with paused rollouts.
    package func resumeRollout(of key: String, in apps: AppSelection, _ how: Order) throws -> Outcome {
        try carryOut("rollout resume", how) { editor, report, now in
            try changeRollouts(of: key, in: apps, editor, &report, now) { definition, state in
                guard let rollout = state.rollouts[definition.key] else {
                    return .skip("no rollout to resume")
                }
                return rollout.state == .paused ? .become(rollout.resumed(at: now)) : .skip(rollout.isAlready)
            }
        }
    }

    /// Moves rollouts to a share and holds them there; starts one where there is none.
    package func setRollout(
        of key: String,
        to percent: Percent,
        in apps: AppSelection,
        _ how: Order
    ) throws -> Outcome {
        try carryOut("rollout set", how) { editor, report, now in
            try changeRollouts(of: key, in: apps, editor, &report, now) { definition, state in
                if let rollout = state.rollouts[definition.key] {
                    return .become(rollout.set(to: percent, at: now))
                }
                guard let value = definition.rolloutValue else {
                    throw DeskError.refused(
                        "\(key) has no rollout and its definition names no value for one; use rollout start --value"
                    )
                }
                return .become(
                    .holding(percent, value: value, salt: definition.salt(in: state.profile.id), at: now)
                )
            }
        }
    }

    /// Gives rollouts' values to everyone now.
    package func completeRollout(of key: String, in apps: AppSelection, _ how: Order) throws -> Outcome {
        try carryOut("rollout complete", how) { editor, report, now in
            try changeRollouts(of: key, in: apps, editor, &report, now) { definition, state in
                guard let rollout = state.rollouts[definition.key] else {
                    return .skip("no rollout to complete")
                }
                return rollout.state == .completed
                    ? .skip(rollout.isAlready) : .become(rollout.completed(at: now))
            }
        }
    }

    /// Takes rollouts' values back from everyone now. An emergency needs no leave to remove.
    package func haltRollout(of key: String, in apps: AppSelection, _ how: Order) throws -> Outcome {
        var how = how
        how.allowsRemoval = true
        return try carryOut("rollout halt", how) { editor, report, now in
            try changeRollouts(of: key, in: apps, editor, &report, now) { definition, state in
                guard let rollout = state.rollouts[definition.key] else { return .skip("no rollout to halt") }
                return rollout.state == .halted ? .skip(rollout.isAlready) : .become(rollout.halted(at: now))
            }
        }
    }

    private enum Step {
        case become(LiveRollout)
        /// There is nothing to do in this app; why.
        case skip(String)
    }

    /// Takes one step with the rollout of a flag in each selected app.
    ///
    /// - Throws: ``DeskError`` when no app could take it.
    private func changeRollouts(
        of key: String,
        in apps: AppSelection,
        _ editor: any StateEditor,
        _ report: inout Report,
        _ now: Instant,
        _ step: (FlagDefinition, AppState) throws -> Step
    ) throws {
        var skipped: [String] = []
        for app in try apps.resolve(in: editor) {
            let before = try editor.state(of: app)
            let definition = try before.requiredDefinition(key)
            switch try step(definition, before) {
            case .skip(let why): skipped.append("\(app): \(key): \(why)")
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
        if report.notes.isEmpty { throw DeskError.refused(skipped.joined(separator: "\n")) }
        report.notes += skipped
    }

    /// "1 % to 2 %, paused", "0 %; 1 % from 2026-12-01T00:00:00Z, 100 % on 2026-12-07T00:00:00Z".
    private static func words(_ before: LiveRollout?, _ after: LiveRollout, at now: Instant) -> String {
        let old = before?.percent(at: now) ?? .none
        let new = after.percent(at: now)
        var words = old == new ? "\(new) %" : "\(old) % to \(new) %"
        words += ", \(after.state.rawValue)"
        if let next = after.phased.nextStage(after: now) {
            words += "; next \(next.percent) % at \(next.from)"
        }
        if let last = after.stages.last, last.from > now { words += ", \(last.percent) % at \(last.from)" }
        if !after.waiting.isEmpty {
            words += "; waiting: " + after.waiting.map { "\($0.percent) %" }.joined(separator: ", ")
        }
        return words
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
        let pausedDays = rollout.pausedSeconds(at: now) / 86_400
        if pausedDays > 30 {
            obstacles.append(
                "\(subject) was paused for \(pausedDays) days in total; Apple allows 30 for builds"
            )
        }
        return obstacles
    }
}

extension LiveRollout {
    fileprivate var isAlready: String { "is \(state.rawValue)" }
}
