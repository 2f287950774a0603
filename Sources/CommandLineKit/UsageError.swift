/// A command line that cannot be carried out as written; nothing has been done.
///
/// Holds the facts; the wording is ``message``.
package struct UsageError: Error, Hashable {
    /// What is wrong, with options spelt as they are written, dashes and all.
    package enum Problem: Hashable, Sendable {
        /// A group was called without one of its subcommands.
        case missingCommand(expected: [String])

        /// No subcommand has this name.
        case unknownCommand(String, nearest: String?)

        /// No option has this name here.
        case unknownOption(String, nearest: String?)

        /// An option of a command further down, written before the command's name.
        case earlyOption(String, of: String)

        /// An argument that is not optional.
        case missingArgument(String)

        /// A word beyond the last argument.
        case unexpectedArgument(String)

        /// A required option.
        case missingOption(String)

        /// An option that takes a value, at the end or before another option.
        case missingValue(of: String, next: String?)

        /// A flag, given a value.
        case unexpectedValue(String, of: String)

        /// An option that may be given once.
        case repeatedOption(String)

        /// A value that cannot be read. `subject` is an option or the name of an argument; `reason` comes from
        /// the type that refused it, or is empty.
        case invalidValue(String, of: String, reason: String)

        /// Anything else, such as two options that exclude each other: a sentence without capital and full stop.
        case other(String)
    }

    /// What is wrong.
    package let problem: Problem

    /// The words that lead to the command whose help explains more; empty when the thrower did not know, and
    /// then filled in by ``Command/main(arguments:environment:output:exitCode:)``.
    package var path: [String]

    package init(_ problem: Problem, path: [String] = []) {
        self.problem = problem
        self.path = path
    }

    /// For what only the command itself can judge: `UsageError("--widget and --flag exclude each other")`.
    package init(_ message: String) {
        self.init(.other(message))
    }

    /// One line that says what is wrong and, where something is near, what may have been meant.
    package var message: String {
        switch problem {
        case .missingCommand(let expected):
            "missing command: expected one of \(expected.joined(separator: ", "))"
        case .unknownCommand(let name, let nearest):
            "unknown command '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
        case .unknownOption(let name, let nearest):
            "unknown option \(name)" + (nearest.map { "; did you mean \($0)?" } ?? "")
        case .earlyOption(let name, let command):
            "\(name) is an option of '\(command)' and is written after it"
        case .missingArgument(let name):
            "missing argument \(name)"
        case .unexpectedArgument(let word):
            "unexpected argument '\(word)'"
        case .missingOption(let option):
            "missing option \(option)"
        case .missingValue(let option, nil):
            "missing value for \(option)"
        case .missingValue(let option, let next?):
            "missing value for \(option) before '\(next)'; a value that begins with a dash is written "
                + "\(option)=VALUE"
        case .unexpectedValue(let value, let option):
            "\(option) takes no value, but was given '\(value)'"
        case .repeatedOption(let option):
            "\(option) is given more than once"
        case .invalidValue(let value, let subject, let reason):
            "invalid value '\(value)' for \(subject)" + (reason.isEmpty ? "" : ": \(reason)")
        case .other(let message):
            message
        }
    }
}

extension UsageError: CustomStringConvertible {
    /// ``message`` and, on a second line, the command that shows the right usage.
    package var description: String {
        // What was typed is quoted in it, and must not look like more lines of the message.
        let line = message.sanitised
        return path.isEmpty ? line : "\(line)\nSee '\(path.joined(separator: " ")) --help'."
    }
}
