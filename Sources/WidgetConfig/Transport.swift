package import ConfigPolling
package import Foundation

/// How questions reach a server and answers come back.
package protocol Transport: Sendable {
    /// Sends a GET and receives its answer.
    ///
    /// Ends soon after the task that calls it is cancelled.
    ///
    /// - Throws: ``TransportError`` when no whole answer comes.
    func answer(to request: TransportRequest) async throws(TransportError) -> PollAnswer
}

/// A GET.
package struct TransportRequest: Sendable {
    package let url: URL
    /// Beside those that the transport sends by itself.
    package let fields: [(name: String, value: String)]
    /// The most bytes of body that are received, with the content coding undone if the transport undoes it.
    package let byteLimit: Int

    package init(url: URL, fields: [(name: String, value: String)], byteLimit: Int) {
        self.url = url
        self.fields = fields
        self.byteLimit = byteLimit
    }
}

/// Why there is no answer.
package enum TransportError: Error, Equatable, Sendable {
    /// The connection could not be made, or ended early; in the system's words.
    case connection(String)
    /// The body is larger than the limit in bytes; what came after that was not received.
    case tooLarge(limit: Int)
    /// Whoever asked does not want to know any more.
    case cancelled
}
