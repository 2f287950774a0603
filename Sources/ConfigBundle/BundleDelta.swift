import Compression

/// What changed from one bundle to another, as it travels under the name `zdict` (RFC 3229).
///
/// A delta is a series of steps that append to the result. Every other step is a zlib stream (RFC 1950) whose preset
/// dictionary is cut from the base, the client's copy; the steps between them copy from the base:
///
///     delta  = stream *( copy stream ) [ copy ]
///     copy   = start count                      ; 4 bytes each, big-endian: base[start ..< start + count]
///     stream = a zlib stream, its dictionary base[max(0, at - 16384) ..< that + 32768], as far as the base goes,
///              where at is the end of the copy before it, and 0 for the first stream
///
/// So the delta between small bundles is nothing but a zlib stream with the client's copy as preset dictionary. In
/// larger ones, what stays the same for long is copied: zlib's window of 32 kB would not reach all of it, and takes
/// 2 bytes for each 258 that it does reach.
///
/// A delta says nothing of whose it is. What comes out has to be verified as if it had come whole.
public enum BundleDelta {
    /// The most copies in a delta, so that the work of applying one is bounded.
    static let copyLimit = 4096

    /// The part of the base that the stream after a copy has as its dictionary.
    ///
    /// - Parameter at: Where the copy ended in the base.
    static func dictionary(from base: [UInt8], at: Int) -> ArraySlice<UInt8> {
        let start = max(0, at - 16_384)
        return base[start..<min(base.count, start + 32_768)]
    }

    /// The result of a delta.
    ///
    /// - Parameters:
    ///   - delta: The body of a 226 with `IM: zdict`.
    ///   - base: The bundle whose entity tag is the answer's `Delta-Base`.
    ///   - limit: The most bytes that the delta and its result may have; no more than twice that is used.
    /// - Throws: ``BundleError/wrongBase``, ``BundleError/malformedDelta(_:)`` or ``BundleError/tooLarge(limit:)``. A
    ///   wrong base that differs only in what is copied goes unnoticed here, and is found by the digest of the result.
    public static func apply(
        _ delta: [UInt8],
        to base: [UInt8],
        limit: Int = BundleVerifier.defaultByteLimit
    ) throws(BundleError) -> [UInt8] {
        guard delta.count <= limit else { throw .tooLarge(limit: limit) }
        var result: [UInt8] = []
        var rest = delta[...]
        var at = 0
        for _ in 0...copyLimit {
            rest = try unpack(rest, dictionary: dictionary(from: base, at: at), into: &result, limit: limit)
            if rest.isEmpty { return result }
            let copied = try copy(&rest, from: base)
            guard copied.count <= limit - result.count else { throw .tooLarge(limit: limit) }
            result += copied
            if rest.isEmpty { return result }
            at = copied.endIndex
        }
        throw .malformedDelta("more than \(copyLimit) copies")
    }

    /// Unpacks a stream; returns what follows it.
    private static func unpack(
        _ bytes: ArraySlice<UInt8>,
        dictionary: ArraySlice<UInt8>,
        into result: inout [UInt8],
        limit: Int
    ) throws(BundleError) -> ArraySlice<UInt8> {
        do throws(CompressionError) {
            let count = try Zlib.decompress(bytes, dictionary: dictionary, into: &result, limit: limit)
            return bytes.dropFirst(count)
        } catch {
            switch error {
            case .wrongDictionary: throw .wrongBase
            case .tooLarge: throw .tooLarge(limit: limit)
            case .truncated, .damaged, .outOfMemory: throw .malformedDelta(error.description)
            }
        }
    }

    /// Reads a copy off the front; returns what it copies.
    private static func copy(
        _ rest: inout ArraySlice<UInt8>,
        from base: [UInt8]
    ) throws(BundleError) -> ArraySlice<UInt8> {
        guard rest.count >= 8 else { throw .malformedDelta("\(rest.count) bytes at its end are no copy") }
        func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
        let (start, count) = (number(rest.prefix(4)), number(rest.dropFirst(4).prefix(4)))
        rest = rest.dropFirst(8)
        guard count > 0 else { throw .malformedDelta("an empty copy") }
        guard start <= base.count, count <= base.count - start else { throw .wrongBase }
        return base[start..<start + count]
    }
}
