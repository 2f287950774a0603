/// What a handler says to a request.
package enum Answer: Sendable {
    /// This, at once.
    case now(Response)
    /// What the pending answer will be; the connection costs no thread until then.
    case later(PendingAnswer)
    /// 200 and a body that goes on until the stream ends.
    case stream(ResponseStream)

    /// Whether more than queueing a response is to be done.
    var takesTime: Bool { if case .now = self { false } else { true } }
}
