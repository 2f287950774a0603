package import CommandLineKit
import Foundation

/// A program's manual page, as other programs read it.
package struct ManualPage {
    /// What groff and mandoc (Debian's groff-base and mandoc) find wrong with its source; empty: nothing.
    package let faults: String
    /// What mandoc shows, with one space for any number of them and for each end of a line.
    package let text: String

    /// The page of a program of this package.
    package init(of program: String) throws {
        let end = try RunningProgram.run(RunningProgram.built(program), ["__manual", "2026-12-01"])
        let directory = try TemporaryDirectory()
        let file = directory.file("\(program).1")
        try Data(end.output.utf8).write(to: URL(filePath: file))
        func run(_ tool: String, _ arguments: String...) throws -> RunningProgram.End {
            try RunningProgram.run(URL(filePath: "/usr/bin/\(tool)"), arguments + [file])
        }
        // Its rules of style are about who writes the source by hand.
        let lint = try run("mandoc", "-T", "lint", "-W", "warning")
        let groff = try run("groff", "-man", "-ww", "-b", "-z", "-T", "ascii")
        faults = end.errors + lint.output + lint.errors + groff.output + groff.errors
        // A letter that is set off is printed, erased, and printed again.
        let shown = try run("mandoc", "-T", "utf8", "-O", "width=300").output.replacing(/.\u{8}/, with: "")
        text = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// What it lacks of a program's commands, options, arguments, variables and files.
    package func missing(of root: Command) -> [String] {
        let wanted = root.allCommands.flatMap { listed -> [String] in
            let command = listed.command
            return [listed.path.joined(separator: " "), command.summary] + command.arguments.map(\.name)
                + command.examples.map(\.line)
                + listed.options.flatMap { option in
                    ["--\(option.name)", option.environmentVariable, option.defaultValue].compactMap(\.self)
                }
        }
        return (wanted + root.variables.keys).filter { wanted in
            !text.contains(wanted.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }
    }
}
