import ConfigBundle
import HTTPServer
import Publishing
import Synchronization

/// One representation with every answer that it can have, built ahead: a request only chooses.
final class Resource: Sendable {
    /// What a client takes, besides what it has.
    struct Taste: Sendable {
        let coding: ContentCoding
        /// The entity tag of the copy from which the client takes a delta; nil: it takes none.
        let base: [UInt8]?
    }

    let representation: Representation
    /// Seconds, as sent.
    let maxAge: Int
    private let fields: [(String, String)]
    private let bases: DeltaBases?
    private let policy: CachePolicy
    private let entityTag: [UInt8]
    private let identity: WaitedResponse
    private let gzip: WaitedResponse
    private let notModified: WaitedResponse
    /// By the number of the base, each made when it is first wanted.
    private let deltas = Mutex<[Int: WaitedResponse]>([:])

    /// - Parameters:
    ///   - fields: What is sent with the whole and with 304, and does not depend on the coding.
    ///   - bases: From which there are deltas; nil: there are none.
    ///   - maxAge: In seconds.
    /// - Throws: `HTTPServerError` when memory is out.
    init(
        _ representation: Representation,
        fields: [(String, String)],
        bases: DeltaBases? = nil,
        policy: CachePolicy,
        maxAge: Int
    ) throws(HTTPServerError) {
        self.representation = representation
        self.fields = fields
        self.bases = bases
        self.policy = policy
        self.maxAge = maxAge
        entityTag = Array(representation.entityTag.utf8)
        let common =
            fields + [
                ("ETag", representation.entityTag),
                ("Cache-Control", policy.cacheControl(maxAge: maxAge)),
                ("Vary", Self.vary(bases)),
            ]
        identity = WaitedResponse(
            try Response(
                status: .ok,
                headers: [Self.contentType, ("Repr-Digest", representation.identityReprDigest)] + common,
                body: representation.identity
            )
        )
        gzip = WaitedResponse(
            try Response(
                status: .ok,
                headers: [
                    Self.contentType, ("Content-Encoding", "gzip"),
                    ("Repr-Digest", representation.gzipReprDigest),
                ] + common,
                body: representation.gzip
            )
        )
        // Without Repr-Digest: a cache may hold either coding.
        notModified = WaitedResponse(try Response(status: .notModified, headers: common))
    }

    private static let contentType = ("Content-Type", "application/json")

    private static func vary(_ bases: DeltaBases?) -> String {
        bases == nil ? "Accept-Encoding" : "Accept-Encoding, A-IM"
    }

    /// An app's bundle, with the bases from which there are deltas, or its kills.
    convenience init(
        _ signed: SignedRepresentation,
        bases: DeltaBases?,
        policy: CachePolicy,
        maxAge: Int
    ) throws(HTTPServerError) {
        try self.init(
            signed.representation,
            fields: signed.fields.list,
            bases: bases,
            policy: policy,
            maxAge: maxAge
        )
    }

    /// The same with other fields and another maximum age; nothing is compressed again.
    func with(_ fields: BundleFields, maxAge: Int) throws(HTTPServerError) -> Resource {
        try Resource(representation, fields: fields.list, bases: bases, policy: policy, maxAge: maxAge)
    }

    /// Whether both have the same bytes.
    func isSame(as other: Resource) -> Bool { entityTag == other.entityTag }

    // MARK: - Requests

    /// Whether the client says that it has this.
    func isKnown(to request: borrowing Request) -> Bool {
        request.withHeader("If-None-Match") { IfNoneMatch.matches(entityTag, $0) }
    }

    /// What a client takes that has this and waits for what comes after it.
    func taste(ofWaiting request: borrowing Request) -> Taste {
        // Who has anything (*) does not say what it has.
        let saysWhat = request.withHeader("If-None-Match") { IfNoneMatch.names(entityTag, $0) }
        return Taste(
            coding: Self.coding(of: request),
            base: saysWhat && takesDelta(request) ? entityTag : nil
        )
    }

    /// The answer to a GET or HEAD that does not wait.
    func response(to request: borrowing Request) -> Response {
        if isKnown(to: request) { return notModified.unwaited }
        let base = takesDelta(request) ? base(of: request) : nil
        return response(Taste(coding: Self.coding(of: request), base: base)).unwaited
    }

    private static func coding(of request: borrowing Request) -> ContentCoding {
        request.withHeader("Accept-Encoding") { ContentCoding.preferred(by: $0) }
    }

    private func takesDelta(_ request: borrowing Request) -> Bool {
        bases != nil && request.withHeader("A-IM") { InstanceManipulation.acceptsDelta($0) }
    }

    /// The newest of the bases that the client says it has.
    private func base(of request: borrowing Request) -> [UInt8]? {
        request.withHeader("If-None-Match") { field in
            bases?.bases.first { IfNoneMatch.names($0.entityTag, field) }?.entityTag
        }
    }

    // MARK: - Answers

    /// The answer to a client that has this.
    var unchanged: WaitedResponse { notModified }

    /// The answer to a client that does not.
    func response(_ taste: Taste) -> WaitedResponse {
        if let delta = delta(taste) { return delta }
        switch taste.coding {
        case .gzip: return gzip
        case .identity: return identity
        }
    }

    private func delta(_ taste: Taste) -> WaitedResponse? {
        guard let base = taste.base, let bases,
            let index = bases.bases.firstIndex(where: { $0.entityTag == base })
        else { return nil }
        if let known = deltas.withLock({ $0[index] }) { return known }
        guard let delta = bases.delta(from: index),
            // Without memory for it the whole is sent.
            let response = try? response(withDelta: delta, from: base)
        else { return nil }
        return deltas.withLock { deltas in
            let response = deltas[index] ?? WaitedResponse(response)
            deltas[index] = response
            return response
        }
    }

    /// 226 (RFC 3229 section 10.4.1).
    private func response(withDelta delta: [UInt8], from base: [UInt8]) throws(HTTPServerError) -> Response {
        try Response(
            status: .imUsed,
            headers: [
                Self.contentType, ("IM", InstanceManipulation.delta),
                ("Delta-Base", String(decoding: base, as: UTF8.self)),
                ("Repr-Digest", representation.identityReprDigest),
            ] + fields + [
                ("ETag", representation.entityTag),
                ("Cache-Control", policy.deltaCacheControl(maxAge: maxAge)),
                ("Vary", Self.vary(bases)),
            ],
            body: delta
        )
    }
}
