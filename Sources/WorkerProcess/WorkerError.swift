import Glibc

/// Why a worker could not be started or spoken to.
package enum WorkerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The system refused an operation: which, and the failed call's `errno`.
    case system(String, code: Int32)
    /// The other side is gone, or has closed its end.
    case ended
    /// Nothing came in time.
    case timedOut
    /// What came is not a message: the other side is not what it should be.
    case malformed(String)

    package var description: String {
        switch self {
        case .system(let operation, let code): "\(operation): \(String(cString: strerror(code)))"
        case .ended: "the other side has ended"
        case .timedOut: "there was no answer in time"
        case .malformed(let what): "what came is not a message: \(what)"
        }
    }
}
