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
        "cannot \(operation): \(String(cString: strerror(code))); is there a terminal for this program?"
    }
}
