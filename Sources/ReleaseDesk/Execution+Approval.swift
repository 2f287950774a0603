import Definitions
import LiveState
import Rollout
import RolloutStore
import StrictJSON

// MARK: - What needs approval

extension Execution {
    /// What it takes to carry out an operation, by app, as the policies of those that it names have it.
    func demands(of operation: Operation) throws -> [String: ApprovalPolicy.Need] {
        guard let action = ApprovalPolicy.Action(rawValue: operation.action.rawValue) else { return [:] }
        var apps = try AppState.apps(in: editor)
        if case .named(let names) = operation.selection { apps = apps.filter(names.contains) }
        return try apps.reduce(into: [:]) { needs, app in
            needs[app] = try AppState.profile(of: app, from: editor)?.approvals.needs[action]
        }
    }
}

extension Rehearsal {
    /// Of what apps demand, what it takes: only those count that would change, or all while it would be refused.
    func needs(of demands: [String: ApprovalPolicy.Need]) -> [String: ApprovalPolicy.Need] {
        guard let changes else { return demands }
        let changed = Set(changes.map(\.key.app))
        return demands.filter { changed.contains($0.key) }
    }
}

extension [String: ApprovalPolicy.Need] {
    /// "2 approvals by approver", or "aurora: 1 approval; minimal: 2 approvals" where apps differ.
    var words: String {
        let needs = sorted { $0.key < $1.key }
        guard let first = needs.first else { return "no approval" }
        if needs.allSatisfy({ $0.value == first.value }) { return first.value.words }
        return needs.map { "\($0.key): \($0.value.words)" }.joined(separator: "; ")
    }
}

// MARK: - Asking

extension Execution {
    /// Keeps an operation until others have approved it.
    mutating func request(
        _ operation: Operation,
        _ needs: [String: ApprovalPolicy.Need],
        _ rehearsal: Rehearsal
    ) throws {
        // What is to be made later may be in order by then.
        if let refusal = rehearsal.refusal, order.time == nil, !order.isDryRun { throw refusal }
        let hours = needs.values.map(\.hours).min() ?? 0
        let end = now.adding(seconds: Int64(hours) * 3600)
        var order = order
        order.isDryRun = false
        let request = ChangeRequest(
            id: try editor.revision() + 1,
            operation: operation,
            order: order,
            actor: actor,
            asked: now,
            expires: min(end, order.time ?? end),
            touched: try editor.touched(by: operation, rehearsal),
            approvals: []
        )
        try editor.set(request.key, to: request.document.text)
        report.waits = .approval(request.id)
        report.notes.append(
            "waits for \(needs.words) as request \(request.id), until \(request.expires): \(request.words)"
        )
        report.notes.append("somebody else approves it with `widgetctl approve \(request.id)`")
        report.notes += rehearsal.notes.map { "once approved: \($0)" }
        report.warnings += rehearsal.warnings
        report.warnings +=
            rehearsal.refusal.map { ["as things stand it would be refused: \($0.onOneLine)"] } ?? []
    }
}

extension ChangeRequest {
    /// "flag set spacing to 60 in aurora", and the time where there is one.
    package var words: String { operation.words + (order.time.map { ", at \($0)" } ?? "") }
}

// MARK: - Answering

extension Execution {
    /// Approves a request; the last approval that it takes carries it out.
    mutating func approve(_ id: Int64) throws {
        let request = try editor.requiredRequest(id)
        try checkApprover(of: request)
        if let staleness = try request.staleness(in: editor) { throw DeskError.refused(staleness) }
        let asking = asking(request)
        let rehearsal = try asking.rehearse(request.operation)
        if let change = try request.otherChange(in: editor, rehearsal) { throw DeskError.refused(change) }
        let needs = rehearsal.needs(of: try asking.demands(of: request.operation))
        let apps = needs.filter { app, need in
            need.roles?.contains { person.has($0, in: app) } ?? true
        }.keys.sorted()
        guard !apps.isEmpty || needs.isEmpty else {
            throw DeskError.refused("request \(id) needs \(needs.words), which \(actor) is not")
        }
        let approval = Approval(person: actor, time: now, comment: order.reason, apps: apps)
        let approved = request.with(request.approvals + [approval])
        let missing = approved.missing(of: needs)
        guard missing.isEmpty else {
            try editor.set(approved.key, to: approved.document.text)
            report.waits = .approval(id)
            report.notes.append(
                "approved request \(id) of \(request.actor), which waits for \(missing.words)"
            )
            report.notes += rehearsal.notes.map { "once approved: \($0)" }
            return
        }
        try editor.set(request.key, to: nil)
        report.notes.append("approved request \(id) of \(request.actor): \(request.words)")
        try carryOut(approved)
    }

    /// As whoever asked would do it.
    private func asking(_ request: ChangeRequest) -> Execution {
        Execution(editor: editor, person: .local(request.actor), order: request.order, now: now)
    }

    private func checkApprover(of request: ChangeRequest) throws(DeskError) {
        let id = request.id
        guard request.expires > now else {
            throw .refused(
                "request \(id) could be approved until \(request.expires), and it is \(now): ask again"
            )
        }
        guard request.actor != actor else {
            throw .refused("request \(id) is \(actor)'s own; somebody else has to approve it")
        }
        if let approval = request.approvals.first(where: { $0.person == actor }) {
            throw .refused("\(actor) approved request \(id) at \(approval.time) already; it waits for others")
        }
    }

    private mutating func carryOut(_ request: ChangeRequest) throws {
        var execution = asking(request)
        if let time = request.order.time {
            try execution.schedule(request.operation, at: time, approvedAs: request)
        } else {
            try execution.run(request.operation)
        }
        let settled = try execution.settled()
        report.notes += settled.notes
        report.warnings += settled.warnings
        report.waits = settled.waits
    }

    /// Closes a request, for whoever asked and for others.
    mutating func decline(_ id: Int64) throws {
        let request = try editor.requiredRequest(id)
        try editor.set(request.key, to: nil)
        let verb = request.actor == actor ? "withdrew" : "declined"
        report.notes.append("\(verb) request \(id) of \(request.actor): \(request.words)")
    }
}

extension [String: Int] {
    /// "1 more approval", or "aurora: 1 more; minimal: 2 more" where apps differ.
    var words: String {
        let counts = sorted { $0.key < $1.key }
        guard let first = counts.first else { return "nothing" }
        if counts.allSatisfy({ $0.value == first.value }) {
            return first.value == 1 ? "1 more approval" : "\(first.value) more approvals"
        }
        return counts.map { "\($0.key): \($0.value) more" }.joined(separator: "; ")
    }
}
