import CMicroHTTPD

/// The header fields of a request, as the library holds them while the request lasts.
struct HeaderFields {
    /// The connection whose request it is.
    let connection: OpaquePointer

    /// Valid while the request lasts; must not be kept beyond.
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// Calls `body` with the value of a field, its name compared without regard to case; nil when there is none.
    ///
    /// A field that repeats has its values joined by `, ` (RFC 9110 section 5.3).
    func withValue<R>(of name: StaticString, _ body: (Span<UInt8>?) -> R) -> R {
        var search = Search(name: name)
        // The library calls back before it returns, so the pointer to the search outlives its use.
        withUnsafeMutablePointer(to: &search) { search in
            _ = CMHD_visit_headers(connection, continueSearch, search)
        }
        if let joined = search.joined { return body(joined.span) }
        return body(search.first?.span)
    }

    fileprivate struct Search {
        let name: StaticString
        var first: Bytes?
        /// All values, once there are two.
        var joined: [UInt8]?

        mutating func visit(_ candidate: Bytes, _ value: Bytes) {
            guard candidate.equalsIgnoringCase(name) else { return }
            let value = value.trimmingTrailingWhitespace
            if let first {
                joined = (joined ?? Array(first)) + [UInt8(ascii: ","), UInt8(ascii: " ")] + value
            } else {
                first = value
            }
        }
    }
}

extension HeaderFields.Bytes {
    /// What the library describes by a pointer and a size.
    init(_ start: UnsafePointer<CChar>?, _ size: Int) {
        self.init(
            start: UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self),
            count: start == nil ? 0 : size
        )
    }
}

// A C function rather than a closure, which would cost an allocation for each look at the headers.
private func continueSearch(
    context: UnsafeMutableRawPointer?,
    kind: MHD_ValueKind,
    name: UnsafePointer<CChar>?,
    nameSize: Int,
    value: UnsafePointer<CChar>?,
    valueSize: Int
) -> MHD_Result {
    // What withValue(of:_:) passed.
    context?.assumingMemoryBound(to: HeaderFields.Search.self).pointee
        .visit(HeaderFields.Bytes(name, nameSize), HeaderFields.Bytes(value, valueSize))
    return .YES
}
