import LiveState
package import Rollout
import RolloutStore
package import StrictJSON

/// What became of something that waited, when its time had come.
package struct DueReport: Equatable, Sendable {
    /// What was done about it.
    package enum Result: Equatable, Sendable {
        /// It was made.
        case made(Outcome)
        /// It was not made, and is forgotten; why, in one line.
        case refused(String)
        /// It was a request, and nobody may approve it any more.
        case expired
        /// It was left where it is, since this version cannot read it; why.
        case unreadable(String)
    }

    /// The revision by which people call it.
    package let id: String
    /// What it is, for people; empty when it cannot be read.
    package let words: String
    package let result: Result

    /// Whether somebody has to look at it.
    package var isFailure: Bool {
        switch result {
        case .made, .expired: false
        case .refused, .unreadable: true
        }
    }

    package var json: JSON {
        var object: [String: JSON] = ["id": .string(id), "what": .string(words)]
        switch result {
        case .made(let outcome): (object["result"], object["outcome"]) = ("made", outcome.json)
        case .refused(let reason): (object["result"], object["reason"]) = ("refused", .string(reason))
        case .expired: object["result"] = "expired"
        case .unreadable(let reason): (object["result"], object["reason"]) = ("unreadable", .string(reason))
        }
        return .object(object)
    }
}

extension ReleaseDesk {
    /// Makes every scheduled change whose time has come, the earliest first, and closes requests that nobody may approve
    /// any more.
    ///
    /// Each is one transaction with the end of its waiting: whoever else does the same at the same time, whatever ends
    /// the program in between, and wherever the clock is set, it is made once.
    ///
    /// - Parameters:
    ///   - isDryRun: Say what would come of each as things stand, and change nothing.
    ///   - tell: Called after each.
    /// - Throws: `StoreError` when the store fails; what was not done then is still due.
    package func makeDue(isDryRun: Bool = false, _ tell: (DueReport) -> Void) throws {
        let now = clock()
        for document in try store.read({ try $0.waiting(.schedule, until: now) }) {
            if let report = try makeDue(document, isDryRun) { tell(report) }
        }
        for document in try store.read({ try $0.waiting(.request, until: now) }) {
            if let report = try expire(document, isDryRun) { tell(report) }
        }
    }

    /// - Returns: nil when somebody else was faster.
    private func makeDue(_ document: Document, _ isDryRun: Bool) throws -> DueReport? {
        let change: ScheduledChange
        do {
            change = try ScheduledChange(document)
        } catch {
            return DueReport(id: document.key.name, words: "", result: .unreadable(error.description))
        }
        let desk = ReleaseDesk(store: store, person: .local(change.actor), clock: clock)
        do {
            let reason = desk.reason(of: change)
            let action = change.operation.action.rawValue
            var order = change.order
            order.isDryRun = isDryRun
            let outcome = try desk.carryOut(action, order, logging: reason) { execution in
                guard try execution.editor.document(change.key) != nil else { throw DoneAlready() }
                try execution.make(change)
            }
            // A dry run tells what needs leave, where the real one throws it.
            if let refusal = outcome.refusal { throw refusal }
            return DueReport(id: document.key.name, words: change.operation.words, result: .made(outcome))
        } catch is DoneAlready {
            return nil
        } catch let error as StoreError {
            throw error
        } catch {
            return try desk.refuse(change, "\(error)".onOneLine, isDryRun)
        }
    }

    private func refuse(_ change: ScheduledChange, _ why: String, _ isDryRun: Bool) throws -> DueReport? {
        let reason = "\(reason(of: change)): \(change.operation.words): \(why)".prefix(Self.longestLogReason)
        do {
            _ = try carryOut("schedule refused", Order(isDryRun: isDryRun), logging: String(reason)) {
                execution in
                guard try execution.editor.document(change.key) != nil else { throw DoneAlready() }
                try execution.editor.set(change.key, to: nil)
            }
        } catch is DoneAlready {
            return nil
        }
        return DueReport(id: "\(change.id)", words: change.operation.words, result: .refused(why))
    }

    /// - Returns: nil when somebody else was faster.
    private func expire(_ document: Document, _ isDryRun: Bool) throws -> DueReport? {
        let request: ChangeRequest
        do {
            request = try ChangeRequest(document)
        } catch {
            return DueReport(id: document.key.name, words: "", result: .unreadable(error.description))
        }
        let desk = ReleaseDesk(store: store, person: .local(request.actor), clock: clock)
        do {
            _ = try desk.carryOut("request expired", Order(isDryRun: isDryRun), logging: request.words) {
                execution in
                guard try execution.editor.document(request.key) != nil else { throw DoneAlready() }
                try execution.editor.set(request.key, to: nil)
            }
        } catch is DoneAlready {
            return nil
        }
        return DueReport(id: document.key.name, words: request.words, result: .expired)
    }

    /// "scheduled as 57 for 2026-12-01T20:00:00Z, 2 h 5 min late, approved by bo: because".
    private func reason(of change: ScheduledChange) -> String {
        let late = clock().seconds(since: change.time) / 60
        var words = "scheduled as \(change.id) for \(change.time)"
        if late > 0 { words += ", \(late < 60 ? "" : "\(late / 60) h ")\(late % 60) min late" }
        if !change.approvals.isEmpty { words += ", approved by \(change.approvals.people)" }
        return words + (change.order.reason.isEmpty ? "" : ": \(change.order.reason)")
    }

    /// In characters: a list of all that stands in the way may be long.
    private static let longestLogReason = 2000
}

/// What was due waits no more.
private struct DoneAlready: Error {}

extension StateReader {
    /// When something that waits is due next; nil: nothing waits.
    package func nextDue() throws -> Instant? {
        try waiting().map(\.time).min()
    }

    /// What waits until a moment at most, the earliest first, and of the same time as it was asked for.
    func waiting(_ kind: StateKind, until end: Instant) throws -> [Document] {
        try waiting().filter { $0.document.key.kind == kind.rawValue && $0.time <= end }.sorted {
            ($0.time, $0.document.revision) < ($1.time, $1.document.revision)
        }.map(\.document)
    }

    /// Whatever waits, also what this version could not carry out; only what has no time is passed over, and shows in
    /// the lists.
    private func waiting() throws -> [(document: Document, time: Instant)] {
        try [StateKind.schedule, .request].flatMap { kind in
            try documents(app: StateKey.noApp, kind: kind.rawValue).compactMap { document in
                let json = try? JSON(parsing: Array(document.text.utf8))
                let time = json?.member(kind == .schedule ? "time" : "expires")?.string
                return time.flatMap { try? Instant(parsing: $0) }.map { (document, $0) }
            }
        }
    }
}
