/// The help of one command.
struct HelpText {
    /// The root first, the command last.
    let lineage: [Command]

    /// In columns.
    let width: Int

    private var command: Command { lineage[lineage.count - 1] }

    private var path: String { lineage.map(\.name).joined(separator: " ") }

    /// All of it, with the line end.
    var text: String {
        let sections = [
            usage,
            command.summary.wrapped(toWidth: width),
            discussion,
            table("Commands:", command.visibleSubcommands.map { ($0.name, $0.summary) }),
            table("Arguments:", command.arguments.map { ($0.name, $0.help) }),
            table("Options:", ownOptions.map(row)),
            table("Common options:", commonOptions.map(row)),
            examples,
            hint,
        ]
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
            .joined(separator: "\n")
    }

    private var usage: [String] {
        let lead = "Usage: \(path) "
        let text = command.usage(options: lineage.flatMap(\.options)).joined(separator: " ")
        if lead.displayWidth <= width / 2 { return hanging(lead, text, indent: lead.displayWidth) }
        let margin = String(repeating: " ", count: 9)
        return ["Usage: \(path)"] + hanging(margin, text, indent: margin.count)
    }

    private var discussion: [String] {
        command.paragraphs.map { lines -> [String] in
            lines.contains { $0.hasPrefix(" ") }
                ? lines : lines.joined(separator: " ").wrapped(toWidth: width)
        }.reduce(into: []) { $0 += ($0.isEmpty ? [] : [""]) + $1 }
    }

    private var examples: [String] {
        command.examples.isEmpty
            ? []
            : ["Examples:"]
                + command.examples.flatMap { example in
                    hanging("  ", "\(example.purpose):", indent: 2) + ["    \(example.line)"]
                }
    }

    private var hint: [String] {
        command.isGroup ? "See '\(path) COMMAND --help' for what a command does.".wrapped(toWidth: width) : []
    }
}

// MARK: - Options

extension HelpText {
    private var ownOptions: [Option] {
        command.isGroup ? [] : command.options + (commonOptions.isEmpty ? builtIn : [])
    }

    private var commonOptions: [Option] {
        let groups = lineage.filter { $0.isGroup }
        return groups.isEmpty ? [] : groups.flatMap(\.options) + builtIn
    }

    private var builtIn: [Option] {
        [.help] + (lineage.count == 1 && command.version != nil ? [.version] : [])
    }

    private func row(_ option: Option) -> (String, String) {
        ((option.short.map { "-\($0), " } ?? "    ") + option.synopsis, option.fullHelp)
    }
}

extension Option {
    /// Its help, and in parentheses how it is given.
    var fullHelp: String {
        var notes: [String] = []
        if isRequired { notes.append("required") }
        switch repetition {
        case .never: break
        case .anyTimes: notes.append("may be repeated")
        case .list(let separator): notes.append("may be repeated or a list separated by '\(separator)'")
        }
        if let value = defaultValue { notes.append("default: \(value)") }
        if let name = environmentVariable { notes.append("environment: \(name)") }
        return help + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    }
}

extension Command {
    /// What follows its name on a command line.
    ///
    /// - Parameter options: All that it accepts.
    func usage(options: [Option]) -> [String] {
        if isGroup { return [run == nil ? "COMMAND [ARGUMENTS]" : "[COMMAND [ARGUMENTS]]"] }
        return ["[OPTIONS]"] + options.filter(\.isRequired).map(\.synopsis) + arguments.map(\.synopsis)
    }

    /// The lines of each paragraph of its discussion.
    var paragraphs: [[String]] {
        discussion.split(separator: "\n", omittingEmptySubsequences: false).split(whereSeparator: \.isEmpty)
            .map { $0.map(String.init) }
    }
}

// MARK: - Layout

extension HelpText {
    /// Labels on the left, their text in a column on the right; a label that is too long gets its own line.
    private func table(_ title: String, _ rows: [(label: String, text: String)]) -> [String] {
        if rows.isEmpty { return [] }
        let longest = rows.map(\.label.displayWidth).filter { $0 <= 28 }.max() ?? 4
        let column = 2 + longest + 2
        var lines = [title]
        for (label, text) in rows {
            let padding = column - 2 - label.displayWidth
            if padding < 2 {
                lines.append("  \(label)")
                lines += hanging(String(repeating: " ", count: column), text, indent: column)
            } else {
                lines += hanging("  \(label)\(String(repeating: " ", count: padding))", text, indent: column)
            }
        }
        return lines
    }

    /// Wrapped text after a lead, its further lines indented.
    private func hanging(_ lead: String, _ text: String, indent: Int) -> [String] {
        let lines = text.wrapped(toWidth: max(20, width - max(indent, lead.displayWidth)))
        let margin = String(repeating: " ", count: indent)
        return [lead + (lines.first ?? "")] + lines.dropFirst().map { margin + $0 }
    }
}
