import ConfigBundle
import Cryptography
import Rollout

extension KeptBundle {
    /// What is written to the App Group file: header, particulars, bundle.
    var fileBytes: [UInt8] {
        let particulars = particulars.bytes
        return BundleFileHeader(particulars: particulars, bundle: bytes).bytes + particulars + bytes
    }

    private var particulars: BundleParticulars {
        BundleParticulars(
            revision: revision,
            confirmedAt: confirmedAt.millisecondsSince1970,
            clockAhead: clock.aheadMilliseconds,
            app: app.text,
            entityTag: entityTag,
            fields: BundleFields.Name.allCases.map { fields[$0] }
        )
    }

    /// Reads an App Group file, all of which must be as it was written.
    ///
    /// Whether the bundle is genuine is another matter.
    ///
    /// - Parameter limit: The most bytes of the file.
    /// - Returns: The bundle and its digest.
    static func read(
        _ file: borrowing OpenFile,
        limit: Int
    ) throws(AppGroupError) -> (KeptBundle, SHA256Digest) {
        let size = try file.size(limit: limit)
        let head = try file.bytes(BundleFileHeader.length)
        let header = try file.judge { () throws(AppGroupError.Cause) in
            try BundleFileHeader(head, fileSize: size)
        }
        let particulars = try file.bytes(header.particularsCount)
        let bundle = try file.bytes(header.bundleCount)
        return try file.judge { () throws(AppGroupError.Cause) in
            try header.check(particulars: particulars)
            let digest = try header.check(bundle: bundle)
            return (try KeptBundle(BundleParticulars(particulars), bytes: bundle), digest)
        }
    }

    /// How far clocks can be apart, in milliseconds: 285,000 years either way, with which one can calculate.
    private static let aheadRange: ClosedRange<Int64> = -(1 << 53)...1 << 53

    private init(_ particulars: BundleParticulars, bytes: [UInt8]) throws(AppGroupError.Cause) {
        guard particulars.revision >= 0, let app = try? AppID(particulars.app) else {
            throw .corrupt("its particulars: app \"\(particulars.app)\", revision \(particulars.revision)")
        }
        guard Self.aheadRange.contains(particulars.clockAhead) else {
            throw .corrupt("its particulars: clocks that are \(particulars.clockAhead) milliseconds apart")
        }
        self.init(
            app: app,
            revision: particulars.revision,
            bytes: bytes,
            fields: BundleFields(inOrder: particulars.fields),
            entityTag: particulars.entityTag,
            clock: ServerClock(
                aheadMilliseconds: particulars.clockAhead,
                notBefore: Instant(millisecondsSince1970: particulars.confirmedAt)
            )
        )
    }
}
