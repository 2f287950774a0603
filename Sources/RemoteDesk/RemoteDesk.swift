import AdminProtocol
import Cryptography
package import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON

/// The desk of a store on another machine: what is performed there is performed by whoever the token says.
package struct RemoteDesk: OperationDesk {
    private let client: AdminClient

    package init(_ client: AdminClient) { self.client = client }

    /// Performs one operation there, once, also when the answer gets lost on its way and it has to be sent again.
    ///
    /// - Throws: `DeskError` as the desk there threw it, otherwise ``RemoteError``.
    package func perform(_ operation: Operation, _ order: ReleaseDesk.Order) throws -> Outcome {
        var random = SystemRandomNumberGenerator()
        let key = Base64URL.encode((0..<18).map { _ in .random(in: .min ... .max, using: &random) })
        return try client.send(
            .post,
            .operations,
            headers: [("Idempotency-Key", key)],
            body: OperationRequest(operation, order).json
        ) { Outcome($0) }
    }
}
