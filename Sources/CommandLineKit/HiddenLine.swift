import Glibc

/// A line that somebody types at this process's terminal, which shows nothing of it.
package enum HiddenLine {
    /// Asks for one.
    ///
    /// A signal that ends the program ends it here too, after the terminal has got its modes back. Whoever stops the
    /// program and lets it go on is asked again from the start. In the background it is stopped by the system until it
    /// is called to the foreground.
    ///
    /// - Parameters:
    ///   - question: What stands in front of the cursor; sanitised.
    ///   - limit: How many bytes at most; what is typed beyond is lost.
    /// - Returns: What was typed, without the end of the line; nil: the input was ended instead.
    /// - Throws: ``TerminalError`` when the process has no terminal.
    package static func read(_ question: String, limit: Int) throws(TerminalError) -> [UInt8]? {
        try waitForForeground()
        let terminal = try HeldTerminal(
            .init(entering: question, leaving: "\n", discardsInput: true) { modes in
                modes.c_lflag &= ~tcflag_t(ECHO)
            }
        )
        defer { terminal.close() }
        var line: [UInt8] = []
        while line.count < limit {
            // A shell that brings a running program to the foreground does not tell it, so that it looks by itself.
            switch terminal.next(within: .milliseconds(200), watching: -1) {
            case .key(UInt8(ascii: "\n")): return line
            case .key(let byte): line.append(byte)
            case .endOfInput: return nil
            case .taken: line = []
            case .ended(let signal): terminal.end(by: signal)
            case .resized, .readable, .timeout: break
            }
        }
        return line
    }

    /// Forgets what has been typed so far, which the system lets a program do in the foreground alone, and which leaves
    /// the modes to whoever is there until then.
    private static func waitForForeground() throws(TerminalError) {
        let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TerminalError(TerminalError.opening, errno) }
        defer { close(descriptor) }
        guard tcflush(descriptor, TCIFLUSH) == 0 else {
            throw TerminalError(TerminalError.opening, errno)
        }
    }
}
