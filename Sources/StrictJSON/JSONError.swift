/// A text that is not JSON, with the place where that shows.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Line of the fault, from 1.
    public let line: Int
    /// Byte within the line, from 1.
    public let column: Int
    /// What is wrong there and what was expected.
    public let reason: String

    init(line: Int, column: Int, reason: String) {
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// - Parameter place: Which byte of the text shows the fault.
    init(at place: Int, in text: UnsafeBufferPointer<UInt8>, _ reason: String) {
        let before = text[..<place]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        self.init(
            line: before.count { $0 == 0x0A } + 1,
            column: before.count - lineStart + 1,
            reason: reason
        )
    }

    /// "line 3, column 1: a comma before the end; remove it".
    public var description: String { "line \(line), column \(column): \(reason)" }
}
