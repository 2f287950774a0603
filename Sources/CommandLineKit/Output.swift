import Glibc

/// Where a program writes: results to standard output, errors and progress to standard error.
package struct Output: Sendable {
    /// For what was asked for, and nothing else.
    package let standardOutput: Stream

    /// For errors, warnings and progress.
    package let standardError: Stream

    package init(standardOutput: Stream, standardError: Stream) {
        self.standardOutput = standardOutput
        self.standardError = standardError
    }

    /// The descriptors 1 and 2 of this process.
    package init(environment: [String: String]) {
        standardOutput = Stream(
            descriptor: STDOUT_FILENO,
            name: "standard output",
            environment: environment
        )
        standardError = Stream(descriptor: STDERR_FILENO, name: "standard error", environment: environment)
    }
}

extension Output {
    /// A place for text, written through at once.
    package struct Stream: Sendable {
        /// What the text is displayed on.
        package let terminal: Terminal

        private let writeText: @Sendable (String) throws(WriteError) -> Void

        /// A stream that hands its text to `write`, in the order of the calls.
        package init(terminal: Terminal, write: @escaping @Sendable (String) throws(WriteError) -> Void) {
            self.terminal = terminal
            writeText = write
        }

        /// A stream to an open descriptor, which it does not close.
        ///
        /// - Parameter name: Names the stream in errors.
        package init(descriptor: Int32, name: String, environment: [String: String]) {
            self.init(terminal: Terminal(descriptor: descriptor, environment: environment)) {
                text throws(WriteError) in
                try writeAll(text, to: descriptor, name: name)
            }
        }

        /// Writes text as it is.
        ///
        /// What comes from elsewhere is ``Swift/String/sanitised`` first.
        package func write(_ text: String) throws(WriteError) {
            try writeText(text)
        }

        /// Writes a sentence and ends the line; a terminal that is too narrow gets it in several, broken between words.
        ///
        /// A word is never broken, so that it can be taken from the screen whole; spaces in front are there on each line.
        ///
        /// - Parameters:
        ///   - mark: What stands in front, set off by styles.
        ///   - sentence: Sanitised.
        package func tell(_ mark: String = "", _ styles: Style..., sentence: String) throws(WriteError) {
            let line = mark.isEmpty ? sentence : "\(mark) \(sentence)"
            var lines = terminal.isTerminal ? line.filled(toWidth: terminal.width) : [line]
            // On a terminal that is narrower than the mark it stays plain.
            if lines[0].hasPrefix(mark) {
                lines[0] = terminal.styled(mark, styles) + lines[0].dropFirst(mark.count)
            }
            for line in lines { try print(line) }
        }

        /// Writes text and ends the line.
        package func print(_ line: String = "") throws(WriteError) {
            try writeText(line + "\n")
        }
    }
}

/// A stream that cannot be written to.
package struct WriteError: Error, Hashable, CustomStringConvertible {
    /// Which stream.
    package let stream: String

    /// The `errno` of the failed call.
    package let code: Int32

    package init(stream: String, code: Int32) {
        self.stream = stream
        self.code = code
    }

    /// Whether the other end was closed: no fault of this program, and nothing left to do.
    package var isBrokenPipe: Bool { code == EPIPE }

    package var description: String {
        "cannot write to \(stream): \(String(cString: strerror(code)))"
    }
}

private func writeAll(_ text: String, to descriptor: Int32, name: String) throws(WriteError) {
    var text = text
    let code = text.withUTF8 { bytes -> Int32 in
        var rest = UnsafeRawBufferPointer(bytes)[...]
        while !rest.isEmpty {
            let slice = UnsafeRawBufferPointer(rebasing: rest)
            let count = write(descriptor, slice.baseAddress, slice.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Whoever shares the terminal or pipe has made it non-blocking: wait for room.
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&wanted, 1, -1) < 0 && errno != EINTR { return errno }
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
    if code != 0 { throw WriteError(stream: name, code: code) }
}
