/// The answers that the server gives by itself, built once.
struct Refusals: Sendable {
    let malformedRequest: Response
    let malformedTarget: Response
    let overlongTarget: Response
    let overlongHead: Response
    let overlongBody: Response
    let unknownCoding: Response
    let handlerFailed: Response

    init(_ limits: Configuration) throws(HTTPServerError) {
        malformedRequest = try .problem(
            .badRequest,
            detail: "The request line or a header is malformed, repeated or missing."
        )
        malformedTarget = try .problem(
            .badRequest,
            detail: "The request target has bytes that must be percent-encoded, or a broken percent-encoding."
        )
        overlongTarget = try .problem(
            .uriTooLong,
            detail: "The request target is longer than \(limits.maximumTargetLength) bytes."
        )
        overlongHead = try .problem(
            .requestHeaderFieldsTooLarge,
            detail: "The request line and headers are longer than \(limits.maximumHeadSize) bytes."
        )
        overlongBody = try .problem(
            .contentTooLarge,
            detail: "The body is longer than \(limits.maximumBodySize) bytes."
        )
        unknownCoding = try .problem(
            .notImplemented,
            detail: "The server understands no transfer coding but chunked."
        )
        handlerFailed = try .problem(.internalServerError, detail: "The server failed to answer.")
    }
}
