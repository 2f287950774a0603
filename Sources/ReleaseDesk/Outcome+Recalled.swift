package import RolloutStore

extension Outcome {
    /// What an operation did, as far as the log tells it later.
    ///
    /// - Parameter changes: Those that it made, in order.
    package init(recalled changes: [Change]) {
        self.init(
            changes: changes,
            notes: ["this was carried out before; what was said of it then is not kept"],
            warnings: [],
            isDryRun: false,
            refusedRemovals: [],
            refusedLifts: [],
            waits: nil
        )
    }
}
