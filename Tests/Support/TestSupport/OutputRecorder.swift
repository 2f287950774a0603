package import CommandLineKit
import Synchronization

/// Keeps what a program writes, to compare it whole without starting a process.
package final class OutputRecorder: Sendable {
    private let texts = Mutex((output: "", error: ""))
    private let terminal: Terminal

    /// - Parameter terminal: What both streams claim to be displayed on.
    package init(terminal: Terminal = .none) {
        self.terminal = terminal
    }

    /// To hand to the program.
    package var output: Output {
        Output(
            standardOutput: Output.Stream(terminal: terminal) { text in
                self.texts.withLock { $0.output += text }
            },
            standardError: Output.Stream(terminal: terminal) { text in
                self.texts.withLock { $0.error += text }
            }
        )
    }

    /// All that was written to standard output so far.
    package var standardOutput: String { texts.withLock(\.output) }

    /// All that was written to standard error so far.
    package var standardError: String { texts.withLock(\.error) }
}
