/// A text that is not JSON, with the place where that shows.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Line of the fault, from 1.
    public let line: Int
    /// Byte within the line, from 1.
    public let column: Int
    /// What is wrong there and what was expected.
    public let reason: String

    /// "line 3, column 1: a comma before the end; remove it".
    public var description: String { "line \(line), column \(column): \(reason)" }
}
