import Glibc

/// A point on the monotonic clock, in nanoseconds.
struct Instant {
    var nanoseconds: Int64

    static var now: Instant {
        var time = timespec()
        // Cannot fail: every Linux has the clock, and the pointer is valid.
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    static func + (instant: Instant, time: Duration) -> Instant {
        Instant(nanoseconds: instant.nanoseconds + time.nanosecondsClamped)
    }

    static func - (later: Instant, earlier: Instant) -> Duration {
        .nanoseconds(later.nanoseconds - earlier.nanoseconds)
    }
}

extension Duration {
    /// In nanoseconds, at most a century.
    fileprivate var nanosecondsClamped: Int64 {
        let (seconds, attoseconds) = components
        return min(seconds, 3_155_760_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
