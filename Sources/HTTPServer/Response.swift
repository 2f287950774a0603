import CMicroHTTPD
import Glibc

/// A response, built once and sent any number of times, also on several threads at once.
///
/// The server adds `Date`, `Content-Length` and, where due, `Connection`. To a HEAD request it sends the headers
/// alone, with the same `Content-Length`.
package final class Response: @unchecked Sendable {
    // Safe to share: the library counts an MHD_Response's references under a lock of its own, and nothing here
    // changes after init.
    private let pointer: OpaquePointer
    private let headers: [(String, String)]
    private let body: ResponseBody
    package let status: Status

    /// Bytes of the body, whether or not they are sent.
    package var bodySize: Int { body.count }

    /// Copies the headers and the body.
    ///
    /// - Parameters:
    ///   - status: 200 ... 599.
    ///   - headers: In order; names may repeat. `Date`, `Content-Length`, `Transfer-Encoding` and `Connection`
    ///     are the server's.
    ///   - body: Empty for 204 and 304. (The library cannot leave `Content-Length` out of a 304, as RFC 9110
    ///     section 8.6 would have it unless it tells the 200's size; it sends 0, since clients with simple
    ///     parsers wait for a body when it tells more.)
    /// - Throws: When the status is out of range, has a body that it cannot have, or a header is not a field name
    ///   and value (RFC 9110 section 5) or belongs to the server.
    package convenience init(
        status: Status,
        headers: [(String, String)] = [],
        body: [UInt8] = []
    ) throws(HTTPServerError) {
        guard (200...599).contains(status.rawValue) else {
            throw Self.refusal(status, "the status is outside 200 ... 599", "choose a final status")
        }
        guard body.isEmpty || status.allowsBody else {
            throw Self.refusal(status, "a body does not belong to this status", "leave it out")
        }
        for (name, value) in headers { try Self.check(name, value, of: status) }
        try self.init(status, headers, .memory(ResponseBytes(body)))
    }

    /// 200 with the content of an open file, which the kernel sends (`sendfile`): it is neither read nor copied here.
    ///
    /// - Parameters:
    ///   - headers: As above.
    ///   - descriptor: A regular file, open for reading. The response owns it from now on, also when this throws, and
    ///     closes it when it has been sent for the last time. One that is shortened meanwhile ends the connections that
    ///     it is sent to when their time is over (``Configuration/exchangeTimeout``).
    ///   - count: How many bytes it has.
    /// - Throws: As above.
    package convenience init(headers: [(String, String)], file descriptor: Int32, count: Int)
        throws(HTTPServerError)
    {
        do throws(HTTPServerError) {
            for (name, value) in headers { try Self.check(name, value, of: .ok) }
        } catch {
            close(descriptor)
            throw error
        }
        try self.init(.ok, headers, .file(descriptor: descriptor, count: count))
    }

    private init(_ status: Status, _ headers: [(String, String)], _ body: ResponseBody)
        throws(HTTPServerError)
    {
        guard let pointer = body.makeResponse() else {
            throw Self.refusal(status, "out of memory", "free memory")
        }
        self.pointer = pointer
        self.status = status
        self.headers = headers
        self.body = body
        for (name, value) in headers where MHD_add_response_header(pointer, name, value) != .YES {
            throw Self.refusal(status, "the header \(name) was not accepted", "check its value")
        }
    }

    deinit {
        // The library frees it when the last connection that sends it is done.
        MHD_destroy_response(pointer)
    }

    /// The same response with more headers; the body is shared, not copied.
    ///
    /// - Throws: As `init` does.
    package func adding(_ more: [(String, String)]) throws(HTTPServerError) -> Response {
        for (name, value) in more { try Self.check(name, value, of: status) }
        return try Response(status, headers + more, sharedBody())
    }

    /// The same response, which tells the client that its connection ends with it.
    func closing() throws(HTTPServerError) -> Response {
        try Response(status, headers + [("Connection", "close")], sharedBody())
    }

    private func sharedBody() throws(HTTPServerError) -> ResponseBody {
        guard let shared = body.shared() else {
            throw Self.refusal(status, "too many open files", "raise their limit")
        }
        return shared
    }

    /// Hands the response to a connection that waits for one.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        MHD_queue_response(connection, UInt32(status.rawValue), pointer)
    }

    private static let ownHeaders: Set = ["date", "content-length", "transfer-encoding", "connection"]

    /// Refuses what is no header, or one of the server's own.
    static func check(_ name: String, _ value: String, of status: Status) throws(HTTPServerError) {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter) else {
            throw refusal(status, "\"\(name)\" is not a header name", "use letters, digits and -")
        }
        guard !ownHeaders.contains(name.lowercased()) else {
            throw refusal(status, "the server itself sends \(name)", "leave it out")
        }
        // The library would refuse an empty value, and a line break would start a new header.
        guard !value.isEmpty, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw refusal(status, "the value of \(name) is empty or has control characters", "encode it")
        }
    }

    private static func refusal(_ status: Status, _ cause: String, _ advice: String) -> HTTPServerError {
        HTTPServerError(
            operation: "build",
            subject: "a response \(status.rawValue)",
            cause: cause,
            advice: advice
        )
    }
}
