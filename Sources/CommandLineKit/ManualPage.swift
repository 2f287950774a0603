/// A program's manual page, made of what its help is made of: roff with the macros of man(7).
struct ManualPage {
    private let root: Command
    private let date: String

    /// - Parameter date: When the program was last changed, as the page's foot says; may be empty.
    init(of root: Command, date: String) {
        self.root = root
        self.date = date
    }

    /// All of it, with the line end.
    var text: String {
        var roff = Roff()
        let version = root.version.map { " \($0)" } ?? ""
        roff.title(root.name.uppercased(), 1, date: date, root.name + version, "User Commands")
        roff.section("NAME")
        roff.text("\(root.name) \u{2D} \(summary)")
        roff.section("SYNOPSIS")
        synopsis(of: root.allCommands[0], &roff)
        roff.section("DESCRIPTION")
        roff.text(root.summary)
        for paragraph in root.paragraphs where !Self.isAboutExits(paragraph) { roff.paragraph(paragraph) }
        commands(&roff)
        roff.section("OPTIONS")
        if root.isGroup { roff.text("Every command takes these, too.") }
        options(root.options + [.help] + (root.version == nil ? [] : [.version]), &roff)
        environment(&roff)
        files(&roff)
        exits(&roff)
        examples(of: root, &roff, title: { $0.section("EXAMPLES") })
        return roff.source
    }

    /// The line that apropos(1) shows: without capital and full stop.
    private var summary: String {
        let summary = root.summary.hasSuffix(".") ? String(root.summary.dropLast()) : root.summary
        return summary.prefix(1).lowercased() + summary.dropFirst()
    }
}

// MARK: - Commands

extension ManualPage {
    private func commands(_ roff: inout Roff) {
        guard root.isGroup else { return }
        roff.section("COMMANDS")
        for listed in root.allCommands.dropFirst() {
            let command = listed.command
            roff.subsection(listed.path.dropFirst().joined(separator: " "))
            synopsis(of: listed, &roff)
            roff.paragraph([command.summary])
            for paragraph in command.paragraphs { roff.paragraph(paragraph) }
            for argument in command.arguments {
                roff.item(Roff.italic(argument.name), argument.help)
            }
            // Those of the program come once, after all commands.
            options(Array(listed.options.dropLast(root.options.count)), &roff)
            examples(of: command, &roff) { $0.paragraph(["Examples:"]) }
        }
    }

    private func synopsis(of listed: Command.Listed, _ roff: inout Roff) {
        let usage = listed.command.usage(options: listed.options).map(Roff.escaped)
        roff.line(([Roff.bold(listed.path.joined(separator: " "))] + usage).joined(separator: " "))
    }

    private func options(_ options: [Option], _ roff: inout Roff) {
        for option in options {
            let names = option.short.map { [Roff.bold("-\($0)")] } ?? []
            let value = option.valueName.map { " \(Roff.italic($0))" } ?? ""
            roff.item((names + [Roff.bold(option.spelling) + value]).joined(separator: ", "), option.fullHelp)
        }
    }

    private func examples(of command: Command, _ roff: inout Roff, title: (inout Roff) -> Void) {
        guard !command.examples.isEmpty else { return }
        title(&roff)
        for example in command.examples {
            roff.paragraph(["\(example.purpose):"])
            roff.literal([example.line])
        }
    }
}

// MARK: - What it meets outside

extension ManualPage {
    /// Every option of the program and of its commands, each name once.
    private var allOptions: [Option] {
        var seen: Set<String> = []
        return root.allCommands.reversed().flatMap(\.options).filter { seen.insert($0.name).inserted }
    }

    private func environment(_ roff: inout Roff) {
        var variables = root.variables
        for option in allOptions {
            guard let name = option.environmentVariable else { continue }
            variables[name] = "What \(option.spelling) is when the command line does not have it."
        }
        variables["COLUMNS"] = "How many columns the output may have, instead of what the terminal says."
        variables["NO_COLOR"] = "Set to anything but nothing: no colour, also on a terminal."
        variables["TERM"] = "dumb: a terminal that only prints line after line."
        roff.section("ENVIRONMENT")
        for (name, help) in variables.sorted(by: { $0.key < $1.key }) { roff.item(Roff.bold(name), help) }
    }

    /// What options name by default.
    private func files(_ roff: inout Roff) {
        let files = allOptions.filter {
            switch $0.completion {
            case .file, .directory: $0.defaultValue != nil
            case .none, .values, .computed: false
            }
        }
        guard !files.isEmpty else { return }
        roff.section("FILES")
        for option in files.sorted(by: { $0.name < $1.name }) {
            roff.item(Roff.italic(option.defaultValue ?? ""), "\(option.help) See \(option.spelling).")
        }
    }

    /// The discussion's own paragraph about them.
    private func exits(_ roff: inout Roff) {
        guard let paragraph = root.paragraphs.first(where: Self.isAboutExits) else { return }
        roff.section("EXIT STATUS")
        let rest = paragraph[0].dropFirst(Self.exitTitle.count).drop { $0 == " " }
        roff.paragraph((rest.isEmpty ? [] : [String(rest)]) + paragraph.dropFirst())
    }

    private static let exitTitle = "Exit codes:"

    private static func isAboutExits(_ paragraph: [String]) -> Bool { paragraph[0].hasPrefix(exitTitle) }
}
