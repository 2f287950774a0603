import Glibc

/// Why the service cannot start, besides what `StoreError` and `HTTPServerError` say.
package struct ConfigServiceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was attempted: `start the thread`.
    package let operation: String
    /// On what.
    package let subject: String
    package let cause: String
    package let advice: String

    package var description: String { "cannot \(operation) \(subject): \(cause); \(advice)" }

    /// A thread could not be started, for the reason that `errno` has.
    static func noThread(_ name: String) -> ConfigServiceError {
        ConfigServiceError(
            operation: "start the thread",
            subject: name,
            cause: String(cString: strerror(errno)),
            advice: "free memory, threads or open files"
        )
    }
}
