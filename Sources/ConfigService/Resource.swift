import ConfigBundle
import HTTPServer

/// One representation with every answer that it can have, built ahead: a request only chooses.
///
/// What else an answer may depend on has its place here: a delta (`A-IM`) before the coding; a digest and a signature
/// among the headers.
final class Resource: Sendable {
    /// What a client takes, besides what it has.
    struct Taste: Sendable {
        let coding: ContentCoding

        init(of request: borrowing Request) {
            coding = request.withHeader("Accept-Encoding") { ContentCoding.preferred(by: $0) }
        }
    }

    let representation: Representation
    /// Of what it shows, sent as `Widget-Revision`.
    let revision: Int64
    /// Seconds, as sent.
    let maxAge: Int
    private let entityTag: [UInt8]
    private let identity: WaitedResponse
    private let gzip: WaitedResponse
    private let notModified: WaitedResponse

    /// - Throws: `HTTPServerError` when memory is out.
    init(_ representation: Representation, revision: Int64, policy: CachePolicy, maxAge: Int)
        throws(HTTPServerError)
    {
        self.representation = representation
        self.revision = revision
        self.maxAge = maxAge
        entityTag = Array(representation.entityTag.utf8)
        let validators = [
            ("ETag", representation.entityTag),
            ("Cache-Control", policy.cacheControl(maxAge: maxAge)),
            ("Vary", "Accept-Encoding"),
        ]
        let content = [("Content-Type", "application/json"), ("Widget-Revision", "\(revision)")]
        identity = WaitedResponse(
            try Response(status: .ok, headers: content + validators, body: representation.identity)
        )
        gzip = WaitedResponse(
            try Response(
                status: .ok,
                headers: content + [("Content-Encoding", "gzip")] + validators,
                body: representation.gzip
            )
        )
        notModified = WaitedResponse(try Response(status: .notModified, headers: validators))
    }

    /// The same with another maximum age; nothing is compressed again.
    func renewed(policy: CachePolicy, maxAge: Int) throws(HTTPServerError) -> Resource {
        maxAge == self.maxAge
            ? self
            : try Resource(representation, revision: revision, policy: policy, maxAge: maxAge)
    }

    /// Whether both have the same bytes.
    func isSame(as other: Resource) -> Bool { entityTag == other.entityTag }

    /// Whether the client says that it has this.
    func isKnown(to request: borrowing Request) -> Bool {
        request.withHeader("If-None-Match") { IfNoneMatch.matches(entityTag, $0) }
    }

    /// The answer to a client that has this.
    var unchanged: WaitedResponse { notModified }

    /// The answer to a client that does not.
    func full(for taste: Taste) -> WaitedResponse {
        switch taste.coding {
        case .gzip: gzip
        case .identity: identity
        }
    }

    /// The answer to a GET or HEAD that does not wait.
    func response(to request: borrowing Request) -> Response {
        isKnown(to: request) ? notModified.unwaited : full(for: Resource.Taste(of: request)).unwaited
    }
}
