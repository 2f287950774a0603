/// Why a store could not be opened, read or changed.
package struct StoreError: Error, Equatable, Sendable {
    /// Where the store is: an absolute path.
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
        /// A backup cannot be written or used; why.
        case backup(String)
        /// A file is there already, and was not to be replaced.
        case exists
        /// A backup took the store's place while this program had it open.
        case putAside
        /// Anything else that the engine reports, in its words.
        case engine(String)
    }
}

extension StoreError: CustomStringConvertible {
    /// One line: where, what, and what to do.
    package var description: String {
        "\(location): \(explanation)"
    }

    /// The same for a program that has been using the store.
    ///
    /// A store that was there a moment ago must come back: a new one would be empty, and every kill gone.
    package var descriptionInUse: String {
        guard problem == .missing else { return description }
        return
            "\(location): the store is gone; put the file, or a backup of it, back; do not run `widgetctl apply`, "
            + "which would make an empty one"
    }

    private var explanation: String {
        switch problem {
        case .missing:
            "there is no store here; go to the folder that has it, or name it with --store or WIDGET_STORE; "
                + "a lost one comes back by `widgetctl restore-backup`; where there never was one `widgetctl apply` makes it"
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
            "the store is damaged: \(reason); put a backup in its place by "
                + "`widgetctl restore-backup`"
        case .backup(let reason):
            reason
        case .exists:
            "there is a file already; name another one, or have it replaced with --force"
        case .putAside:
            "a backup took this store's place just now, and nothing was changed: run the command again; "
                + "if this comes again, a restoration was cut short: repeat it"
        case .engine(let reason):
            reason
        }
    }
}
