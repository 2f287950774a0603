import Foundation
import Testing

/// The fixture as a program; it is built beside the tests.
func fixtureProgram() throws -> URL {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(filePath: tests).deletingLastPathComponent().appending(path: "CommandLineFixture")
    try #require(FileManager.default.isExecutableFile(atPath: program.path), "\(program.path)")
    return program
}

/// Runs a program to its end; what it writes must fit a pipe.
func runProcess(
    _ program: URL,
    _ arguments: [String],
    in folder: URL? = nil
) throws -> (code: Int32, output: String, error: String) {
    let process = Process()
    let (output, error) = (Pipe(), Pipe())
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = error
    try process.run()
    let texts = try [output, error].map { try $0.fileHandleForReading.readToEnd() ?? Data() }
    process.waitUntilExit()
    return (
        process.terminationStatus, String(decoding: texts[0], as: UTF8.self),
        String(decoding: texts[1], as: UTF8.self)
    )
}

@Suite struct ProcessTests {
    private func shell(_ script: String) throws -> (code: Int32, output: String, error: String) {
        try runProcess(
            URL(filePath: "/bin/bash"),
            ["--norc", "-c", script, try fixtureProgram().path]
        )
    }

    @Test("Results go to standard output, errors to standard error, and the exit code says which")
    func streams() throws {
        let help = try shell("COLUMNS= $0 brew --help")
        #expect(help == (0, HelpTests.brew, ""))
        let usage = try shell("$0 brw")
        #expect(
            usage == (2, "", "barista: unknown command 'brw'; did you mean 'brew'?\nSee 'barista --help'.\n")
        )
        let failure = try shell("$0 orders cancel 7")
        #expect(failure.code == 17)
    }

    @Test("The environment of the process is read")
    func environment() throws {
        let run = try shell("BARISTA_TILL='a=b c' $0 brew tea -c x")
        #expect(run.output.contains("till a=b c!,"))
    }

    @Test("A reader that leaves early ends the program quietly, and not by a signal")
    func closedPipe() throws {
        let process = Process()
        let (output, error) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        // The signal may be ignored in the tests' own process, which a child would inherit.
        process.arguments = ["--default-signal=PIPE", try fixtureProgram().path, "orders", "list"]
        process.standardOutput = output
        process.standardError = error
        try process.run()
        _ = try output.fileHandleForReading.read(upToCount: 1)
        try output.fileHandleForReading.close()
        let complaint = try error.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 141)
        #expect(complaint.isEmpty)
    }

    @Test("A full disk is reported")
    func fullDisk() throws {
        let run = try shell("$0 orders list > /dev/full")
        #expect(run == (17, "", "barista: cannot write to standard output: No space left on device\n"))
    }

    @Test("A closed standard error changes nothing of the exit code")
    func closedError() throws {
        #expect(try shell("$0 brw 2>&-").code == 2)
    }
}
