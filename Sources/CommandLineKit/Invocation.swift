import NearestName

/// A command line that was understood: what a command's closure is given to run.
///
/// Options and arguments are read with the values that declared them. Reading one that the command does not
/// have is a mistake in the program and stops it.
package struct Invocation: Sendable {
    /// The words that called the command, the program first: `["widgetctl", "rollout", "start"]`.
    package let path: [String]

    /// The environment that the program was started with.
    package let environment: [String: String]

    /// Where the command writes.
    package let output: Output

    /// The options that the command accepts.
    let options: [Option]

    /// The arguments that the command accepts.
    let arguments: [Argument]

    /// The values from the command line by option name; for a flag that was given, no values.
    let given: [String: [String]]

    /// The words that are no options, in order.
    let words: [String]
}

// MARK: - Options

extension Invocation {
    /// Whether the command line, or for an option with a value the environment, has it.
    ///
    /// A default does not count.
    package func isSet(_ option: Option) -> Bool {
        declare(option)
        return given[option.name] != nil || environmentValue(of: option) != nil
    }

    /// The value from the command line, else the environment, else the default; of several the last.
    ///
    /// Empty text is a value on the command line, though not in the environment.
    package func value(of option: Option) -> String? {
        values(of: option).last
    }

    /// The value from the command line alone; nil when it stands in the environment, or is the default.
    package func writtenValue(of option: Option) -> String? {
        declare(option)
        return given[option.name]?.last
    }

    /// Every value of a repeating option, in order; empty when there is none.
    package func values(of option: Option) -> [String] {
        declare(option)
        if let values = given[option.name] { return values }
        if let value = environmentValue(of: option) { return option.split(value) }
        return option.defaultValue.map(option.split) ?? []
    }

    /// The value of an option that is required or has a default.
    package func requiredValue(of option: Option) throws(UsageError) -> String {
        guard let value = value(of: option) else {
            throw UsageError(.missingOption(option.synopsis), path: path)
        }
        return value
    }

    /// The value, read by `parse`; a nil or an error from it becomes a usage error that names the option.
    package func value<T>(of option: Option, as parse: (String) throws -> T?) throws(UsageError) -> T? {
        guard let value = value(of: option) else { return nil }
        return try read(value, of: option.spelling, option.completion, parse)
    }

    /// Every value, read by `parse`.
    package func values<T>(of option: Option, as parse: (String) throws -> T?) throws(UsageError) -> [T] {
        var read: [T] = []
        for value in values(of: option) {
            read.append(try self.read(value, of: option.spelling, option.completion, parse))
        }
        return read
    }

    /// The value of an option that is required or has a default, read by `parse`.
    package func requiredValue<T>(
        of option: Option,
        as parse: (String) throws -> T?
    ) throws(UsageError) -> T {
        try read(requiredValue(of: option), of: option.spelling, option.completion, parse)
    }

    private func environmentValue(of option: Option) -> String? {
        guard let name = option.environmentVariable, let value = environment[name], !value.isEmpty else {
            return nil
        }
        return value
    }

    private func declare(_ option: Option) {
        precondition(
            options.contains { $0.name == option.name },
            "'\(path.joined(separator: " "))' reads \(option.spelling) but does not declare it"
        )
    }
}

// MARK: - Arguments

extension Invocation {
    /// The argument, which must not be optional.
    package func argument(_ argument: Argument) throws(UsageError) -> String {
        guard let value = optionalArgument(argument) else {
            throw UsageError(.missingArgument(argument.name), path: path)
        }
        return value
    }

    /// The argument; nil when it was left out.
    package func optionalArgument(_ argument: Argument) -> String? {
        arguments(argument).first
    }

    /// Every word of a repeating argument, in order.
    package func arguments(_ argument: Argument) -> [String] {
        guard let place = arguments.firstIndex(where: { $0.name == argument.name }) else {
            preconditionFailure(
                "'\(path.joined(separator: " "))' reads \(argument.name) but does not declare it"
            )
        }
        return Array(words.dropFirst(place).prefix(arguments[place].repeats ? .max : 1))
    }

    /// The argument, read by `parse`; a nil or an error from it becomes a usage error that names the argument.
    package func argument<T>(
        _ argument: Argument,
        as parse: (String) throws -> T?
    ) throws(UsageError) -> T {
        try read(self.argument(argument), of: argument.name, argument.completion, parse)
    }

    /// The argument, read by `parse`; nil when it was left out.
    package func optionalArgument<T>(
        _ argument: Argument,
        as parse: (String) throws -> T?
    ) throws(UsageError) -> T? {
        guard let value = optionalArgument(argument) else { return nil }
        return try read(value, of: argument.name, argument.completion, parse)
    }

    /// Every word of a repeating argument, read by `parse`.
    package func arguments<T>(
        _ argument: Argument,
        as parse: (String) throws -> T?
    ) throws(UsageError) -> [T] {
        var read: [T] = []
        for value in arguments(argument) {
            read.append(try self.read(value, of: argument.name, argument.completion, parse))
        }
        return read
    }

    private func read<T>(
        _ value: String,
        of subject: String,
        _ completion: Completion,
        _ parse: (String) throws -> T?
    ) throws(UsageError) -> T {
        var reason = ""
        do {
            if let read = try parse(value) { return read }
            if case .values(let expected) = completion {
                reason =
                    nearestName(to: value, among: expected).map { "did you mean '\($0)'?" }
                    ?? "expected one of \(expected.joined(separator: ", "))"
            }
        } catch {
            reason = String(describing: error)
        }
        throw UsageError(.invalidValue(value, of: subject, reason: reason), path: path)
    }
}
