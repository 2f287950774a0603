import Glibc

/// Why the job cannot be done at all; what is wrong with one picture is in the ``Summary`` instead.
package struct JobError: Error, Equatable, Sendable {
    /// What was being done.
    package enum Operation: String, Sendable {
        case read = "cannot read"
        case list = "cannot list"
        case write = "cannot write"
        case make = "cannot make"
        case delete = "cannot delete"
        case lock = "cannot lock"
        case start = "cannot start a worker"
    }

    package let operation: Operation
    /// A path as a rule.
    package let subject: String
    /// In the system's words or ours, with what to do.
    package let reason: String

    package init(_ operation: Operation, _ subject: String, reason: String) {
        self.operation = operation
        self.subject = subject
        self.reason = reason
    }

    /// - Parameter code: The failed call's `errno`.
    package init(_ operation: Operation, _ subject: String, code: Int32) {
        let hint =
            switch code {
            case ENOSPC, EDQUOT: "; make room, and run it again: what is made already is kept"
            case EROFS, EACCES, EPERM: "; let this user write there, or name another place"
            case ENOENT where operation == .list: "; go to the folder that has it, or name another one"
            default: ""
            }
        self.init(operation, subject, reason: String(cString: strerror(code)) + hint)
    }
}

extension JobError: CustomStringConvertible {
    /// `var/thumbnails/images: cannot write: No space left on device; …`.
    package var description: String { "\(subject): \(operation.rawValue): \(reason)" }
}
