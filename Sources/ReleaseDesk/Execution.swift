import Rollout
import RolloutStore

/// One operation on its way, in the transaction that carries it out whole or not at all.
struct Execution {
    let editor: any StateEditor
    /// Who wants it.
    let person: Person
    var order: ReleaseDesk.Order
    /// In whole seconds, so that stages travel without fractions.
    let now: Instant
    /// What a verdict rests on, as it was when it was found, where that was long ago; nil: now.
    var found: [TouchedDocument]?
    /// What there is to say of it so far.
    var report = Report()

    /// As kills will have it.
    var actor: String { person.name }

    /// Makes all edits of an operation, now.
    ///
    /// - Throws: ``DeskError`` when it cannot be had; what needs leave is reported, not thrown.
    mutating func run(_ operation: Operation) throws {
        switch operation {
        case .apply(let definitions): try apply(definitions)
        case .kill(let kill, let apps): try self.kill(kill, in: apps)
        case .restore(let kill, let everyScope, let apps):
            try restore(kill, everyScope: everyScope, in: apps)
        case .startRollout(let flag, let apps, let schedule, let start, let value):
            try startRollout(of: flag, in: apps, schedule: schedule, at: start, value: value)
        case .pauseRollout(let flag, let apps): try pauseRollout(of: flag, in: apps)
        case .resumeRollout(let flag, let apps): try resumeRollout(of: flag, in: apps)
        case .setRollout(let flag, let percent, let apps):
            try setRollout(of: flag, to: percent, in: apps)
        case .completeRollout(let flag, let apps): try completeRollout(of: flag, in: apps)
        case .haltRollout(let flag, let apps): try haltRollout(of: flag, in: apps)
        case .setFlag(let flag, let value, let apps): try setFlag(flag, to: value, in: apps)
        case .unsetFlag(let flag, let apps): try unsetFlag(flag, in: apps)
        case .rollBack(let revision, let apps): try rollBack(to: revision, in: apps)
        case .gateDates(let checked): try gateDates(checked)
        case .unschedule(let id): try unschedule(id)
        case .approve(let id): try approve(id)
        case .decline(let id): try decline(id)
        }
    }

    /// What an operation has to say while it runs.
    struct Report {
        var notes: [String] = []
        var warnings: [String] = []
        /// What installations would lose.
        var removals: [String] = []
        /// The kills that would be lifted by what is not there to lift them.
        var lifts: [String] = []
        /// What it waits for; nil: it was carried out.
        var waits: Outcome.Waiting?

        /// nil: nothing needs leave.
        var refusal: DeskError? {
            if !lifts.isEmpty { return .wouldLift(lifts, removals: removals) }
            return removals.isEmpty ? nil : .wouldRemove(removals)
        }
    }
}
