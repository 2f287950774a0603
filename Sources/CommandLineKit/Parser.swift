import NearestName

/// Reads a command line word by word.
///
/// The state between two words is also what completion needs, so a parser can be fed an unfinished line.
struct Parser {
    /// What the words so far ask for.
    enum Request {
        case run
        case help
        case version
    }

    /// The root, then each group, and the command that the words have led to.
    private(set) var lineage: [Command]

    /// The option whose value the next word is.
    private(set) var pending: Option?

    /// Whether `--` has been seen.
    private(set) var optionsEnded = false

    private(set) var given: [String: [String]] = [:]
    private(set) var words: [String] = []
    private(set) var request = Request.run

    init(root: Command) {
        lineage = [root]
    }

    var command: Command { lineage[lineage.count - 1] }

    var path: [String] { lineage.map(\.name) }

    /// Every option that can be written at this place.
    var options: [Option] {
        lineage.flatMap(\.options) + [.help]
            + (lineage.count == 1 && command.version != nil ? [.version] : [])
    }

    /// Reads a whole line up to its end or to `--help` or `--version`, which make the rest irrelevant.
    mutating func parse(_ line: [String]) throws(UsageError) {
        for word in line {
            let isSettled = try consume(word)
            if isSettled { return }
        }
        if let pending { throw problem(.missingValue(of: pending.spelling, next: nil)) }
        if request == .run && command.run == nil {
            throw problem(.missingCommand(expected: command.visibleSubcommands.map(\.name)))
        }
    }

    /// The command line as a command reads it, without a check that nothing is missing.
    func invocation(environment: [String: String], output: Output) -> Invocation {
        Invocation(
            path: path,
            environment: environment,
            output: output,
            options: lineage.flatMap(\.options),
            arguments: command.arguments,
            given: given,
            words: words
        )
    }

    /// Refuses an invocation that lacks an argument or an option that the command cannot do without.
    func checkComplete(_ invocation: Invocation) throws(UsageError) {
        if let missing = command.arguments.dropFirst(words.count).first(where: { !$0.isOptional }) {
            throw problem(.missingArgument(missing.name))
        }
        for option in invocation.options where option.isRequired {
            _ = try invocation.requiredValue(of: option)
        }
    }

    /// Reads one word.
    ///
    /// - Returns: Whether the words that follow no longer matter.
    mutating func consume(_ word: String) throws(UsageError) -> Bool {
        if let option = pending {
            pending = nil
            if looksLikeOption(word) { throw problem(.missingValue(of: option.spelling, next: word)) }
            try record(option, value: word)
            return false
        }
        if optionsEnded || !looksLikeOption(word) {
            try consumeName(word)
            return false
        }
        if word == "--" {
            optionsEnded = true
            return false
        }
        return word.hasPrefix("--") ? try consumeLong(word) : try consumeShorts(word)
    }

    /// A dash alone stands for standard input, a dash before a digit or a space is text.
    private func looksLikeOption(_ word: String) -> Bool {
        guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
        return !(second.isNumber || second.isWhitespace || second == ".")
    }
}

// MARK: - Kinds of words

extension Parser {
    /// A subcommand or an argument.
    private mutating func consumeName(_ word: String) throws(UsageError) {
        if !command.isGroup {
            guard request == .run,
                words.count < command.arguments.count || command.arguments.last?.repeats == true
            else { throw problem(.unexpectedArgument(word)) }
            words.append(word)
        } else if let subcommand = command.subcommands.first(where: { $0.name == word }) {
            lineage.append(subcommand)
        } else if word == "help" {
            request = .help
        } else {
            throw unknownCommand(word)
        }
    }

    /// `--name`, `--name=value`.
    private mutating func consumeLong(_ word: String) throws(UsageError) -> Bool {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = options.first(where: { $0.name == name }) else { throw unknownOption(name) }
        if option.valueName == nil {
            if parts.count == 2 { throw problem(.unexpectedValue(String(parts[1]), of: option.spelling)) }
            return try recordFlag(option)
        }
        if parts.count == 2 {
            try record(option, value: String(parts[1]))
        } else {
            pending = option
        }
        return false
    }

    /// `-n value`, `-nvalue`, `-n=value`, and several flags in one word.
    private mutating func consumeShorts(_ word: String) throws(UsageError) -> Bool {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.short == letter }) else {
                throw problem(.unknownOption("-\(letter)", nearest: nil))
            }
            if option.valueName == nil {
                let isSettled = try recordFlag(option)
                if isSettled { return true }
            } else if letters.isEmpty {
                pending = option
            } else {
                try record(option, value: String(letters.first == "=" ? letters.dropFirst() : letters))
                return false
            }
        }
        return false
    }

    private mutating func recordFlag(_ option: Option) throws(UsageError) -> Bool {
        switch option.name {
        case Option.help.name:
            request = .help
            return true
        case Option.version.name where lineage.count == 1 && command.version != nil:
            request = .version
            return true
        default:
            if given.updateValue([], forKey: option.name) != nil {
                throw problem(.repeatedOption(option.spelling))
            }
            return false
        }
    }

    private mutating func record(_ option: Option, value: String) throws(UsageError) {
        if option.repetition == .never && given[option.name] != nil {
            throw problem(.repeatedOption(option.spelling))
        }
        given[option.name, default: []] += option.split(value)
    }

    private func problem(_ problem: UsageError.Problem) -> UsageError {
        UsageError(problem, path: path)
    }

    /// With the nearest name at this place, else a command of exactly this name further down.
    private func unknownCommand(_ name: String) -> UsageError {
        let nearest = nearestName(to: name, among: command.visibleSubcommands.map(\.name) + ["help"])
        let deeper = command.allCommands.first { $0.command.name == name }
        let meant = nearest ?? deeper?.path.dropFirst().joined(separator: " ")
        return problem(.unknownCommand(name, nearest: meant))
    }

    /// With the command that has it, when it only stands too early, else with the nearest name.
    private func unknownOption(_ name: String) -> UsageError {
        let owner = command.allCommands.first { $0.command.options.contains { $0.name == name } }
        if let owner {
            let path = lineage.dropLast().map(\.name) + owner.path
            return problem(.earlyOption("--\(name)", of: path.joined(separator: " ")))
        }
        let nearest = nearestName(to: name, among: options.map(\.name))
        return problem(.unknownOption("--\(name)", nearest: nearest.map { "--\($0)" }))
    }
}
