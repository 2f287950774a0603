import Glibc
package import Rollout

extension Instant {
    /// The present moment on this machine's clock.
    @Sendable package static func now() -> Instant {
        var time = timespec()
        // Cannot fail: every Linux has the clock, and the pointer is valid.
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
