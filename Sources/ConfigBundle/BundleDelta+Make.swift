package import Compression

extension BundleDelta {
    /// The delta that gives `result` when it is applied to `base`.
    ///
    /// - Returns: nil when the delta would not be smaller than what is sent to a client without one, which is `result`
    ///   in gzip.
    package static func make(
        from base: [UInt8],
        to result: Representation
    ) throws(CompressionError) -> [UInt8]? {
        let copies = base.count <= plainLimit ? [] : copies(from: base, to: result.identity)
        guard copies.count <= copyLimit else { return nil }
        let delta = try make(from: base, to: result.identity, copies: copies)
        return delta.count < result.gzip.count ? delta : nil
    }

    /// Deltas from bundles of up to so many bytes are a single stream.
    ///
    /// Copies would save little there, and a client that knows only of zlib streams can read such a delta.
    private static let plainLimit = 8192

    private static func make(
        from base: [UInt8],
        to result: [UInt8],
        copies: [Match]
    ) throws(CompressionError) -> [UInt8] {
        var delta: [UInt8] = []
        var (done, at) = (0, 0)
        for copy in copies {
            delta += try Zlib.compress(result[done..<copy.target], dictionary: dictionary(from: base, at: at))
            for number in [copy.start, copy.count] {
                delta += stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
            }
            done = copy.target + copy.count
            at = copy.start + copy.count
        }
        if done < result.count || copies.isEmpty {
            delta += try Zlib.compress(result[done...], dictionary: dictionary(from: base, at: at))
        }
        return delta
    }

    /// The matches that are worth a copy.
    ///
    /// A copy and the stream that it makes necessary cost some 20 bytes, as much as 2 kB that match cost in a stream.
    /// But a stream that runs on leaves its dictionary behind, which the next copy, however short, moves along.
    private static func copies(from base: [UInt8], to result: [UInt8]) -> [Match] {
        var copies: [Match] = []
        var done = 0
        for match in Match.all(from: base, to: result)
        where match.count >= 1024 || match.target + match.count - done >= 12_288 {
            copies.append(match)
            done = match.target + match.count
        }
        return copies
    }
}
