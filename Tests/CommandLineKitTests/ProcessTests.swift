import Foundation
import Testing
import TestSupport

@Suite struct ProcessTests {
    private func shell(_ script: String) throws -> RunningProgram.End {
        let fixture = try RunningProgram.built("CommandLineFixture")
        return try RunningProgram.run(URL(filePath: "/bin/bash"), ["--norc", "-c", script, fixture.path])
    }

    @Test("Results go to standard output, errors to standard error, and the exit code says which")
    func streams() throws {
        let help = try shell("COLUMNS= $0 brew --help")
        #expect(help == .init(status: 0, output: HelpTests.brew, errors: ""))
        let usage = try shell("$0 brw")
        #expect(
            usage
                == .init(
                    status: 2,
                    output: "",
                    errors: "barista: unknown command 'brw'; did you mean 'brew'?\nSee 'barista --help'.\n"
                )
        )
        let failure = try shell("$0 orders cancel 7")
        #expect(failure.status == 17)
    }

    @Test("The environment of the process is read")
    func environment() throws {
        let run = try shell("BARISTA_TILL='a=b c' $0 brew tea -c x")
        #expect(run.output.contains("till a=b c!,"))
    }

    @Test("A reader that leaves early ends the program quietly, and not by a signal")
    func closedPipe() throws {
        // The signal may be ignored in the tests' own process, which a child would inherit.
        let program = try RunningProgram(
            URL(filePath: "/usr/bin/env"),
            ["--default-signal=PIPE", RunningProgram.built("CommandLineFixture").path, "orders", "list"]
        )
        _ = try program.outputLine()
        try program.closeOutput()
        let end = try program.finish()
        #expect(end.status == 141)
        #expect(end.errors == "")
    }

    @Test("A full disk is reported")
    func fullDisk() throws {
        let run = try shell("$0 orders list > /dev/full")
        #expect(run.status == 17)
        #expect(run.errors == "barista: cannot write to standard output: No space left on device\n")
    }

    @Test("A closed standard error changes nothing of the exit code")
    func closedError() throws {
        #expect(try shell("$0 brw 2>&-").status == 2)
    }
}
