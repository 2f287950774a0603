import Synchronization

/// The answers that the server gives by itself, built once.
struct Refusals: Sendable {
    let malformedRequest: Response
    let malformedTarget: Response
    let overlongTarget: Response
    let overlongHead: Response
    let unknownCoding: Response
    let handlerFailed: Response
    let tooManyConnections: Turns
    private let usualBodyLimit: Int
    private let usualOverlongBody: Response

    /// Several responses that are given in turns.
    final class Turns: Sendable {
        private let responses: [Response]
        private let given = Atomic<UInt>(0)

        init(_ responses: [Response]) { self.responses = responses }

        var next: Response {
            let turn = given.wrappingAdd(1, ordering: .relaxed).oldValue
            return responses[Int(turn % UInt(responses.count))]
        }
    }

    /// The seconds of `Retry-After`, of which each client gets its own.
    private static let retrySpread = 1...30

    init(_ limits: Configuration) throws(HTTPServerError) {
        malformedRequest = try .problem(
            .badRequest,
            detail: "The request line or a header is malformed, repeated or missing."
        )
        malformedTarget = try .problem(
            .badRequest,
            detail: "The request target is no path, or has bytes that must be percent-encoded, or a broken "
                + "percent-encoding."
        )
        overlongTarget = try .problem(
            .uriTooLong,
            detail: "The request target is longer than \(limits.maximumTargetLength) bytes."
        )
        overlongHead = try .problem(
            .requestHeaderFieldsTooLarge,
            detail: "The request line and headers are longer than \(limits.maximumHeadSize) bytes."
        )
        usualBodyLimit = limits.maximumBodySize
        usualOverlongBody = try Self.overlongBody(limits.maximumBodySize)
        unknownCoding = try .problem(
            .notImplemented,
            detail: "The server understands no transfer coding but chunked."
        )
        var tooManyConnections: [Response] = []
        for seconds in Self.retrySpread.shuffled() {
            tooManyConnections.append(
                try .problem(
                    .serviceUnavailable,
                    detail: "The server has as many connections as it may; come back later.",
                    headers: [("Retry-After", "\(seconds)")]
                )
            )
        }
        self.tooManyConnections = Turns(tooManyConnections)
        handlerFailed = try .problem(.internalServerError, detail: "The server failed to answer.")
    }

    /// The answer to a body of more bytes than a limit.
    func overlongBody(limit: Int) -> Response {
        // Without memory for another one, the usual is right but for the number.
        limit == usualBodyLimit
            ? usualOverlongBody : (try? Self.overlongBody(limit)) ?? usualOverlongBody
    }

    private static func overlongBody(_ limit: Int) throws(HTTPServerError) -> Response {
        try .problem(.contentTooLarge, detail: "The body is longer than \(limit) bytes.")
    }
}
