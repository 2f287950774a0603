/// Why a store could not be opened, read or changed.
package struct StoreError: Error, Equatable, Sendable {
    /// Where the store is, as the user wrote it: a path.
    package let location: String
    package let problem: Problem

    package init(location: String, problem: Problem) {
        self.location = location
        self.problem = problem
    }

    /// What is wrong with a store.
    package enum Problem: Equatable, Sendable {
        /// Nothing is at the location.
        case missing
        /// The location cannot be reached or created; the system's reason.
        case unreachable(String)
        /// The store can be read but not written; the reason.
        case notWritable(String)
        /// Something else is at the location; what.
        case notAStore(String)
        /// A newer program made it.
        case newerSchema(found: Int, supported: Int)
        /// An older program made it, and this one may not write, so it cannot bring it up to date.
        case olderSchema(found: Int, supported: Int)
        /// Others held the lock for longer than the timeout.
        case locked(timeout: Duration)
        /// The disk is full.
        case full
        /// The content is damaged; what the engine found.
        case corrupt(String)
        /// Anything else that the engine reports, in its words.
        case engine(String)
    }
}

extension StoreError: CustomStringConvertible {
    /// One line: where, what, and what to do.
    package var description: String {
        "\(location): \(explanation)"
    }

    private var explanation: String {
        switch problem {
        case .missing:
            "there is no store here; `widgetctl apply` creates one"
        case .unreachable(let reason):
            "cannot open the store: \(reason)"
        case .notWritable(let reason):
            "cannot write to the store: \(reason)"
        case .notAStore(let reason):
            "not a Widget Rollout store: \(reason)"
        case .newerSchema(let found, let supported):
            "the store has schema \(found), made by a newer version; this one knows schemas up to \(supported): "
                + "use the newer version"
        case .olderSchema(let found, let supported):
            "the store has schema \(found) and schema \(supported) is needed: any command that changes something "
                + "brings it up to date"
        case .locked(let timeout):
            "another process kept the store locked for \(timeout): end it, or try again"
        case .full:
            "no space is left for the store; nothing was changed"
        case .corrupt(let reason):
            "the store is damaged: \(reason); put a backup in its place"
        case .engine(let reason):
            reason
        }
    }
}
