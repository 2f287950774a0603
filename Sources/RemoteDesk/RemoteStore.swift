import AdminProtocol
import HTTPClient
import ReleaseDesk
package import RolloutStore
import StrictJSON

/// A store on another machine, to be read: the same questions, asked of its server.
///
/// A reading sees the store as it was at one revision, the last when it began, however many questions it asks; and of
/// it the apps that the token is for.
package struct RemoteStore: Store {
    private let client: AdminClient

    package init(_ client: AdminClient) { self.client = client }

    package func revision() throws(StoreError) -> Int64 {
        try client.ask { client in
            try client.get(.revision) {
                $0.object(["revision"])?.required("revision")?.integer(in: 0...Int64.max)
            }
        }
    }

    package func read<Result>(_ body: (any StoreReader) throws -> Result) throws -> Result {
        try body(RemoteReader(client, revision: revision()))
    }

    /// What changes a store elsewhere is performed there, by ``RemoteDesk``.
    package func change<Result>(
        by author: Author,
        _ body: (any StateEditor) throws -> Result
    ) throws -> (result: Result, changes: [Change]) {
        throw StoreError(
            location: client.server.description,
            problem: .notWritable("it is on another machine, which has to be asked for an operation")
        )
    }
}

extension AdminClient {
    /// Puts what goes wrong in the words of a store.
    func ask<Answer>(_ question: (AdminClient) throws -> Answer) throws(StoreError) -> Answer {
        do {
            return try question(self)
        } catch let error as RemoteError {
            // A client's error begins with the address itself.
            let location = if case .unanswered(let error) = error.problem { error.url } else { error.server }
            throw StoreError(location: location, problem: .engine(error.explanation))
        } catch {
            throw StoreError(location: server.description, problem: .engine("\(error)"))
        }
    }
}
