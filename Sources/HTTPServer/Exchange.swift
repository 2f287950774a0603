/// A request and what became of it, for access logs and metrics.
package struct Exchange: ~Copyable {
    /// Only its target is without meaning when the server refused the request for it.
    package let request: Request
    /// nil when the connection ended before there was an answer.
    package let status: Status?
    /// Bytes of the body handed to the connection, 0 for HEAD, 204 and 304; also when not all arrived.
    package let bodySize: Int
    /// From the arrival of the request line to the end of sending.
    package let duration: Duration
    /// Whether the answer was sent to its end.
    package let isComplete: Bool
    /// What the handler threw; the answer was then 500.
    package let failure: (any Error)?
}
