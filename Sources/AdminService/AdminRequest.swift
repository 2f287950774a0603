import AccessTokens
import AdminProtocol
import ConfigService
import HTTPServer

/// A request in the hands of a worker: what it needs of it, copied.
struct AdminRequest: Sendable {
    let route: AdminRoute
    let method: AdminRoute.Method
    /// What stands for `{id}` in the path; empty where there is none.
    let id: String
    let query: String
    let holder: TokenHolder
    let ifMatch: String?
    let idempotencyKey: String?
    let contentType: String?
    let acceptsGzip: Bool
    let body: [UInt8]

    init(_ request: borrowing Request, _ match: Match, of holder: TokenHolder) {
        (route, method, id) = (match.route, match.method, match.id)
        query = request.query ?? ""
        self.holder = holder
        ifMatch = request.header("If-Match")
        idempotencyKey = request.header("Idempotency-Key")
        contentType = request.header("Content-Type")
        acceptsGzip = request.withHeader("Accept-Encoding") { ContentCoding.preferred(by: $0) == .gzip }
        body = request.body
    }

    /// What is asked for, by method and path alone.
    struct Match: Equatable, Sendable {
        let route: AdminRoute
        let method: AdminRoute.Method
        let id: String
    }
}
