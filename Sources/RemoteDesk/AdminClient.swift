package import AccessTokens
import AdminProtocol
import HTTPClient
import ReleaseDesk
import StrictJSON

/// Asks the admin API of one server.
package final class AdminClient: Sendable {
    package let server: ServerAddress
    private let token: AccessToken
    private let http: HTTPClient

    /// How often what may be repeated is tried when the connection fails.
    private static let attempts = 2

    /// - Parameter authorityFile: The certificates (PEM) to believe instead of the system's; nil: the system's.
    /// - Throws: ``RemoteError`` when there is no way to speak HTTP.
    package init(
        _ server: ServerAddress,
        token: AccessToken,
        authorityFile: String? = nil
    ) throws(RemoteError) {
        self.server = server
        self.token = token
        var settings = HTTPClient.Settings()
        settings.authorityFile = authorityFile
        // A proxy would be told what is meant for this machine, token and all.
        settings.usesProxy = !server.isLoopback
        do throws(HTTPClientError) {
            http = try HTTPClient(settings)
        } catch {
            throw RemoteError(server, .unanswered(error))
        }
    }

    /// Asks for something, and reads it.
    ///
    /// - Throws: ``RemoteError``, and `DeskError` where the desk at the other end refused.
    func get<Value>(
        _ route: AdminRoute,
        _ query: Query = Query(),
        _ read: (JSONField) -> Value?
    ) throws -> Value {
        try self.read(send(.get, route, query: query), read)
    }

    /// - Parameters:
    ///   - headers: With an `Idempotency-Key` it is sent again when the connection fails.
    ///   - body: nil: none.
    func send<Value>(
        _ method: AdminRoute.Method,
        _ route: AdminRoute,
        id: String = "",
        headers: [(name: String, value: String)] = [],
        body: JSON? = nil,
        _ read: (JSONField) -> Value?
    ) throws -> Value {
        try self.read(send(method, route, id: id, headers: headers, body: body), read)
    }

    private func send(
        _ method: AdminRoute.Method,
        _ route: AdminRoute,
        id: String = "",
        query: Query = Query(),
        headers: [(name: String, value: String)] = [],
        body: JSON? = nil
    ) throws -> HTTPReply {
        let parameters = query.text
        var request = HTTPRequest(
            method.rawValue,
            server.description + route.path(id: id) + (parameters.isEmpty ? "" : "?\(parameters)"),
            headers: [("Authorization", "Bearer \(token.secretText)")] + headers,
            body: body?.canonicalBytes
        )
        if body != nil { request.headers.append(("Content-Type", "application/json")) }
        let mayRepeat = method == .get || headers.contains { $0.name == "Idempotency-Key" }
        var attempt = 1
        while true {
            do throws(HTTPClientError) {
                return try http.send(request)
            } catch {
                guard mayRepeat, attempt < Self.attempts, case .broken = error.problem else {
                    throw RemoteError(server, .unanswered(error))
                }
                attempt += 1
            }
        }
    }

    // MARK: - Answers

    private func read<Value>(_ reply: HTTPReply, _ read: (JSONField) -> Value?) throws -> Value {
        guard (200...299).contains(reply.status) else { throw refusal(reply) }
        let findings = Findings(unknownKeys: .ignore)
        let value: Value?
        do throws(JSONError) {
            value = read(JSONField(try JSON(parsing: reply.body), findings: findings))
        } catch {
            throw RemoteError(server, .notUnderstood("it answered what is no JSON: \(error)"))
        }
        guard let value, findings.all.isEmpty else {
            let fault = findings.all.first.map { "\($0.path): \($0.message)" } ?? "something is missing"
            throw RemoteError(server, .notUnderstood("it answered what is not understood: \(fault)"))
        }
        return value
    }

    private func refusal(_ reply: HTTPReply) -> any Error {
        let findings = Findings(unknownKeys: .ignore)
        guard let json = try? JSON(parsing: reply.body),
            let problem = AdminProblem(JSONField(json, findings: findings))
        else {
            return RemoteError(
                server,
                .notUnderstood("it answered with status \(reply.status) and no reason")
            )
        }
        if let error = problem.deskError { return error }
        let detail = problem.detail.isEmpty ? problem.title : problem.detail
        return RemoteError(server, .refused(status: reply.status, detail))
    }
}
