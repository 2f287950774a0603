import Foundation
import Testing

/// A `store-writer` process and what it says.
final class StoreProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors = Pipe()
    private var unread = Data()

    /// Starts `store-writer PATH USER arguments`.
    ///
    /// - Parameter isUnprivileged: Without the superuser's powers, which no permission would stop; a process that
    ///   does not have them keeps its user.
    init(path: String, isUnprivileged: Bool = false, _ arguments: String...) throws {
        // Built into the directory of the test program.
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(fileURLWithPath: program).deletingLastPathComponent()
            .appendingPathComponent("store-writer")
        process.arguments = [path, isUnprivileged && geteuid() == 0 ? "65534" : "-"] + arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    deinit {
        if process.isRunning { kill() }
    }

    /// The next line of its output, nil at the end.
    func line() -> String? {
        while true {
            if let end = unread.firstIndex(of: 0x0A) {
                defer { unread = Data(unread[(end + 1)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            unread += more
        }
    }

    /// The lines of its output up to its end.
    func remainingLines() -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        return lines
    }

    /// Sends a line to its input.
    func send(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Ends it at once, as a power cut would.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
    }

    /// Closes its input, waits for its end, and gives its exit status and what it complained of.
    func finish() throws -> (status: Int32, complaint: String) {
        try input.fileHandleForWriting.close()
        let complaint = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: complaint, as: UTF8.self))
    }
}
