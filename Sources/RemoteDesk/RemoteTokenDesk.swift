package import AccessTokens
import AdminProtocol
import Rollout
import StrictJSON

/// The tokens of a store on another machine, for an admin of it.
package struct RemoteTokenDesk: TokenKeeping {
    private let client: AdminClient

    package init(_ client: AdminClient) { self.client = client }

    package func create(_ order: TokenDesk.Order) throws -> (record: TokenRecord, token: AccessToken) {
        do {
            return try client.send(.post, .tokens, body: order.json, Self.made)
        } catch let error as RemoteError {
            guard case .refused(400, let detail) = error.problem else { throw error }
            throw TokenError.invalid(detail)
        }
    }

    private static func made(_ field: JSONField) -> (record: TokenRecord, token: AccessToken)? {
        guard case .object(var object) = field.value,
            let text = object.removeValue(forKey: "token")?.string,
            let token = try? AccessToken(parsing: text),
            let record = TokenRecord(
                JSONField(.object(object), path: field.path, findings: field.findings)
            )
        else { return nil }
        return (record, token)
    }

    package func tokens() throws -> [TokenRecord] {
        try client.get(.tokens) { $0.list { TokenRecord($0) } }
    }

    package func revoke(_ id: String) throws -> TokenRecord {
        // What is no ID must not become another path.
        guard
            id.utf8.allSatisfy({
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
            }),
            !id.isEmpty
        else { throw TokenError.unknownToken(id, known: try tokens().map(\.id)) }
        do {
            return try client.send(.delete, .token, id: id) { TokenRecord($0) }
        } catch let error as RemoteError {
            guard case .refused(404, _) = error.problem else { throw error }
            throw TokenError.unknownToken(id, known: try tokens().map(\.id))
        }
    }
}

extension AdminClient {
    /// Whose token this is.
    package func holder() throws -> TokenHolder { try get(.holder) { TokenHolder($0) } }
}
