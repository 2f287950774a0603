import Definitions
import LiveState
import Rollout
import RolloutStore
import StrictJSON

extension ReleaseDesk {
    /// Overrides a flag's value for everyone in the selected apps: it stands before all rules and the rollout.
    ///
    /// - Parameter text: The value as JSON; for a string flag the text itself will do.
    package func setFlag(_ key: String, to text: String, in apps: AppSelection, _ how: Order) throws
        -> Outcome
    {
        try carryOut("flag set", how) { editor, report, now in
            for app in try apps.resolve(in: editor) {
                let state = try editor.state(of: app)
                let definition = try state.requiredDefinition(key)
                let value = try Self.value(text, for: definition)
                if state.overrides[definition.key] == value {
                    report.notes.append("\(app): \(key) is set to \(value) already")
                    continue
                }
                try editor.set(.override, key, in: app, to: ["value": value.json])
                let before = state.overrides[definition.key].map { "\($0)" } ?? "its rules and rollout"
                report.notes.append("\(app): \(key) is \(value) for everyone, instead of \(before)")
                report.warnings += Self.hindrances(to: definition, in: state)
                report.noteRemoval(from: state, to: try editor.state(of: app), flag: definition.key, now)
            }
        }
    }

    /// Takes an override back, so that rules and rollout count again.
    package func unsetFlag(_ key: String, in apps: AppSelection, _ how: Order) throws -> Outcome {
        try carryOut("flag unset", how) { editor, report, _ in
            var missed: [String] = []
            for app in try apps.resolve(in: editor) {
                let state = try editor.state(of: app)
                let definition = try state.requiredDefinition(key)
                guard let value = state.overrides[definition.key] else {
                    missed.append("\(app): \(key) has no override")
                    continue
                }
                try editor.set(.override, key, in: app, to: nil)
                report.notes.append("\(app): \(key) follows its rules and rollout again, instead of \(value)")
            }
            if report.notes.isEmpty { throw DeskError.refused(missed.joined(separator: "\n")) }
            report.notes += missed
        }
    }

    static func value(_ text: String, for definition: FlagDefinition) throws -> FlagValue {
        let json: JSON
        if let parsed = try? JSON(parsing: Array(text.utf8)) {
            json = definition.type == .string && parsed.string == nil ? .string(text) : parsed
        } else if definition.type == .string {
            json = .string(text)
        } else {
            throw DeskError.refused(
                "\"\(text)\" is no value for \(definition.key), which is of type \(definition.type.rawValue)"
            )
        }
        do {
            return try FlagValue(json, type: definition.type)
        } catch {
            throw DeskError.refused("\(definition.key): \(error)")
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

extension JSON {
    fileprivate var string: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
