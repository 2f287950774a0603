import Definitions
import Rollout

extension Operation {
    /// What it does, for people: "rollout set widget_enabled to 25 % in all apps".
    package var words: String {
        switch self {
        case .apply, .unschedule, .approve, .decline: deed
        case .gateDates(let checked): "\(deed) of \(checked.apps.map(\.text).joined(separator: ", "))"
        case .kill, .restore, .startRollout, .pauseRollout, .resumeRollout, .setRollout, .completeRollout,
            .haltRollout, .setFlag, .unsetFlag, .rollBack:
            "\(deed) in \(selection.words)"
        }
    }

    /// The same without the apps of ``selection``: "rollout set widget_enabled to 25 %".
    package var deed: String {
        switch self {
        case .apply(let definitions):
            let flags = definitions.apps.first?.flags.count ?? 0
            return "apply the definitions of \(definitions.apps.count) apps and \(flags) flags"
        case .kill(let order, _): return "kill \(order.words)"
        case .restore(let order, let everyScope, _):
            return "restore \(everyScope ? "every kill of \(order.target)" : order.words)"
        case .startRollout(let flag, _, let schedule, let start, let value):
            return "rollout start \(flag)" + (value.map { " with \(shortened($0))" } ?? "")
                + (schedule.map { " by \($0.text)" } ?? "") + (start.map { " from \($0)" } ?? "")
        case .setRollout(let flag, let percent, _): return "rollout set \(flag) to \(percent) %"
        case .setFlag(let flag, let value, _): return "flag set \(flag) to \(shortened(value))"
        case .pauseRollout(let flag, _), .resumeRollout(let flag, _), .completeRollout(let flag, _),
            .haltRollout(let flag, _), .unsetFlag(let flag, _):
            return "\(action.rawValue) \(flag)"
        case .rollBack(let revision, _): return "rollback to revision \(revision)"
        case .gateDates: return "check dates"
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
