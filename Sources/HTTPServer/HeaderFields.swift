import CMicroHTTPD

/// The header fields of a request, as the library holds them while the request lasts.
struct HeaderFields {
    /// The connection whose request it is.
    let connection: OpaquePointer

    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// Calls `body` for each field in order, until it returns false.
    ///
    /// The bytes are valid while the request lasts, and must not be kept beyond.
    func forEach(_ body: (_ name: Bytes, _ value: Bytes) -> Bool) {
        withoutActuallyEscaping(body) { body in
            withUnsafePointer(to: body) { body in
                // The library calls back before it returns, so the pointer to the closure outlives its use.
                _ = CMHD_visit_headers(connection, visitHeader, UnsafeMutableRawPointer(mutating: body))
            }
        }
    }

    /// Calls `body` with the value of a field, compared without regard to case; nil when there is none.
    ///
    /// A field that repeats has its values joined by `, ` (RFC 9110 section 5.3).
    func withValue<R>(of name: StaticString, _ body: (Span<UInt8>?) -> R) -> R {
        var single: Bytes?
        var joined: [UInt8]?
        forEach { candidate, value in
            guard candidate.equalsIgnoringCase(name) else { return true }
            let value = value.trimmingTrailingWhitespace
            if let first = single {
                joined = (joined ?? Array(first)) + [UInt8(ascii: ","), UInt8(ascii: " ")] + value
            } else {
                single = value
            }
            return true
        }
        if let joined { return body(joined.span) }
        return body(single?.span)
    }
}

private func visitHeader(
    context: UnsafeMutableRawPointer?,
    kind: MHD_ValueKind,
    name: UnsafePointer<CChar>?,
    nameSize: Int,
    value: UnsafePointer<CChar>?,
    valueSize: Int
) -> MHD_Result {
    typealias Body = (HeaderFields.Bytes, HeaderFields.Bytes) -> Bool
    guard let body = context?.assumingMemoryBound(to: Body.self).pointee else { return .NO }
    func bytes(_ start: UnsafePointer<CChar>?, _ count: Int) -> HeaderFields.Bytes {
        HeaderFields.Bytes(
            start: UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self),
            count: start == nil ? 0 : count
        )
    }
    return body(bytes(name, nameSize), bytes(value, valueSize)) ? .YES : .NO
}
