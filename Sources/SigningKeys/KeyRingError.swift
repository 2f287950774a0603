/// Why the keys cannot be read or changed.
package struct KeyRingError: Error, Equatable, Sendable {
    /// The directory or file that it is about.
    package let path: String
    package let problem: Problem

    package init(path: String, problem: Problem) {
        self.path = path
        self.problem = problem
    }

    package enum Problem: Equatable, Sendable {
        /// Others may look into it: its permissions, and those that it should have, in octal.
        case openToOthers(mode: String, wanted: String)
        /// It belongs to another user than the one who asks; the user's number.
        case foreign(owner: UInt32)
        /// It is not what it should be; what is wrong.
        case damaged(String)
        /// There is no key to sign with.
        case noneActive
        /// As many keys as there may be are active; their IDs.
        case tooManyActive([String])
        /// There is no key of that ID; those that there are.
        case unknownKey(String, known: [String])
        /// The key of that ID is retired already.
        case alreadyRetired(String)
        /// The key of the first ID was not retired, since the other one, which would be left, cannot sign; why.
        case othersUnable(String, other: String, String)
        /// Another process is changing the keys.
        case busy
        /// The system refused an operation: which, and its reason.
        case system(String, String)
    }
}

extension KeyRingError: CustomStringConvertible {
    /// One line: where, what, and what to do.
    package var description: String { "\(path): \(explanation)" }

    private var explanation: String {
        switch problem {
        case .openToOthers(let mode, let wanted):
            "has permissions \(mode), so that others may get at private keys: chmod \(wanted) \(path)"
        case .foreign(let owner):
            "belongs to the user with the number \(owner): run this as that user, or give it to the one who runs this"
        case .damaged(let reason): reason
        case .noneActive:
            "no key is active; `widgetctl keys create` makes one, and --unsigned does without"
        case .tooManyActive(let ids):
            "the keys \(ids.joined(separator: " and ")) are active, and more than \(ids.count) may not be: "
                + "retire one first"
        case .unknownKey(let id, let known):
            known.isEmpty
                ? "there is no key here" : "there is no key \(id); there is \(known.joined(separator: ", "))"
        case .alreadyRetired(let id): "the key \(id) is retired already"
        case .othersUnable(let id, let other, let reason):
            "the key \(id) was not retired, since \(other), which would be left, cannot sign: retire \(other) first, or "
                + "say --last if neither signs (\(reason))"
        case .busy: "another process is changing the keys: try again"
        case .system(let operation, let reason): "\(operation): \(reason)"
        }
    }
}
