import Compression
import ConfigBundle
import Synchronization

/// The revisions of a bundle before the one that is served, for clients that still have them: each is kept compressed,
/// and the delta from it made when it is first wanted.
final class DeltaBases: Sendable {
    /// A bundle that was served.
    struct Base: Sendable {
        let entityTag: [UInt8]
        let gzip: [UInt8]
        /// Bytes when it is unpacked.
        let size: Int
    }

    private enum Delta {
        /// A thread is making it.
        case underWay
        /// nil: it would not be smaller than the whole.
        case made([UInt8]?)
    }

    /// The newest first.
    let bases: [Base]
    private let result: Representation
    /// By the number of the base.
    private let deltas = Mutex<[Int: Delta]>([:])

    /// How many revisions are kept of an app.
    static let limit = 8

    /// - Parameters:
    ///   - previous: What has been served so far; nil: nothing.
    ///   - byteLimit: The most bytes that the bases may have, compressed.
    init(to result: Representation, after previous: (Representation, DeltaBases)?, byteLimit: Int) {
        self.result = result
        guard let (last, older) = previous else {
            bases = []
            return
        }
        let newest = Base(
            entityTag: Array(last.entityTag.utf8),
            gzip: last.gzip,
            size: last.identity.count
        )
        let tag = Array(result.entityTag.utf8)
        var rest = byteLimit
        var kept: [Base] = []
        for base in [newest] + older.bases where base.entityTag != tag && kept.count < Self.limit {
            rest -= base.gzip.count
            guard rest >= 0 else { break }
            kept.append(base)
        }
        bases = kept
    }

    /// Bytes that the bases take.
    var byteCount: Int { bases.reduce(0) { $0 + $1.gzip.count } }

    /// The delta from a base; nil: the whole is to be sent instead, also while another thread is making the delta.
    func delta(from index: Int) -> [UInt8]? {
        let found = deltas.withLock { deltas -> Delta? in
            if let known = deltas[index] { return known }
            deltas[index] = .underWay
            return nil
        }
        switch found {
        case .made(let delta): return delta
        case .underWay: return nil
        case nil:
            // What cannot be made for lack of memory is not tried again: the whole is as good.
            let delta = try? make(from: bases[index])
            deltas.withLock { $0[index] = .made(delta) }
            return delta
        }
    }

    private func make(from base: Base) throws(CompressionError) -> [UInt8]? {
        try BundleDelta.make(from: Gzip.decompress(base.gzip, limit: base.size), to: result)
    }
}
