package import Rollout

extension Instant {
    /// The moment so much later, or earlier when negative; what is finer than a millisecond is cut off.
    package func adding(_ duration: Duration) -> Instant {
        let sum = millisecondsSince1970.addingReportingOverflow(duration.milliseconds)
        let extreme = duration < .zero ? Int64.min : .max
        return Instant(millisecondsSince1970: sum.overflow ? extreme : sum.partialValue)
    }

    /// The time from another moment to this one; negative when this one is earlier.
    package func duration(since other: Instant) -> Duration {
        .milliseconds(millisecondsSince1970 - other.millisecondsSince1970)
    }
}

extension Duration {
    /// Whole milliseconds, rounded towards zero.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let sum = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return overflow || sum.overflow ? (seconds < 0 ? .min : .max) : sum.partialValue
    }
}
