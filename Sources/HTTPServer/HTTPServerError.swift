/// Why a server cannot start, or a response cannot be built.
package struct HTTPServerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was attempted: `listen`, `parse the address`.
    package var operation: String
    /// What it was attempted on: `127.0.0.1:80`.
    package var subject: String
    /// What stood in the way: `permission denied`.
    package var cause: String
    /// What to do about it.
    package var advice: String

    package init(operation: String, subject: String, cause: String, advice: String) {
        self.operation = operation
        self.subject = subject
        self.cause = cause
        self.advice = advice
    }

    package var description: String { "cannot \(operation) \(subject): \(cause); \(advice)" }
}
