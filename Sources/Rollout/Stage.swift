/// A share of installations and the moment from which it holds.
public struct Stage: Hashable, Sendable {
    /// The first moment at which the share holds.
    public let from: Instant
    /// The share.
    public let percent: Percent

    /// A stage out of its parts.
    public init(from: Instant, percent: Percent) {
        self.from = from
        self.percent = percent
    }
}
