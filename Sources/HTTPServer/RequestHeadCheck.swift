import CMicroHTTPD
import Glibc

/// What a request's line and headers say about its body, and whether they can be trusted at all.
///
/// The library checks little here, and what it leaves through is what request smuggling is made of: two
/// lengths, a length and a coding, folded lines, bytes hidden behind a NUL (RFC 9112 sections 5.1, 5.2, 6.3).
struct RequestHeadCheck {
    enum Verdict {
        /// The end of the request is certain.
        case sound(body: Body)
        /// The request is broken; where the next one would begin is not certain.
        case malformed
        /// A transfer coding besides `chunked`.
        case unknownCoding
    }

    enum Body {
        case none
        case sized(UInt64)
        case chunked
    }

    fileprivate var isSound = true
    private var hosts = 0
    private var lengths = 0
    private var length: UInt64 = 0
    private var codings = 0
    private var isChunked = false
    /// Where the element before ended: the version, or the value of a header.
    private var end: UnsafeRawPointer

    /// Looks at every header once.
    static func verdict(of head: RequestHead) -> Verdict {
        var check = RequestHeadCheck(end: UnsafeRawPointer(head.version) + 8)
        // The library calls back before it returns, so the pointer to the check outlives its use.
        _ = CMHD_visit_headers(head.handle, continueCheck, &check)
        let rest = UnsafeRawPointer(head.method) + head.size - check.end
        // Two line breaks, each of one or two bytes, are all that may follow.
        if check.layoutIsKnown, !(2...4).contains(rest) { check.isSound = false }
        return check.verdict(isHTTP10: head.isHTTP10)
    }

    private init(end: UnsafeRawPointer) { self.end = end }

    private func verdict(isHTTP10: Bool) -> Verdict {
        guard isSound, lengths <= 1, codings <= 1, lengths + codings <= 1,
            hosts == 1 || (hosts == 0 && isHTTP10),
            !(isHTTP10 && codings > 0)
        else { return .malformed }
        if codings > 0 { return isChunked ? .sound(body: .chunked) : .unknownCoding }
        return .sound(body: length > 0 ? .sized(length) : .none)
    }

    /// Takes note of one header.
    fileprivate mutating func visit(_ name: HeaderFields.Bytes, _ value: HeaderFields.Bytes) {
        guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter),
            value.baseAddress.map({ memchr($0, 0x0D, value.count) }) == .some(nil)
        else { return isSound = false }
        checkLayout(name, value)
        switch name.count {
        case 4 where name.equalsIgnoringCase("host"): hosts += 1
        case 14 where name.equalsIgnoringCase("content-length"):
            lengths += 1
            // The library itself has already refused a value that is not a number.
            length = UInt64(String(decoding: value, as: UTF8.self)) ?? .max
        case 17 where name.equalsIgnoringCase("transfer-encoding"):
            codings += 1
            isChunked = value.equalsIgnoringCase("chunked")
        default: break
        }
    }

    /// Whether the library leaves each line where it arrived.
    ///
    /// A NUL in a value and a folded line then show as gaps between the pieces. Releases after 0.9.75 refuse both by
    /// themselves.
    private static let libraryKeepsLayout = String(cString: MHD_get_version()).hasPrefix("0.9.75")

    private let layoutIsKnown = Self.libraryKeepsLayout

    /// Refuses a gap: pieces must follow one another with a line break between them.
    private mutating func checkLayout(_ name: HeaderFields.Bytes, _ value: HeaderFields.Bytes) {
        guard layoutIsKnown, let nameStart = name.baseAddress, let valueStart = value.baseAddress else {
            return
        }
        // Pointers are compared as numbers, none is followed: after a fold they lie in different places.
        let gap = Int(bitPattern: nameStart) - Int(bitPattern: end)
        let separator = Int(bitPattern: valueStart) - Int(bitPattern: nameStart + name.count)
        if !(1...2).contains(gap) || separator < 1 { isSound = false }
        end = UnsafeRawPointer(valueStart + value.count)
    }
}

private func continueCheck(
    context: UnsafeMutableRawPointer?,
    kind: MHD_ValueKind,
    name: UnsafePointer<CChar>?,
    nameSize: Int,
    value: UnsafePointer<CChar>?,
    valueSize: Int
) -> MHD_Result {
    // What verdict(of:) passed.
    guard let check = context?.assumingMemoryBound(to: RequestHeadCheck.self) else { return .NO }
    check.pointee.visit(HeaderFields.Bytes(name, nameSize), HeaderFields.Bytes(value, valueSize))
    return check.pointee.isSound ? .YES : .NO
}
