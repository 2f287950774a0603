import Rollout

/// How long caches may keep what is served (RFC 9111, RFC 5861).
package struct CachePolicy: Equatable, Sendable {
    /// Seconds for which an answer is fresh while no stage is near; 0: caches ask each time.
    package let maxAge: Int

    /// - Parameter maxAge: In seconds, 0 or more.
    package init(maxAge: Int) { self.maxAge = max(0, maxAge) }

    /// Seconds during which a cache may answer with what it has when the service fails: a day.
    ///
    /// Clients ramp by themselves meanwhile, since the stages travel in the bundle.
    static let staleIfError = 86_400

    /// Seconds for which an answer sent at a moment is fresh: never beyond the next stage.
    ///
    /// A second is kept in hand: `Date` is cut to whole seconds, and answers are renewed a moment after the time
    /// has come.
    func maxAge(at now: Instant, nextStage: Instant?) -> Int {
        guard let nextStage else { return maxAge }
        return min(maxAge, max(0, Int(clamping: nextStage.seconds(since: now)) - 1))
    }

    /// The value of `Cache-Control` of a delta.
    ///
    /// The maximum age is for the client. No cache may store a delta: one that does not know 226 might give it to a
    /// client with another copy, since `Vary` cannot name the condition.
    func deltaCacheControl(maxAge: Int) -> String { "no-store, max-age=\(maxAge)" }

    /// The value of `Cache-Control`.
    ///
    /// With `stale-while-revalidate` the whole delay of a cache is at most twice the maximum age.
    func cacheControl(maxAge: Int) -> String {
        "public, max-age=\(maxAge), stale-while-revalidate=\(self.maxAge), stale-if-error=\(Self.staleIfError)"
    }
}
