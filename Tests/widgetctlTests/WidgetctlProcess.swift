import Foundation
import StrictJSON
import Testing

/// The program itself, run on a store of its own.
final class WidgetctlProcess: Sendable {
    /// Goes away with this object.
    let directory: URL
    var store: String { directory.appending(path: "rollout.sqlite").path }

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(
            path: "widgetctl-tests-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// With the repository's own definitions applied.
    static func applied() throws -> WidgetctlProcess {
        let program = try WidgetctlProcess()
        try program.succeed("apply")
        return program
    }

    struct Result: Sendable {
        let status: Int32
        let output: String
        let errors: String
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// The folder that holds `Apps/`, `Flags/` and `README.md`.
    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Ready to be started.
    func process(_ arguments: [String], definitions: URL = repository) throws -> Process {
        // Built into the directory of the test program.
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: tests).deletingLastPathComponent().appending(
            path: "widgetctl"
        )
        process.arguments = arguments
        process.environment = [
            "WIDGET_STORE": store, "WIDGET_DEFINITIONS": definitions.path, "WIDGET_ACTOR": "ana",
            "PATH": "/usr/bin:/bin",
        ]
        process.currentDirectoryURL = directory
        return process
    }

    @discardableResult
    func run(_ arguments: String..., definitions: URL = repository) throws -> Result {
        try run(arguments, definitions: definitions)
    }

    @discardableResult
    func run(_ arguments: [String], definitions: URL = repository) throws -> Result {
        try finish(process(arguments, definitions: definitions))
    }

    /// Runs it and expects exit code 0.
    @discardableResult
    func succeed(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> Result {
        let result = try finish(process(arguments))
        #expect(result.status == 0, "\(arguments): \(result.errors)", sourceLocation: sourceLocation)
        return result
    }

    private func finish(_ process: Process) throws -> Result {
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // What it complains of is short and fits the pipe while its output is read.
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(
            status: process.terminationReason == .exit ? process.terminationStatus : -1,
            output: String(decoding: text, as: UTF8.self),
            errors: String(decoding: complaint, as: UTF8.self)
        )
    }
}
