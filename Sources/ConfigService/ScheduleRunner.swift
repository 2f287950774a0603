import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Synchronization

/// Makes scheduled changes when their time has come.
///
/// The store is opened for writing only then, and anew each time: a backup that has taken its place meanwhile is no
/// obstacle. Others may do the same on the same store; each change is made once.
final class ScheduleRunner: Sendable {
    private let storePath: String
    private let clock: @Sendable () -> Instant
    private let events: EventLog
    private let told = Mutex(Told())

    /// What was reported, so that it is reported once.
    private struct Told {
        /// What is wrong with the store; nil: nothing.
        var fault: String?
        /// What cannot be read, by number.
        var unreadable: Set<String> = []
    }

    /// How often the time is looked at.
    private static let period: Duration = .milliseconds(200)
    /// The same after a failure, and while something stays due that cannot be read.
    private static let longPeriod: Duration = .seconds(2)

    init(storePath: String, clock: @escaping @Sendable () -> Instant, events: EventLog) {
        self.storePath = storePath
        self.clock = clock
        self.events = events
    }

    /// Makes what is due.
    ///
    /// - Parameter nextDue: When something that waits is due next; nil: nothing waits.
    /// - Returns: How long to pause.
    func run(_ nextDue: Instant?) -> Duration {
        guard let nextDue, nextDue <= clock() else { return Self.period }
        do {
            let store = try SQLiteStore(path: storePath, access: .write)
            let desk = ReleaseDesk(store: store, actor: "widgetd", clock: clock)
            var isStuck = false
            try desk.makeDue { report in
                if case .unreadable = report.result { isStuck = true }
                tell(report)
            }
            told.withLock { $0.fault = nil }
            return isStuck ? Self.longPeriod : Self.period
        } catch {
            tell((error as? StoreError)?.descriptionInUse ?? String(describing: error))
            return Self.longPeriod
        }
    }

    private func tell(_ fault: String) {
        guard
            told.withLock({ told in
                defer { told.fault = fault }
                return told.fault != fault
            })
        else { return }
        events.report(
            Event(
                "schedule-failed",
                "scheduled changes cannot be made, and are tried again: \(fault)",
                ["fault": .string(fault)]
            )
        )
    }

    private func tell(_ report: DueReport) {
        switch report.result {
        case .made(let outcome):
            let revision = outcome.revision.map { " at revision \($0)" } ?? ""
            self.report(
                "schedule-made",
                "scheduled change \(report.id) was made\(revision): \(report.words)",
                report
            )
        case .refused(let why):
            self.report(
                "schedule-refused",
                "scheduled change \(report.id) was refused: \(report.words): \(why)",
                report
            )
        case .expired:
            self.report(
                "request-expired",
                "request \(report.id) was not approved in time: \(report.words)",
                report
            )
        case .unreadable(let why):
            guard told.withLock({ $0.unreadable.insert(report.id).inserted }) else { return }
            self.report("schedule-unreadable", "what waits as \(report.id) is due and stays: \(why)", report)
        }
    }

    private func report(_ name: String, _ message: String, _ report: DueReport) {
        guard case .object(let fields) = report.json else { return }
        events.report(Event(name, message, fields))
    }
}
