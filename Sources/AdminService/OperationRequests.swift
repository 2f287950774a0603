import AccessTokens
import AdminProtocol
import ConfigService
import Cryptography
import Definitions
import HTTPServer
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON

/// Performs what is posted, once, for whoever may have it.
struct OperationRequests: Sendable {
    let store: OpenStore
    let clock: @Sendable () -> Instant
    let events: EventLog

    /// Whether a request only asks what would happen, so that it need not wait for those that change something.
    static func isDryRun(_ request: AdminRequest) -> Bool {
        // A look at the text is enough to choose a queue; what it really is shows when it is read.
        request.body.contains(Array("\"dryRun\":true".utf8))
    }

    func answer(_ request: AdminRequest) throws -> AdminAnswer {
        let posted = try OperationRequest(AdminAnswer.json(of: request))
        try check(posted, request.holder)
        let expected = try EntityTag.revisions(ifMatch: request.ifMatch)
        guard let key = request.idempotencyKey, !posted.order.isDryRun else {
            return try store.withStore { store in
                try perform(posted, request.holder, on: store.guarded(by: StoreGuard(revisions: expected)))
            }
        }
        return try store.withStore { store in
            try performOnce(posted, request, key: Self.checked(key), expected, on: store)
        }
    }

    private func perform(
        _ posted: OperationRequest,
        _ holder: TokenHolder,
        on store: some Store
    ) throws -> AdminAnswer {
        let desk = ReleaseDesk(store: store, person: Person(holder), clock: clock)
        let outcome = try desk.perform(posted.operation, posted.order)
        let revision = try posted.order.isDryRun ? store.revision() : outcome.revision ?? store.revision()
        return AdminAnswer(outcome.json, headers: [("ETag", EntityTag.text(revision))])
    }

    // MARK: - Who may

    private func check(_ posted: OperationRequest, _ holder: TokenHolder) throws {
        // What only asks is reading.
        let needed: Role = posted.order.isDryRun ? .viewer : posted.operation.role
        guard holder.role.includes(needed) else {
            throw Refusal(
                .forbidden,
                "\(posted.operation.action.rawValue) needs the role \(needed.rawValue), and the token of "
                    + "\(holder.name) has \(holder.role.rawValue)."
            )
        }
        guard let mine = holder.apps?.sorted() else { return }
        let own = mine.joined(separator: ", ")
        let selection = try store.withStore { store in
            try store.read { try $0.selection(of: posted.operation, within: Visibility(of: holder.apps)) }
        }
        switch selection {
        case .all:
            throw Refusal(
                .forbidden,
                "\(posted.operation.action.rawValue) is for all apps here, and the token of \(holder.name) is for \(own) "
                    + "alone: name those."
            )
        case .named(let names):
            for name in names where !holder.isFor(name) {
                throw Refusal(.forbidden, "The token of \(holder.name) is not for \(name), but for \(own).")
            }
        }
    }

    // MARK: - Once

    /// Any visible characters will do (the HTTP working group's draft has a string in quotes, which is some).
    private static func checked(_ key: String) throws(Refusal) -> String {
        guard (1...128).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Refusal(.badRequest, "Idempotency-Key must have 1 to 128 visible characters.")
        }
        return key
    }

    private func performOnce(
        _ posted: OperationRequest,
        _ request: AdminRequest,
        key: String,
        _ expected: [Int64]?,
        on store: SQLiteStore
    ) throws -> AdminAnswer {
        let claim = Claim(
            token: request.holder.id,
            key: key,
            // Of what was understood, so that a client that writes the same anew is known again.
            digest: SHA256.hash(posted.json.canonicalBytes).bytes,
            time: clock().millisecondsSince1970
        )
        if let kept = try store.keptAnswer(to: claim) { return try answer(from: kept, claim, in: store) }
        do {
            let guarded = store.guarded(by: StoreGuard(revisions: expected, claim: claim))
            let answer = try perform(posted, request.holder, on: guarded)
            do {
                if let json = answer.json { try store.keep(json.text, asAnswerTo: claim) }
            } catch let error as StoreError {
                // The change is made, and must not pass for one that failed; asked again, the log tells of it.
                events.report(
                    Event(
                        "answer-not-kept",
                        "made a change of \(request.holder.name), but could not keep the answer: \(error)",
                        ["actor": .string(request.holder.name), "reason": .string("\(error)")]
                    )
                )
            }
            return answer
        } catch is ClaimTaken {
            // Another server on the same store was quicker by a moment.
            guard let kept = try store.keptAnswer(to: claim) else { throw ClaimTaken() }
            return try answer(from: kept, claim, in: store)
        }
    }

    private func answer(from kept: KeptAnswer, _ claim: Claim, in store: SQLiteStore) throws -> AdminAnswer {
        guard kept.digest == claim.digest else {
            throw Refusal(
                .unprocessableContent,
                "This Idempotency-Key was used for another operation within a day; each needs its own."
            )
        }
        let headers = [
            ("ETag", EntityTag.text(kept.revisionAfter)), ("Idempotency-Replayed", "true"),
        ]
        if let text = kept.text { return AdminAnswer(try JSON(parsing: Array(text.utf8)), headers: headers) }
        // The server ended after the change was made and before its words were kept: the log has the change.
        let filter = HistoryFilter(after: kept.revisionBefore, before: kept.revisionAfter + 1)
        let outcome = Outcome(recalled: try store.history(filter).reversed())
        return AdminAnswer(outcome.json, headers: headers)
    }
}

extension Person {
    /// With each role that the holder's includes, for the holder's apps.
    fileprivate init(_ holder: TokenHolder) {
        let apps = holder.apps.map { AppSelection.named($0.sorted()) } ?? .all
        let roles = Role.allCases.filter(holder.role.includes).map { ($0, apps) }
        self.init(holder.name, roles: Dictionary(roles) { first, _ in first })
    }
}

extension Operation {
    /// The least role that it needs.
    fileprivate var role: Role {
        switch self {
        // Definitions say which apps there are, and whose approval what needs.
        case .apply: .admin
        case .kill, .restore, .startRollout, .pauseRollout, .resumeRollout, .setRollout, .completeRollout,
            .haltRollout, .setFlag, .unsetFlag, .rollBack, .gateDates, .unschedule, .decline:
            .operator
        case .approve: .approver
        }
    }
}
