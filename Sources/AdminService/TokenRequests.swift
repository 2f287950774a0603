import AccessTokens
import AdminProtocol
import HTTPServer
import Rollout
import StrictJSON

/// Makes, lists and takes back tokens for an admin.
struct TokenRequests: Sendable {
    let store: OpenStore
    let clock: @Sendable () -> Instant

    func answer(_ request: AdminRequest) throws -> AdminAnswer {
        try store.withStore { store in
            let desk = TokenDesk(store: store, actor: request.holder.name, clock: clock)
            switch request.method {
            case .get: return AdminAnswer(.array(try desk.tokens().map { $0.json(at: clock()) }))
            case .delete: return AdminAnswer(try desk.revoke(request.id).json(at: clock()))
            case .post:
                let findings = Findings(unknownKeys: .refuse)
                let json = try AdminAnswer.json(of: request)
                guard let order = TokenDesk.Order(JSONField(json, findings: findings)), findings.all.isEmpty
                else {
                    throw Refusal(
                        .badRequest,
                        "The token that is wanted cannot be read: \(findings.summary)."
                    )
                }
                var random = SystemRandomNumberGenerator()
                let (record, token) = try desk.create(order, using: &random)
                guard case .object(var object) = record.json(at: clock()) else { return AdminAnswer(.null) }
                object["token"] = .string(token.secretText)
                return AdminAnswer(.object(object), status: .created)
            }
        }
    }
}

extension AdminAnswer {
    /// The body as JSON.
    static func json(of request: AdminRequest) throws(Refusal) -> JSON {
        do throws(JSONError) {
            return try JSON(parsing: request.body)
        } catch {
            throw Refusal(.badRequest, "The body is no JSON: \(error).")
        }
    }
}
