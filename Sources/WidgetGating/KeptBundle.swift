public import ConfigBundle
public import Rollout

/// A bundle with all that is needed to believe it, to decide by it and to ask for a newer one.
///
/// What is in the App Group file.
public struct KeptBundle: Equatable, Sendable {
    /// Whose it is.
    public let app: AppID
    /// The bundle's.
    public let revision: Int64
    /// The identity bytes: decompressed, or the result of a delta.
    public let bytes: [UInt8]
    /// From the header of the answer that it came with.
    public let fields: BundleFields
    /// The answer's `ETag` as it was sent, for `If-None-Match`; nil when there was none.
    public let entityTag: String?
    /// When the server last said that this is what is in force, by its own clock: the `Date` of the answer that the
    /// bundle came with or of a 304 after it.
    public let confirmedAt: Instant
    /// How far the server's clock was ahead of the device's then.
    public let clock: ServerClock

    /// - Parameter clock: As it was learnt from the answer; its ``ServerClock/notBefore`` is when the server confirmed
    ///   the bundle.
    public init(
        app: AppID,
        revision: Int64,
        bytes: [UInt8],
        fields: BundleFields,
        entityTag: String?,
        clock: ServerClock
    ) {
        self.app = app
        self.revision = revision
        self.bytes = bytes
        self.fields = fields
        self.entityTag = entityTag
        self.confirmedAt = clock.notBefore
        self.clock = clock
    }

    /// The same bundle after the server has said once more that it is in force.
    ///
    /// - Parameters:
    ///   - fields: Of the 304, which may have the signature of another key; nil: as they were.
    ///   - clock: As it was learnt from the 304.
    public func confirmed(fields: BundleFields? = nil, clock: ServerClock) -> KeptBundle {
        KeptBundle(
            app: app,
            revision: revision,
            bytes: bytes,
            fields: fields ?? self.fields,
            entityTag: entityTag,
            clock: clock
        )
    }
}
