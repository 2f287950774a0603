import Definitions
package import Rollout
package import StrictJSON

extension LiveRollout {
    /// Reads `{"value", "salt", "schedule", "state", "startedAt", "stages", "waiting"?, "pausedAt"?, "pausedSeconds"?}`,
    /// where `pausedAt` goes with the state `paused` and only with it.
    package init?(_ field: JSONField, type: FlagType) {
        let keys = [
            "value", "salt", "schedule", "state", "startedAt", "stages", "waiting", "pausedAt",
            "pausedSeconds",
        ]
        guard let object = field.object(keys) else { return nil }
        let value = object.required("value")?.flagValue(type)
        let salt = object.required("salt")?.string()
        let schedule = object.required("schedule")?.parsed(Schedule.init(parsing:))
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
        guard (state == .paused) == (pausedAt != nil), state == .paused || waiting.isEmpty else {
            field.report("a pause goes with the state paused, and only with it")
            return nil
        }
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
            "value": value.json, "salt": .string(salt), "schedule": .string(schedule.text),
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
