/// Why the service cannot start.
package struct AdminServiceError: Error, Equatable, Sendable, CustomStringConvertible {
    package let operation: String
    package let subject: String
    package let cause: String
    package let advice: String

    package var description: String { "cannot \(operation) \(subject): \(cause); \(advice)" }
}
