import ConfigPolling

/// Finds out what is in force.
protocol Poller: Sendable {
    /// - Parameters:
    ///   - newestRevision: The newest that was ever accepted; nil for none.
    ///   - wait: For how many seconds the answer may be held back until there is something new, where that can be; nil: it
    ///     is wanted at once.
    func poll(_ copy: BundleCopy?, newestRevision: Int64?, wait: Int?) async -> PollEnd
}
