import CommandLineFixture
import CommandLineKit
import Testing
import TestSupport

@Suite struct UsageErrorTests {
    @Test(
        "A mistake on the command line is named, with what was probably meant and where to read more",
        arguments: [
            ([], "missing command: expected one of brew, orders, clean, fill, completions", "barista"),
            (["orders"], "missing command: expected one of list, cancel", "barista orders"),
            (["clean", "--shelf"], "unknown option --shelf", "barista clean"),
            (["clean", "spot"], "unknown command 'spot'; did you mean 'spout'?", "barista clean"),
            (["brw"], "unknown command 'brw'; did you mean 'brew'?", "barista"),
            (["hlep"], "unknown command 'hlep'; did you mean 'help'?", "barista"),
            (["empty-tills"], "unknown command 'empty-tills'", "barista"),
            (["help", "order"], "unknown command 'order'; did you mean 'orders'?", "barista"),
            (["help", "brew", "tea"], "unexpected argument 'tea'", "barista brew"),
            (["orders", "lst"], "unknown command 'lst'; did you mean 'list'?", "barista orders"),
            (["brew", "--mlik", "oat"], "unknown option --mlik; did you mean --milk?", "barista brew"),
            (["brew", "--mlik=oat"], "unknown option --mlik; did you mean --milk?", "barista brew"),
            (
                ["brew", "--Take_Away"], "unknown option --Take_Away; did you mean --take-away?",
                "barista brew"
            ),
            (["brew", "--zzz"], "unknown option --zzz", "barista brew"),
            (
                ["--cup", "x", "brew"], "--cup is an option of 'barista brew' and is written after it",
                "barista"
            ),
            (["cancel", "7"], "unknown command 'cancel'; did you mean 'orders cancel'?", "barista"),
            (["brew", "--version"], "unknown option --version", "barista brew"),
            (["brew", "-x"], "unknown option -x", "barista brew"),
            (["brew", "-ax"], "unknown option -x", "barista brew"),
            (["brew"], "missing argument DRINK", "barista brew"),
            (["brew", "tea"], "missing option --cup CUP", "barista brew"),
            (["brew", "tea", "Ada", "Bob"], "unexpected argument 'Bob'", "barista brew"),
            (["brew", "tea", "--cup"], "missing value for --cup", "barista brew"),
            (["brew", "tea", "-c"], "missing value for --cup", "barista brew"),
            (
                ["brew", "tea", "--cup", "--take-away"],
                "missing value for --cup before '--take-away'; "
                    + "a value that begins with a dash is written --cup=VALUE", "barista brew"
            ),
            (
                ["brew", "tea", "--cup", "--"],
                "missing value for --cup before '--'; a value that begins with a dash is written --cup=VALUE",
                "barista brew"
            ),
            (["brew", "--take-away=yes"], "--take-away takes no value, but was given 'yes'", "barista brew"),
            (["brew", "-c", "x", "--cup", "y"], "--cup is given more than once", "barista brew"),
            (["-v", "brew", "--verbose"], "--verbose is given more than once", "barista brew"),
            (
                ["brew", "tea", "-c", "x", "--discount", "ten"], "invalid value 'ten' for --discount",
                "barista brew"
            ),
            (["orders", "cancel", "x"], "invalid value 'x' for NUMBER", "barista orders cancel"),
            (["orders", "cancel", "0"], "order 0 is the barista's own", "barista orders cancel"),
            (
                ["completions", "fihs"], "invalid value 'fihs' for SHELL: did you mean 'fish'?",
                "barista completions"
            ),
            (
                ["completions", "powershell"],
                "invalid value 'powershell' for SHELL: expected one of bash, zsh, fish", "barista completions"
            ),
            (["brew\nall well"], "unknown command 'brew\\nall well'", "barista"),
            (["bre\u{1B}[2Jw"], "unknown command 'bre\\u{1B}[2Jw'", "barista"),
        ]
    )
    func mistakes(arguments: [String], message: String, path: String) {
        let run = barista(arguments)
        #expect(run == (.usage, "", "barista: \(message)\nSee '\(path) --help'.\n"))
    }

    @Test("What a parse closure says of a value is passed on, and the option is named")
    func reasonOfParsing() {
        let percent = Option("percent", value: "PERCENT", help: "")
        let command = Command("ramp", summary: "", options: [percent]) { call in
            _ =
                try call.value(of: percent) { text throws in
                    throw Fixture.Failure(description: "\(text) is above 100")
                } as Int?
            return .success
        }
        let recorder = OutputRecorder()
        let code = command.main(arguments: ["--percent=250"], environment: [:], output: recorder.output)
        #expect(code == .usage)
        #expect(
            recorder.standardError
                == "ramp: invalid value '250' for --percent: 250 is above 100\nSee 'ramp --help'.\n"
        )
    }

    @Test("A command's own error keeps its lines, loses its escapes, and has the program's exit code")
    func ownErrors() {
        let run = barista(["orders", "cancel", "7"])
        let message = "barista: order 7 is brewed already\nask at the counter\\u{1B}[2J\n"
        #expect(run == (Fixture.outOfService, "", message))
    }

    @Test("A reader that went away ends the program without a word; another failed write is reported")
    func failedWrites() {
        for (errno, code, message) in [
            (Int32(32), ExitCode.brokenPipe, ""),
            (28, .failure, "echo: cannot write to standard output: No space left on device\n"),
        ] {
            let recorder = OutputRecorder()
            let output = Output(
                standardOutput: Output.Stream(terminal: .none) { _ throws(WriteError) in
                    throw WriteError(stream: "standard output", code: errno)
                },
                standardError: recorder.output.standardError
            )
            let command = Command("echo", summary: "") { call in
                try call.output.standardOutput.print("hello")
                return .success
            }
            #expect(command.main(arguments: [], environment: [:], output: output) == code)
            #expect(recorder.standardError == message)
        }
    }
}
