import Glibc

/// Why a program cannot have the whole of a terminal.
package struct FullScreenError: Error, Equatable, CustomStringConvertible {
    /// What was tried.
    let operation: String
    /// The `errno` of it.
    let code: Int32

    init(_ operation: String, _ code: Int32) {
        self.operation = operation
        self.code = code
    }

    package var description: String {
        let advice =
            operation == Self.opening
            ? "is there a terminal for this program?" : "end other programs, or raise the limits of this one"
        return "cannot \(operation): \(String(cString: strerror(code))); \(advice)"
    }

    static let opening = "open the terminal"
}
