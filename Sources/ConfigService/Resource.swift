import ConfigBundle
import HTTPServer

/// One representation with every answer that it can have, built ahead: a request only chooses.
///
/// What else an answer may depend on has its place here. Waiting (`Prefer: wait`) belongs where 304 would be chosen; a
/// delta (`A-IM`) after it, before the coding; a digest and a signature among the headers of the 200s.
final class Resource: Sendable {
    let representation: Representation
    /// Of what it shows, sent as `Widget-Revision`.
    let revision: Int64
    /// Seconds, as sent.
    let maxAge: Int
    private let entityTag: [UInt8]
    private let identity: Response
    private let gzip: Response
    private let notModified: Response

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
        identity = try Response(
            status: .ok,
            headers: content + validators,
            body: representation.identity
        )
        gzip = try Response(
            status: .ok,
            headers: content + [("Content-Encoding", "gzip")] + validators,
            body: representation.gzip
        )
        notModified = try Response(status: .notModified, headers: validators)
    }

    /// The same with another maximum age; nothing is compressed again.
    func renewed(policy: CachePolicy, maxAge: Int) throws(HTTPServerError) -> Resource {
        maxAge == self.maxAge
            ? self
            : try Resource(representation, revision: revision, policy: policy, maxAge: maxAge)
    }

    /// The answer to a GET or HEAD.
    func response(to request: borrowing Request) -> Response {
        let isKnown = request.withHeader("If-None-Match") { IfNoneMatch.matches(entityTag, $0) }
        if isKnown { return notModified }
        switch request.withHeader("Accept-Encoding", { ContentCoding.preferred(by: $0) }) {
        case .gzip: return gzip
        case .identity: return identity
        }
    }
}
