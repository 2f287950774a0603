import Rollout

/// What a client knows of the manifest in the App Group, and when it may ask for another.
struct WallpaperState {
    /// What the App Group holds; nil: nothing that can be used.
    private(set) var kept: ManifestHash?
    /// Whether ``kept`` has been found out.
    private(set) var isKnown = false
    /// How often it could not be had since it last could.
    private var failures = 0
    /// Until when nothing is asked for.
    private var quietUntil: Duration = .zero

    /// The longest pause between two questions that fail.
    private static let longestPause: Duration = .seconds(3600)

    /// What is to be fetched for a bundle that names `wanted`; nil: nothing, or not yet.
    func missing(_ wanted: ManifestHash?, _ uptime: Duration) -> ManifestHash? {
        guard let wanted, uptime >= quietUntil, !isKnown || kept != wanted else { return nil }
        return wanted
    }

    mutating func note(kept: ManifestHash?) {
        self.kept = kept
        isKnown = true
        failures = 0
        quietUntil = .zero
    }

    /// Takes note of a failure: a minute's pause, then ever longer ones.
    ///
    /// - Parameter retryAfter: For how long whoever was asked wants to be left alone at least.
    mutating func noteFailure(_ uptime: Duration, _ retryAfter: Duration?) {
        let pause = min(.seconds(60) * (1 << min(failures, 6)), Self.longestPause)
        failures += 1
        quietUntil = uptime + max(pause, min(retryAfter ?? .zero, Self.longestPause))
    }
}
