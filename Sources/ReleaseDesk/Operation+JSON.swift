import Definitions
import Rollout
package import StrictJSON

extension Operation {
    /// Reads what ``json`` gives.
    ///
    /// - Throws: ``DeskError/invalid(_:)`` with everything that is wrong with it.
    package init(_ json: JSON) throws(DeskError) {
        let findings = Findings(unknownKeys: .refuse)
        let operation = Operation(JSONField(json, findings: findings))
        guard let operation, findings.all.isEmpty else {
            throw .invalid("the operation cannot be read: \(findings.summary)")
        }
        self = operation
    }

    /// Reads `{"action", …}`, with the members that go with the action and no other.
    package init?(_ field: JSONField) {
        guard let name = field.value.member("action") else {
            field.findings.add("missing", at: .key(field.path, "action"))
            return nil
        }
        let nameField = JSONField(name, path: .key(field.path, "action"), findings: field.findings)
        guard let action: Action = nameField.named("action"),
            let object = field.object(["action"] + action.keys),
            let operation = Self.read(action, object)
        else { return nil }
        self = operation
    }

    private static func read(_ action: Action, _ object: JSONObject) -> Operation? {
        switch action {
        case .apply: object.required("definitions").flatMap(Self.definitions).map { .apply($0) }
        case .kill, .restore: readKill(action, object)
        case .startRollout: readStart(object)
        case .pauseRollout: ofFlag(object) { .pauseRollout(of: $0, in: $1) }
        case .resumeRollout: ofFlag(object) { .resumeRollout(of: $0, in: $1) }
        case .setRollout:
            both(object.required("percent")?.percent(), ofFlag(object) { ($0, $1) }) {
                .setRollout(of: $1.0, to: $0, in: $1.1)
            }
        case .completeRollout: ofFlag(object) { .completeRollout(of: $0, in: $1) }
        case .haltRollout: ofFlag(object) { .haltRollout(of: $0, in: $1) }
        case .setFlag:
            ofFlag(object) { flag, apps in
                object.required("value")?.string().map { .setFlag(flag, to: $0, in: apps) }
            }
        case .unsetFlag: ofFlag(object) { .unsetFlag($0, in: $1) }
        case .rollBack:
            both(object.required("revision")?.integer(in: 0...Int64.max), AppSelection(object)) {
                .rollBack(to: $0, in: $1)
            }
        case .gateDates: CheckedDates(object).map { .gateDates($0) }
        case .unschedule: number(object).map { .unschedule($0) }
        case .approve: number(object).map { .approve($0) }
        case .decline: number(object).map { .decline($0) }
        }
    }

    private static func readKill(_ action: Action, _ object: JSONObject) -> Operation? {
        both(KillOrder(object), AppSelection(object)) { order, apps in
            guard action == .restore else { return .kill(order, in: apps) }
            return object.value("everyScope", or: false) { $0.bool() }.map {
                .restore(order, everyScope: $0, in: apps)
            }
        }
    }

    private static func readStart(_ object: JSONObject) -> Operation? {
        let schedule = object.value("schedule", or: nil) {
            $0.parsed(Schedule.init(parsing:)).map(Optional.some)
        }
        let start = object.value("start", or: nil) { $0.parsed(Instant.init(parsing:)).map(Optional.some) }
        let value = object.value("value", or: nil) { $0.string().map(Optional.some) }
        return ofFlag(object) { flag, apps in
            guard let schedule, let start, let value else { return nil }
            return .startRollout(of: flag, in: apps, schedule: schedule, at: start, value: value)
        }
    }

    private static func ofFlag<Result>(
        _ object: JSONObject,
        _ make: (String, AppSelection) -> Result?
    ) -> Result? {
        both(object.required("flag")?.writtenName(), AppSelection(object), make)
    }

    private static func number(_ object: JSONObject) -> Int64? {
        object.required("id")?.integer(in: 1...Int64.max)
    }

    /// Both are read for their findings, even if the first cannot be.
    private static func both<First, Second, Result>(
        _ first: First?,
        _ second: Second?,
        _ make: (First, Second) -> Result?
    ) -> Result? {
        guard let first, let second else { return nil }
        return make(first, second)
    }

    private static func definitions(_ field: JSONField) -> Definitions? {
        do throws(DefinitionsError) {
            return try Definitions(field.value)
        } catch {
            for fault in error.faults { field.report(fault.description) }
            return nil
        }
    }

    /// In the form in which it travels and is kept: `{"action", …}`.
    package var json: JSON {
        var object = members
        object["action"] = .string(action.rawValue)
        return .object(object)
    }

    private var members: [String: JSON] {
        switch self {
        case .apply(let definitions): return ["definitions": definitions.json]
        case .kill(let order, let apps): return order.json.merging(["apps": apps.json]) { first, _ in first }
        case .restore(let order, let everyScope, let apps):
            var object = order.json
            object["apps"] = apps.json
            if everyScope { object["everyScope"] = true }
            return object
        case .startRollout(let flag, let apps, let schedule, let start, let value):
            var object = Self.ofFlag(flag, apps)
            object["schedule"] = schedule.map { .string($0.text) }
            object["start"] = start.map { .string("\($0)") }
            object["value"] = value.map(JSON.string)
            return object
        case .setRollout(let flag, let percent, let apps):
            var object = Self.ofFlag(flag, apps)
            object["percent"] = percent.json
            return object
        case .pauseRollout(let flag, let apps), .resumeRollout(let flag, let apps),
            .completeRollout(let flag, let apps), .haltRollout(let flag, let apps),
            .unsetFlag(let flag, let apps):
            return Self.ofFlag(flag, apps)
        case .setFlag(let flag, let value, let apps):
            var object = Self.ofFlag(flag, apps)
            object["value"] = .string(value)
            return object
        case .rollBack(let revision, let apps): return ["revision": .integer(revision), "apps": apps.json]
        case .gateDates(let checked): return checked.json
        case .unschedule(let id), .approve(let id), .decline(let id): return ["id": .integer(id)]
        }
    }

    private static func ofFlag(_ flag: String, _ apps: AppSelection) -> [String: JSON] {
        ["flag": .string(flag), "apps": apps.json]
    }
}

extension Operation.Action {
    /// The members that go with it in JSON.
    fileprivate var keys: [String] {
        switch self {
        case .apply: ["definitions"]
        case .kill: ["apps"] + KillOrder.keys
        case .restore: ["apps", "everyScope"] + KillOrder.keys
        case .startRollout: ["flag", "apps", "schedule", "start", "value"]
        case .setRollout: ["flag", "apps", "percent"]
        case .pauseRollout, .resumeRollout, .completeRollout, .haltRollout, .unsetFlag: ["flag", "apps"]
        case .setFlag: ["flag", "apps", "value"]
        case .rollBack: ["revision", "apps"]
        case .gateDates: CheckedDates.keys
        case .unschedule, .approve, .decline: ["id"]
        }
    }
}
