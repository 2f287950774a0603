package import Foundation

/// A program that a test has started: what it says, what it is told, and how it ends.
///
/// It is killed with its last reference, so that a test that fails leaves none behind.
package final class RunningProgram {
    /// How a program ended, and what it wrote that was not read before.
    package struct End: Equatable, Sendable {
        /// The exit code; the negative number of the signal that ended it.
        package let status: Int32
        package let output: String
        package let errors: String

        package init(status: Int32, output: String, errors: String) {
            self.status = status
            self.output = output
            self.errors = errors
        }

        /// It did what it was asked without a word.
        package static let silentSuccess = End(status: 0, output: "", errors: "")

        /// The lines of the output.
        package var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    private let process = Process()
    private let input = Pipe()
    private let output = PipeReader()
    private let errors = PipeReader()

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - environment: nil: that of the tests, without our programs' variables: whoever runs the tests may have a store
    ///     of their own named there.
    ///   - directory: Where it runs; nil: where the tests do.
    ///   - hasReader: Whether anyone reads its output; otherwise the pipe is broken from the start.
    package init(
        _ program: URL,
        _ arguments: [String] = [],
        environment: [String: String]? = nil,
        in directory: URL? = nil,
        hasReader: Bool = true
    ) throws {
        process.executableURL = program
        process.arguments = arguments
        process.environment =
            environment
            ?? ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("WIDGET_") }
        if let directory { process.currentDirectoryURL = directory }
        process.standardInput = input
        if hasReader {
            process.standardOutput = output.pipe
        } else {
            try output.close()
            process.standardOutput = output.pipe.fileHandleForWriting
        }
        process.standardError = errors.pipe
        try process.run()
        Leftovers.add(program: process.processIdentifier)
    }

    deinit {
        Leftovers.remove(program: process.processIdentifier)
        if process.isRunning { send(signal: SIGKILL) }
    }

    /// A program of this package, which is built beside the tests.
    package static func built(_ name: String) throws -> URL {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().appending(path: name)
    }

    /// Runs a program to its end.
    ///
    /// - Parameter input: What it may read, which must fit a pipe.
    package static func run(
        _ program: URL,
        _ arguments: [String] = [],
        environment: [String: String]? = nil,
        in directory: URL? = nil,
        input: [UInt8] = []
    ) throws -> End {
        let running = try RunningProgram(program, arguments, environment: environment, in: directory)
        try running.send(input)
        return try running.finish()
    }

    // MARK: - Talking to it

    /// The next line of its output; nil at the end.
    package func outputLine() throws -> String? { try output.line() }

    /// The next line of its errors; nil at the end.
    package func errorLine() throws -> String? { try errors.line() }

    /// The lines of its output up to the end.
    package func remainingOutputLines() throws -> [String] {
        var lines: [String] = []
        while let line = try output.line() { lines.append(line) }
        return lines
    }

    package func send(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
    }

    /// Sends a line, with its end.
    package func send(line: String) throws { try send(Array("\(line)\n".utf8)) }

    /// Goes away as a reader of its output.
    package func closeOutput() throws { try output.close() }

    /// How much memory it has in use now (`statm` of proc_pid_statm(5)).
    package var residentBytes: Int {
        get throws {
            let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/statm", encoding: .utf8)
            let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            return pages * sysconf(Int32(_SC_PAGESIZE))
        }
    }

    /// How many times it has asked the system to read, `sendfile` included (`syscr` of proc_pid_io(5)).
    package var readCount: Int {
        get throws {
            let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/io", encoding: .utf8)
            let line = text.split(separator: "\n").first { $0.hasPrefix("syscr: ") }
            return line.flatMap { Int($0.dropFirst(7)) } ?? 0
        }
    }

    /// The files and sockets that it has open, as the system names them.
    package var openFiles: [String] {
        get throws {
            let folder = "/proc/\(process.processIdentifier)/fd"
            // One that was closed since the folder was read is not open.
            return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
            }
        }
    }

    package var processIdentifier: Int32 { process.processIdentifier }

    package func send(signal: Int32) { kill(process.processIdentifier, signal) }

    /// Closes its input and waits for its end.
    package func finish() throws -> End {
        try input.fileHandleForWriting.close()
        // Neither pipe may fill up while the other is waited for.
        var isOpen = true
        while isOpen { isOpen = try PipeReader.receive(from: [output, errors]) }
        process.waitUntilExit()
        let status = process.terminationStatus
        return End(
            status: process.terminationReason == .exit ? status : -status,
            output: output.takeText(),
            errors: errors.takeText()
        )
    }
}
