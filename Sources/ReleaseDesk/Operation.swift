package import Definitions
package import Rollout

/// One thing that changes the store, as a value: what the desk performs, what travels to another machine, and what
/// can be kept for later.
///
/// Names are as they were written: whether there are such apps, widgets and flags shows when it is performed.
package enum Operation: Equatable, Sendable {
    /// Brings definitions into the store.
    case apply(Definitions)
    /// Silences something.
    case kill(KillOrder, in: AppSelection)
    /// Lifts one kill, or with `everyScope` all kills of a target.
    case restore(KillOrder, everyScope: Bool, in: AppSelection)
    /// Starts a rollout of a flag.
    ///
    /// The schedule is the flag's own or Apple's where it is nil; the start is now; the value, as JSON, is what the
    /// flag's definition says.
    case startRollout(
        of: String,
        in: AppSelection,
        schedule: Schedule? = nil,
        at: Instant? = nil,
        value: String? = nil
    )
    /// Holds a rollout at the share that it has reached.
    case pauseRollout(of: String, in: AppSelection)
    /// Goes on with a paused rollout.
    case resumeRollout(of: String, in: AppSelection)
    /// Moves a rollout to a share and holds it there.
    case setRollout(of: String, to: Percent, in: AppSelection)
    /// Gives a rollout's value to everyone now.
    case completeRollout(of: String, in: AppSelection)
    /// Takes a rollout's value back from everyone now.
    case haltRollout(of: String, in: AppSelection)
    /// Overrides a flag's value for everyone; the value as JSON, or for a string flag the text itself.
    case setFlag(String, to: String, in: AppSelection)
    /// Lets a flag's rules and rollout count again.
    case unsetFlag(String, in: AppSelection)
    /// Brings overrides, rollouts and kills back to what they were at a revision.
    case rollBack(to: Int64, in: AppSelection = .all)
    /// Silences widgets whose dates are wrong, and lifts what an earlier check silenced and this one found in order.
    case gateDates(CheckedDates)
    /// Forgets a scheduled change, by its number.
    case unschedule(Int64)
    /// Approves a request, by its number.
    case approve(Int64)
    /// Closes a request without carrying it out, by its number.
    case decline(Int64)
}

extension Operation {
    /// What a command is called, in the log and in JSON.
    package enum Action: String, CaseIterable, Sendable {
        case apply
        case kill
        case restore
        case startRollout = "rollout start"
        case pauseRollout = "rollout pause"
        case resumeRollout = "rollout resume"
        case setRollout = "rollout set"
        case completeRollout = "rollout complete"
        case haltRollout = "rollout halt"
        case setFlag = "flag set"
        case unsetFlag = "flag unset"
        case rollBack = "rollback"
        case gateDates = "check dates"
        case unschedule
        case approve
        case decline
    }

    package var action: Action {
        switch self {
        case .apply: .apply
        case .kill: .kill
        case .restore: .restore
        case .startRollout: .startRollout
        case .pauseRollout: .pauseRollout
        case .resumeRollout: .resumeRollout
        case .setRollout: .setRollout
        case .completeRollout: .completeRollout
        case .haltRollout: .haltRollout
        case .setFlag: .setFlag
        case .unsetFlag: .unsetFlag
        case .rollBack: .rollBack
        case .gateDates: .gateDates
        case .unschedule: .unschedule
        case .approve: .approve
        case .decline: .decline
        }
    }

    /// The apps that it names; all where it names none.
    package var selection: AppSelection {
        switch self {
        case .kill(_, let apps), .restore(_, _, let apps), .startRollout(_, let apps, _, _, _),
            .pauseRollout(_, let apps), .resumeRollout(_, let apps), .setRollout(_, _, let apps),
            .completeRollout(_, let apps), .haltRollout(_, let apps), .setFlag(_, _, let apps),
            .unsetFlag(_, let apps), .rollBack(_, let apps):
            apps
        case .gateDates(let checked): .named(checked.apps.map(\.text))
        case .apply, .unschedule, .approve, .decline: .all
        }
    }

    /// The order with what goes with the operation: a rollback says to where, and a halt, which is an emergency, needs
    /// no leave to remove.
    func completing(_ order: ReleaseDesk.Order) -> ReleaseDesk.Order {
        var order = order
        switch self {
        case .haltRollout: order.allowsRemoval = true
        case .rollBack(let revision, _):
            order.reason =
                "to revision \(revision)" + (order.reason.isEmpty ? "" : ": \(order.reason)")
        case .apply, .kill, .restore, .startRollout, .pauseRollout, .resumeRollout, .setRollout,
            .completeRollout, .setFlag, .unsetFlag, .gateDates, .unschedule, .approve, .decline:
            break
        }
        return order
    }
}
