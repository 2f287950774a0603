import CMicroHTTPD

/// A request, valid only while the handler or observer that it is handed to runs.
///
/// It cannot be copied, so it cannot be kept. The `with...` methods look at the bytes where they lie; what
/// returns a `String` allocates.
package struct Request: ~Copyable {
    private let connection: Connection
    private let fields: HeaderFields

    init(_ connection: Connection, handle: OpaquePointer) {
        self.connection = connection
        fields = HeaderFields(connection: handle)
    }

    /// ``Method/other`` for one that the server does not know by name.
    package var method: Method { connection.method }

    /// The method as it was sent.
    package var methodName: String { connection.methodName }

    /// The version that the client speaks.
    package var version: HTTPVersion { connection.version }

    /// The target up to `?`, as it was sent: percent-encoded, `..` and `//` left in place.
    ///
    /// It begins with `/`, or is `*`. Each `%` in it is followed by two hexadecimal digits that are not `00`.
    package var path: String { withPath { String(decoding: $0) } }

    /// Calls `body` with the bytes of `path`.
    package func withPath<R>(_ body: (Span<UInt8>) -> R) -> R {
        let target = connection.target
        let bytes = target.bytes
        return body(bytes.span.extracting(target.path))
    }

    /// What follows `?`, as it was sent; nil without a `?`.
    package var query: String? {
        connection.target.hasQuery ? withQuery { String(decoding: $0) } : nil
    }

    /// Calls `body` with the bytes of `query`, none when there is no query.
    package func withQuery<R>(_ body: (Span<UInt8>) -> R) -> R {
        let target = connection.target
        let bytes = target.bytes
        return body(bytes.span.extracting(target.query))
    }

    /// All of the body, where the server keeps bodies and the handler is called; empty otherwise.
    package var body: [UInt8] { connection.body }

    /// The numeric address of whoever is at the other end of the connection; empty when the system does not say.
    package var peer: String {
        CMHD_client_address(fields.connection).flatMap { ListenAddress(numeric: $0)?.host } ?? ""
    }

    /// The value of a header, its name compared without regard to case; nil when it was not sent.
    ///
    /// A header that repeats has its values joined by `, ` (RFC 9110 section 5.3). Bytes that are not UTF-8 are
    /// replaced.
    package func header(_ name: StaticString) -> String? {
        fields.withValue(of: name) { value in
            if let value { String(decoding: value) } else { nil }
        }
    }

    /// Calls `body` with the bytes of the header; nil when it was not sent.
    package func withHeader<R>(_ name: StaticString, _ body: (Span<UInt8>?) -> R) -> R {
        fields.withValue(of: name, body)
    }
}

/// The version of a request's message syntax.
package enum HTTPVersion: String, Sendable {
    case http10 = "HTTP/1.0"
    /// 1.1 and the later versions 1.x, none of which exists.
    case http11 = "HTTP/1.1"
}

extension String {
    /// The text of UTF-8 bytes; what is no UTF-8 is replaced.
    fileprivate init(decoding bytes: Span<UInt8>) {
        self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
