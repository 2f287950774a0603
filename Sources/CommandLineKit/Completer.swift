/// Answers what completion scripts ask: what can stand in the place of the last word.
struct Completer {
    let root: Command
    let environment: [String: String]
    let output: Output

    /// What can stand there.
    private enum Offer {
        case words([(word: String, summary: String)])
        case files
        case directories
    }

    /// The first line is `words`, `files` or `directories`; with `words`, a line for each follows: the whole
    /// word and, after a tab, its summary.
    ///
    /// - Parameter line: The words after the program's name; the last is the one to complete and may be empty.
    func answer(to line: [String]) -> String {
        switch offer(line) {
        case .files: "files\n"
        case .directories: "directories\n"
        case .words(let words):
            words.reduce(into: "words\n") { text, offered in
                text += offered.word.sanitised
                text += offered.summary.isEmpty ? "\n" : "\t\(offered.summary)\n"
            }
        }
    }

    private func offer(_ line: [String]) -> Offer {
        let word = line.last ?? ""
        var parser = Parser(root: root)
        for earlier in line.dropLast() {
            // A mistake further left is for the command itself to report; here the rest is still of use.
            _ = try? parser.consume(earlier)
        }
        if let option = parser.pending {
            return values(option.completion, of: option, prefix: "", word: word, parser)
        }
        if !parser.optionsEnded && word.hasPrefix("-") {
            return options(word, parser)
        }
        if parser.command.isGroup {
            let help = [("help", "Show help for a command.")]
            return matching(word, parser.command.visibleSubcommands.map { ($0.name, $0.summary) } + help)
        }
        let arguments = parser.command.arguments
        let place =
            arguments.last?.repeats == true
            ? min(parser.words.count, arguments.count - 1) : parser.words.count
        guard arguments.indices.contains(place) else { return .words([]) }
        return values(arguments[place].completion, of: nil, prefix: "", word: word, parser)
    }

    /// Names of options that can still be given, or the value in `--name=value`.
    private func options(_ word: String, _ parser: Parser) -> Offer {
        if let equals = word.firstIndex(of: "="), word.hasPrefix("--") {
            let name = word[..<equals].dropFirst(2)
            guard let option = parser.options.first(where: { $0.name == name && $0.valueName != nil }) else {
                return .words([])
            }
            let value = String(word[word.index(after: equals)...])
            return values(option.completion, of: option, prefix: "--\(name)=", word: value, parser)
        }
        let possible = parser.options.filter { $0.repetition != .never || parser.given[$0.name] == nil }
        return matching(word, possible.map { ($0.spelling, $0.help) })
    }

    private func values(
        _ completion: Completion,
        of option: Option?,
        prefix: String,
        word: String,
        _ parser: Parser
    ) -> Offer {
        var known: [String]
        switch completion {
        case .none: known = []
        case .file: return .files
        case .directory: return .directories
        case .values(let values): known = values
        case .computed(let compute):
            // There is no place on a half-typed line for an error, and the command will meet it again.
            known = (try? compute(parser.invocation(environment: environment, output: output))) ?? []
        }
        var prefix = prefix
        if let option, case .list(let separator) = option.repetition, let last = word.lastIndex(of: separator)
        {
            let listed = word[...last]
            prefix += listed
            let taken = Set(listed.split(separator: separator).map(String.init))
            known.removeAll { taken.contains($0) }
            return matching(prefix + word[word.index(after: last)...], known.map { (prefix + $0, "") })
        }
        return matching(prefix + word, known.map { (prefix + $0, "") })
    }

    private func matching(_ word: String, _ offers: [(String, String)]) -> Offer {
        .words(offers.filter { $0.0.hasPrefix(word) })
    }
}
