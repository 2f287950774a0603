import Definitions
import LiveState
import Rollout
import RolloutStore
import StrictJSON

extension Execution {
    /// Overrides a flag's value for everyone in the selected apps: it stands before all rules and the rollout.
    ///
    /// - Parameter text: The value as JSON; for a string flag the text itself will do.
    mutating func setFlag(_ key: String, to text: String, in apps: AppSelection) throws {
        for app in try apps.resolve(in: editor) {
            let state = try editor.state(of: app)
            let definition = try state.requiredDefinition(key)
            let value = try Self.value(text, for: definition)
            if state.overrides[definition.key] == value {
                report.notes.append("\(app): \(key) is set to \(value) already")
                continue
            }
            try editor.set(.override, key, in: app, to: ["value": value.json])
            let after = try editor.state(of: app)
            let before = state.overrides[definition.key].map { "\($0)" } ?? "its rules and rollout"
            report.notes.append(
                "\(app): \(key) is \(value) for everyone, instead of \(before)"
                    + Self.effect(on: definition.key, from: state, to: after, now)
            )
            report.warnings += Self.hindrances(to: definition, in: state)
            report.noteRemovalByOverride(from: state, to: after, flag: definition.key, now)
        }
    }

    /// Takes an override back, so that rules and rollout count again.
    ///
    /// Whoever has true by the override alone would lose it, which needs leave; of another value it is told.
    mutating func unsetFlag(_ key: String, in apps: AppSelection) throws {
        for app in try apps.resolve(in: editor) {
            let state = try editor.state(of: app)
            let definition = try state.requiredDefinition(key)
            guard let value = state.overrides[definition.key] else {
                report.notes.append("\(app): \(key) has no override")
                continue
            }
            try editor.set(.override, key, in: app, to: nil)
            let after = try editor.state(of: app)
            report.notes.append(
                "\(app): \(key) follows its rules and rollout again, instead of \(value)"
                    + Self.effect(on: definition.key, from: state, to: after, now)
            )
            report.noteRemovalByOverride(from: state, to: after, flag: definition.key, now)
            if definition.type != .boolean {
                report.noteLoss(of: value, flag: definition.key, from: state, to: after, now)
            }
        }
    }

    /// "; adds 99 % of installations", or nothing.
    private static func effect(
        on key: FlagKey,
        from before: AppState,
        to after: AppState,
        _ now: Instant
    ) -> String {
        guard let old = ValueShares(of: key, in: before, at: now),
            let effect = ValueShares(of: key, in: after, at: now)?.effect(from: old)
        else { return "" }
        return "; \(effect)"
    }

    /// The most bytes of a value that is set live: it travels to every client.
    static let valueLimit = 16_384

    /// - Throws: ``DeskError/invalid(_:)`` when the text is no value of the flag's type, or too long.
    static func value(_ text: String, for definition: FlagDefinition) throws(DeskError) -> FlagValue {
        guard text.utf8.count <= valueLimit else {
            throw .invalid(
                "the value for \(definition.key) has \(text.utf8.count) bytes; at most \(valueLimit) may be set"
            )
        }
        let json: JSON
        if let parsed = try? JSON(parsing: Array(text.utf8)) {
            json = definition.type == .string && parsed.string == nil ? .string(text) : parsed
        } else if definition.type == .string {
            json = .string(text)
        } else {
            throw .invalid(
                "\"\(text)\" is no value for \(definition.key), which is of type \(definition.type.rawValue)"
                    + (definition.type == .boolean ? ": true or false" : "")
            )
        }
        do throws(InvalidValue) {
            return try FlagValue(json, type: definition.type)
        } catch {
            throw .invalid("\(definition.key): \(error)")
        }
    }

    /// What keeps a flag from giving more than its default, whatever its rules and rollout say.
    static func hindrances(to definition: FlagDefinition, in state: AppState) -> [String] {
        var hindrances: [String] = []
        let app = state.profile.id
        if definition.status != .active {
            hindrances.append(
                "\(app): \(definition.key) is \(definition.status.rawValue), so it gives its default"
            )
        }
        for prerequisite in definition.prerequisites {
            hindrances.append(
                "\(app): \(definition.key) gives its default wherever \(prerequisite.flag) is not "
                    + "\(prerequisite.value), which is its prerequisite"
            )
        }
        for kill in state.kills {
            switch kill.record.target {
            case .app: hindrances.append("\(app): killed as a whole: \(kill.words)")
            case .flag(definition.key): hindrances.append("\(app): killed: \(kill.words)")
            case .flag, .widget, .families: break
            }
        }
        return hindrances
    }
}
