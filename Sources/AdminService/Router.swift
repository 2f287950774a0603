import AdminProtocol
import HTTPServer
import StrictJSON
import Synchronization

/// What is done by workers.
struct Work: Sendable {
    let questions: StateQuestions
    let operations: OperationRequests
    let tokens: TokenRequests

    func answer(_ request: AdminRequest) -> AdminAnswer {
        do {
            switch request.route {
            case .operations: return try operations.answer(request)
            case .tokens, .token: return try tokens.answer(request)
            case .description, .holder, .revision, .apps, .documents, .changes, .liveState:
                return try questions.answer(request)
            }
        } catch {
            return AdminAnswer(for: error)
        }
    }
}

/// Hands requests to the workers.
struct Router: Sendable {
    private let gate: Gate
    private let work: Work
    private let reading: WorkQueue
    private let writing: WorkQueue
    private let patience: Duration
    private let description: Response
    private let busy: Response
    private let unknown: Response

    /// - Throws: `HTTPServerError` when memory is out.
    init(gate: Gate, work: Work, reading: WorkQueue, writing: WorkQueue, patience: Duration) throws {
        self.gate = gate
        self.work = work
        self.reading = reading
        self.writing = writing
        self.patience = patience
        description = try AdminAnswer(OpenAPI.document).response(acceptsGzip: false)
        busy = try AdminAnswer(
            problem: .serviceUnavailable,
            "Too many requests wait for their turn; nothing was done.",
            headers: [("Retry-After", "1")]
        ).response(acceptsGzip: false)
        unknown = try AdminAnswer(
            problem: .serviceUnavailable,
            "The answer took too long, or the server stops; whether the request was carried out is not known. Send it "
                + "again with the same Idempotency-Key."
        ).response(acceptsGzip: false)
    }

    func answer(_ request: borrowing Request) throws -> Answer {
        do {
            // Again, since the token may have been revoked while the body came.
            let (match, holder) = try gate.pass(request)
            guard let holder else { return .now(description) }
            return hand(AdminRequest(request, match, of: holder))
        } catch let refusal as TurnedAway {
            return .now(try refusal.answer.response(acceptsGzip: false))
        } catch {
            return .now(try AdminAnswer(for: error).response(acceptsGzip: false))
        }
    }

    /// Whether nobody waits for an answer any more.
    private final class Abandonment: Sendable {
        let isTrue = Atomic(false)
    }

    private func hand(_ request: AdminRequest) -> Answer {
        let abandonment = Abandonment()
        let pending = PendingAnswer(atMost: patience) { [unknown] _ in
            abandonment.isTrue.store(true, ordering: .relaxed)
            return unknown
        }
        let (work, unknown) = (work, unknown)
        let isTaken = queue(for: request).add {
            // Whoever went before it was begun does not want it done.
            guard !abandonment.isTrue.load(ordering: .relaxed) else { return }
            let answer = work.answer(request)
            pending.resume(with: (try? answer.response(acceptsGzip: request.acceptsGzip)) ?? unknown)
        }
        return isTaken ? .later(pending) : .now(busy)
    }

    private func queue(for request: AdminRequest) -> WorkQueue {
        switch request.route {
        case .operations: OperationRequests.isDryRun(request) ? reading : writing
        case .description, .holder, .revision, .apps, .documents, .changes, .liveState: reading
        case .tokens, .token: request.method == .get ? reading : writing
        }
    }
}
