import Glibc

/// Why a program cannot have its terminal.
package struct TerminalError: Error, Equatable, CustomStringConvertible {
    /// What was tried.
    let operation: String
    /// The `errno` of it.
    let code: Int32

    init(_ operation: String, _ code: Int32) {
        self.operation = operation
        self.code = code
    }

    /// Whether there is none for this program, so that nobody can be asked or shown anything.
    package var isMissing: Bool { operation == Self.opening }

    package var description: String {
        let advice =
            isMissing
            ? "is there a terminal for this program?" : "end other programs, or raise the limits of this one"
        return "cannot \(operation): \(String(cString: strerror(code))); \(advice)"
    }

    static let opening = "open the terminal"
}
