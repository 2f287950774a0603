import AdminProtocol
import Compression
import HTTPServer
import ReleaseDesk
import RolloutStore
import StrictJSON

/// What a worker answers.
struct AdminAnswer: Sendable {
    var status: Status
    var headers: [(String, String)] = []
    /// nil: there is none.
    var json: JSON?

    init(_ json: JSON, status: Status = .ok, headers: [(String, String)] = []) {
        self.status = status
        self.headers = headers
        self.json = json
    }

    /// A problem document (RFC 9457).
    init(
        problem status: Status,
        _ detail: String,
        deskError: DeskError? = nil,
        headers: [(String, String)] = []
    ) {
        self.status = status
        self.headers = headers
        json =
            AdminProblem(
                status: Int(status.rawValue),
                title: status.reasonPhrase,
                detail: detail,
                deskError: deskError
            ).json
    }

    /// Shorter ones are not worth the work.
    private static let gzipThreshold = 1024

    /// - Throws: `HTTPServerError` when memory is out.
    func response(acceptsGzip: Bool) throws -> Response {
        var headers = headers
        let isProblem = status.rawValue >= 400
        headers += [
            ("Content-Type", isProblem ? "application/problem+json" : "application/json"),
            // What is answered depends on who asks, and is of the moment.
            ("Cache-Control", "no-store"), ("Vary", "Accept-Encoding"),
        ]
        var body = (json?.canonicalBytes ?? []) + [0x0A]
        if acceptsGzip, body.count >= Self.gzipThreshold {
            body = try Gzip.compress(body)
            headers.append(("Content-Encoding", "gzip"))
        }
        return try Response(status: status, headers: headers, body: body)
    }
}

/// A request that cannot be had as it is.
struct Refusal: Error {
    let answer: AdminAnswer

    init(_ status: Status, _ detail: String, headers: [(String, String)] = []) {
        answer = AdminAnswer(problem: status, detail, headers: headers)
    }
}
