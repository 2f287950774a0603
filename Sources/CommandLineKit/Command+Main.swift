import Glibc

extension Command {
    /// Parses a command line, runs the command that it names, and reports what goes wrong on standard error.
    ///
    /// A usage error ends with ``ExitCode/usage``; a reader of the output that went away with
    /// ``ExitCode/brokenPipe`` and without a word; any other error with what `exitCode` says of it. The signal
    /// `SIGPIPE` is ignored from here on in the whole process, so that writing to a closed pipe or socket is an
    /// error that can be handled.
    ///
    /// Two words are reserved first on the line: `__complete` lists completions for the scripts of ``Shell``, and
    /// `__manual DATE` prints the program's ``ManualPage``.
    ///
    /// - Parameters:
    ///   - arguments: The words after the program's name.
    ///   - environment: Where options look for a value that the command line does not give.
    ///   - output: Nil for the process's own standard output and standard error.
    ///   - exitCode: The program's table from its own errors to exit codes.
    package func main(
        arguments: [String] = Array(CommandLine.arguments.dropFirst()),
        environment: [String: String] = processEnvironment(),
        output: Output? = nil,
        exitCode: (any Error) -> ExitCode = { _ in .failure }
    ) -> ExitCode {
        signal(SIGPIPE, SIG_IGN)
        let output = output ?? Output(environment: environment)
        var parser = Parser(root: self)
        do {
            if arguments.first == "__complete" {
                let completer = Completer(root: self, environment: environment, output: output)
                try output.standardOutput.write(completer.answer(to: Array(arguments.dropFirst())))
                return .success
            }
            if arguments.first == "__manual" {
                let page = ManualPage(of: self, date: arguments.dropFirst().first ?? "")
                try output.standardOutput.write(page.text)
                return .success
            }
            try parser.parse(arguments)
            return try answer(parser, environment: environment, output: output)
        } catch var error as UsageError {
            if error.path.isEmpty { error.path = parser.path }
            report(error, to: output)
            return .usage
        } catch let error as WriteError where error.isBrokenPipe {
            return .brokenPipe
        } catch {
            report(error, to: output)
            return exitCode(error)
        }
    }

    private func answer(
        _ parser: Parser,
        environment: [String: String],
        output: Output
    ) throws -> ExitCode {
        switch parser.request {
        case .version:
            try output.standardOutput.print("\(name) \(version ?? "")")
            return .success
        case .help:
            let width = output.standardOutput.terminal.width
            try output.standardOutput.write(HelpText(lineage: parser.lineage, width: width).text)
            return .success
        case .run:
            let invocation = parser.invocation(environment: environment, output: output)
            try parser.checkComplete(invocation)
            guard let run = parser.command.run else { preconditionFailure("the parser stops at a leaf") }
            return try run(invocation)
        }
    }

    private func report(_ error: any Error, to output: Output) {
        let lines = "\(name): \(error)".split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            // When even standard error cannot be written to, the exit code is all that is left to say it with.
            try? output.standardError.tell(sentence: String(line).sanitised)
        }
    }
}
