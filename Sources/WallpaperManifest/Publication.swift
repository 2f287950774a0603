public import Rollout
package import StrictJSON

/// From when until when a wallpaper is shown.
///
/// It appears and goes by itself, by the server's time that a client keeps; no run of the job is needed for it.
public struct Publication: Hashable, Sendable {
    /// The first moment; nil: it always was.
    public let from: Instant?
    /// The first moment at which it is gone; nil: it stays.
    public let until: Instant?

    /// Without beginning and end.
    public static let always = Publication(from: nil, until: nil)

    /// - Parameter until: After `from`, or it is never shown.
    public init(from: Instant?, until: Instant?) {
        self.from = from
        self.until = until
    }

    /// Whether it is shown at that moment.
    public func contains(_ moment: Instant) -> Bool {
        (from.map { $0 <= moment } ?? true) && (until.map { moment < $0 } ?? true)
    }

    /// Whether it is shown as long as that date lasts anywhere on Earth: from its midnight at UTC+14 to its end at
    /// UTC-12.
    public func covers(_ date: CivilDate) -> Bool {
        let start = date.start.adding(seconds: -14 * 3600)
        let end = date.start.adding(seconds: (24 + 12) * 3600)
        return (from.map { $0 <= start } ?? true) && (until.map { end <= $0 } ?? true)
    }
}

extension Publication {
    /// Reads `from` and `until`, either of which may be missing; what cannot be read is a finding.
    package init?(_ object: JSONObject) {
        let from = object.optional("from")?.parsed(Instant.init(parsing:))
        let until = object.optional("until")?.parsed(Instant.init(parsing:))
        if let from, let until, until <= from {
            object.optional("until")?.report("is not after \"from\", so that it would never be shown")
            return nil
        }
        self.init(from: from, until: until)
    }
}
