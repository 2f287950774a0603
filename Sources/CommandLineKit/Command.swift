/// A program or one of its subcommands: either a leaf, which runs, or a group of further commands, which may also run
/// by itself.
///
///     let root = Command(
///         "widgetctl", summary: "Release widgets.", version: "1.0", options: [.store, .json],
///         subcommands: [
///             Command("kill", summary: "Silence a widget.", arguments: [.app], options: [.reason]) { call in
///                 try call.output.standardOutput.print("killed \(call.argument(.app))")
///                 return .success
///             }
///         ])
///     exit(root.main().rawValue)
///
/// The options of a group are accepted by every command below it, before or after the names of the
/// subcommands. `--help`, `-h` and, in groups, `help [SUBCOMMAND...]` are there without being declared.
///
/// A tree that contradicts itself (a name twice, an argument that could never be reached) is a mistake in the
/// program and stops it as soon as the tree is built.
package struct Command: Sendable {
    /// What a leaf does; an error that it throws is printed to standard error.
    package typealias Run = @Sendable (Invocation) throws -> ExitCode

    /// A command line worth showing, and what it does.
    package struct Example: Hashable, Sendable {
        /// What the line achieves, without a full stop.
        package let purpose: String

        /// The whole line, from the program's name on.
        package let line: String

        package init(_ purpose: String, _ line: String) {
            self.purpose = purpose
            self.line = line
        }
    }

    /// The word that calls it; for a root, the program.
    package let name: String

    /// One line, shown in the list of its group.
    package let summary: String

    /// Paragraphs with an empty line between, or nothing.
    ///
    /// Lines are filled, except in a paragraph where one begins with a space.
    package let discussion: String

    /// Shown at the end of the help.
    package let examples: [Example]

    /// For a root, the variables of the environment that it reads and no option names: what each is for.
    package let variables: [String: String]

    /// For a root, what `--version` prints after the program's name; nil: there is no `--version`.
    package let version: String?

    /// In the order of the command line; empty for a group.
    package let arguments: [Argument]

    /// Its own options, without those that its group adds.
    package let options: [Option]

    /// Empty for a leaf.
    package let subcommands: [Command]

    /// Whether help, suggestions, completions and ``allCommands`` leave it out.
    package let isHidden: Bool

    /// Nil for a group that needs one of its subcommands.
    let run: Run?

    /// A leaf.
    package init(
        _ name: String,
        summary: String,
        discussion: String = "",
        examples: [Example] = [],
        variables: [String: String] = [:],
        version: String? = nil,
        arguments: [Argument] = [],
        options: [Option] = [],
        isHidden: Bool = false,
        run: @escaping Run
    ) {
        self.init(
            name: name,
            summary: summary,
            discussion: discussion,
            examples: examples,
            variables: variables,
            version: version,
            arguments: arguments,
            options: options,
            subcommands: [],
            isHidden: isHidden,
            run: run
        )
    }

    /// A group.
    ///
    /// - Parameter run: What it does without a subcommand; nil: it is refused.
    package init(
        _ name: String,
        summary: String,
        discussion: String = "",
        examples: [Example] = [],
        variables: [String: String] = [:],
        version: String? = nil,
        options: [Option] = [],
        isHidden: Bool = false,
        subcommands: [Command],
        run: Run? = nil
    ) {
        self.init(
            name: name,
            summary: summary,
            discussion: discussion,
            examples: examples,
            variables: variables,
            version: version,
            arguments: [],
            options: options,
            subcommands: subcommands,
            isHidden: isHidden,
            run: run
        )
    }

    private init(
        name: String,
        summary: String,
        discussion: String,
        examples: [Example],
        variables: [String: String],
        version: String?,
        arguments: [Argument],
        options: [Option],
        subcommands: [Command],
        isHidden: Bool,
        run: Run?
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.examples = examples
        self.variables = variables
        self.version = version
        self.arguments = arguments
        self.options = options
        self.subcommands = subcommands
        self.isHidden = isHidden
        self.run = run
        if let contradiction { preconditionFailure("command '\(name)': \(contradiction)") }
    }
}

// MARK: - The tree

extension Command {
    /// A command with the place where it stands.
    package struct Listed: Sendable {
        /// The words that call it, the program first: `["widgetctl", "rollout", "start"]`.
        package let path: [String]

        /// The command itself.
        package let command: Command

        /// Every option that it accepts, its own first; `--help` and `--version` are left out.
        package let options: [Option]
    }

    /// This command and everything below it that is not hidden, each group before its members.
    package var allCommands: [Listed] { listed(below: []) { !$0.isHidden } }

    var isGroup: Bool { !subcommands.isEmpty }

    var visibleSubcommands: [Command] { subcommands.filter { !$0.isHidden } }

    private func listed(below lineage: [Command], where isWanted: (Command) -> Bool) -> [Listed] {
        let lineage = lineage + [self]
        let this = Listed(
            path: lineage.map(\.name),
            command: self,
            options: lineage.reversed().flatMap(\.options)
        )
        return [this] + subcommands.filter(isWanted).flatMap { $0.listed(below: lineage, where: isWanted) }
    }

    /// What is wrong with the declaration, if anything.
    private var contradiction: String? {
        if let name = duplicate(in: subcommands.map(\.name) + (isGroup ? ["help"] : [])) {
            return "two subcommands are called '\(name)'"
        }
        if run == nil && subcommands.isEmpty { return "a group without subcommands" }
        if let name = duplicate(in: arguments.map(\.name)) { return "two arguments are called \(name)" }
        for (argument, next) in zip(arguments, arguments.dropFirst()) {
            if argument.repeats { return "\(next.name) comes after \(argument.name), which takes every word" }
            if argument.isOptional && !next.isOptional {
                return "\(next.name) is needed but comes after \(argument.name), which is optional"
            }
        }
        for listed in listed(below: [], where: { _ in true }) {
            let builtIn: [Option] = [.help] + (listed.command.version == nil ? [] : [.version])
            let options = listed.options + builtIn
            let names = options.map(\.spelling) + options.compactMap(\.short).map { "-\($0)" }
            if let name = duplicate(in: names) {
                return "two options of '\(listed.command.name)' are \(name)"
            }
        }
        return nil
    }
}

private func duplicate(in names: [String]) -> String? {
    var seen: Set<String> = []
    return names.first { !seen.insert($0).inserted }
}
