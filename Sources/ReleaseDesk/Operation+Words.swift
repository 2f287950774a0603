import Definitions
import Rollout

extension Operation {
    /// What it does, for people: "rollout set widget_enabled to 25 % in all apps".
    package var words: String {
        switch self {
        case .apply(let definitions):
            let flags = definitions.apps.first?.flags.count ?? 0
            return "apply the definitions of \(definitions.apps.count) apps and \(flags) flags"
        case .kill(let order, let apps): return "kill \(order.words) in \(apps.words)"
        case .restore(let order, let everyScope, let apps):
            return "restore \(everyScope ? order.target : order.words) in \(apps.words)"
                + (everyScope ? ", whatever the scope" : "")
        case .startRollout(let flag, let apps, let schedule, let start, let value):
            return "rollout start \(flag)" + (value.map { " with \(shortened($0))" } ?? "")
                + (schedule.map { " by \($0.text)" } ?? "") + (start.map { " from \($0)" } ?? "")
                + " in \(apps.words)"
        case .setRollout(let flag, let percent, let apps):
            return "rollout set \(flag) to \(percent) % in \(apps.words)"
        case .setFlag(let flag, let value, let apps):
            return "flag set \(flag) to \(shortened(value)) in \(apps.words)"
        case .pauseRollout(let flag, let apps), .resumeRollout(let flag, let apps),
            .completeRollout(let flag, let apps), .haltRollout(let flag, let apps),
            .unsetFlag(let flag, let apps):
            return "\(action.rawValue) \(flag) in \(apps.words)"
        case .rollBack(let revision, let apps): return "rollback to revision \(revision) in \(apps.words)"
        case .gateDates(let checked):
            return "check dates of \(checked.apps.map(\.text).joined(separator: ", "))"
        case .unschedule(let id), .approve(let id), .decline(let id): return "\(action.rawValue) \(id)"
        }
    }

    /// A value may be longer than anyone reads in a list.
    private func shortened(_ value: String) -> String {
        value.count <= 60 ? value : "\(value.prefix(59))…"
    }
}

extension KillOrder {
    fileprivate var target: String {
        if let flag { return "flag \(flag)" }
        guard let widget else { return "the app" }
        return widget + (families.map { " (\($0.map(\.rawValue).joined(separator: ", ")))" } ?? "")
    }

    /// "Lock (accessoryCircular) for locale ja".
    fileprivate var words: String { target + (scope == .everyone ? "" : " for \(scope)") }
}

extension AppSelection {
    fileprivate var words: String {
        switch self {
        case .all: "all apps"
        case .named(let names): names.joined(separator: ", ")
        }
    }
}
