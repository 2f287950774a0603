import CommandLineFixture
import CommandLineKit
import Testing
import TestSupport

/// Runs the fixture in this process.
func barista(
    _ arguments: [String],
    environment: [String: String] = [:],
    terminal: Terminal = .none
) -> (code: ExitCode, output: String, error: String) {
    let recorder = OutputRecorder(terminal: terminal)
    let code = Fixture.root.main(
        arguments: arguments,
        environment: environment,
        output: recorder.output
    ) { _ in Fixture.outOfService }
    return (code, recorder.standardOutput, recorder.standardError)
}

@Suite struct ParsingTests {
    static let plain =
        "espresso for nobody, cup china, milk [], note [], discount 0, till till.txt, flags false false\n"

    @Test(
        "Every way of writing a command line that means the same gives the same",
        arguments: [
            "brew espresso --cup china",
            "brew --cup china espresso",
            "brew --cup=china espresso",
            "brew -c china espresso",
            "brew -cchina espresso",
            "brew -c=china espresso",
            "brew --cup china -- espresso",
        ]
    )
    func spellings(line: String) {
        let run = barista(line.split(separator: " ").map(String.init))
        #expect(run == (.success, Self.plain, ""))
    }

    @Test(
        "Words are understood",
        arguments: [
            (
                ["tea", "Ada"],
                "tea for Ada, cup x, milk [], note [], discount 0, till till.txt, flags false false"
            ),
            (
                ["tea", "-a", "-v"],
                "tea for nobody, cup x, milk [], note [], discount 0, till till.txt, flags true true"
            ),
            (
                ["tea", "-av"],
                "tea for nobody, cup x, milk [], note [], discount 0, till till.txt, flags true true"
            ),
            (
                ["tea", "-vty"],
                "tea for nobody, cup x, milk [], note [], discount 0, till y!, flags false true"
            ),
            (
                ["tea", "--discount", "-5"],
                "tea for nobody, cup x, milk [], note [], discount -5, till till.txt, flags false false"
            ),
            (
                ["tea", "-5"],
                "tea for -5, cup x, milk [], note [], discount 0, till till.txt, flags false false"
            ),
            (
                ["tea", "-"],
                "tea for -, cup x, milk [], note [], discount 0, till till.txt, flags false false"
            ),
            (["tea", ""], "tea for , cup x, milk [], note [], discount 0, till till.txt, flags false false"),
            (
                ["tea", "--", "--cup"],
                "tea for --cup, cup x, milk [], note [], discount 0, till till.txt, flags false false"
            ),
            (
                ["tea", "--till", ""],
                "tea for nobody, cup x, milk [], note [], discount 0, till !, flags false false"
            ),
            (
                ["tea", "--till="],
                "tea for nobody, cup x, milk [], note [], discount 0, till !, flags false false"
            ),
            (
                ["tea", "--till=a=b"],
                "tea for nobody, cup x, milk [], note [], discount 0, till a=b!, flags false false"
            ),
            (
                ["tea", "--till=--cup"],
                "tea for nobody, cup x, milk [], note [], discount 0, till --cup!, flags false false"
            ),
            (
                ["tea", "--milk", "oat,soy", "--milk=cow"],
                "tea for nobody, cup x, milk [\"oat\", \"soy\", \"cow\"], note [], discount 0, till till.txt, flags false false"
            ),
            (
                ["tea", "--note", "a,b", "--note", "", "--note", "- c"],
                "tea for nobody, cup x, milk [], note [\"a,b\", \"\", \"- c\"], discount 0, till till.txt, flags false false"
            ),
        ]
    )
    func words(words: [String], expected: String) {
        let run = barista(["brew", "--cup", "x"] + words)
        #expect(run == (.success, expected + "\n", ""))
    }

    @Test("An option of the root stands before or after the names of subcommands")
    func commonOptions() {
        let expected = "espresso for nobody, cup x, milk [], note [], discount 0, till y!, flags false true\n"
        for line in [
            ["--till", "y", "-v", "brew", "espresso", "--cup", "x"],
            ["-v", "brew", "espresso", "--cup", "x", "--till", "y"],
            ["brew", "espresso", "--cup", "x", "--till", "y", "-v"],
        ] {
            #expect(barista(line) == (.success, expected, ""))
        }
        #expect(barista(["orders", "-v", "list", "-t", "x", "Ada", "Grace"]).output == "Ada|Grace\n")
    }

    @Test("A group may run by itself, with the options of the groups above it")
    func groupAlone() {
        #expect(barista(["clean"]) == (.success, "the machine is clean, till till.txt\n", ""))
        #expect(barista(["clean", "-t", "y"]) == (.success, "the machine is clean, till y\n", ""))
        #expect(barista(["clean", "spout"]) == (.success, "the spout is clean\n", ""))
    }

    @Test(
        "The command line beats the environment, and the environment the default",
        arguments: [
            ([], [:], "till till.txt,"),
            ([], ["BARISTA_TILL": ""], "till till.txt,"),
            ([], ["BARISTA_TILL": "env"], "till env!,"),
            (["--till", "line"], ["BARISTA_TILL": "env"], "till line!,"),
            (["--till", ""], ["BARISTA_TILL": "env"], "till !,"),
        ] as [([String], [String: String], String)]
    )
    func precedence(words: [String], environment: [String: String], expected: String) {
        let run = barista(["brew", "tea", "--cup", "x"] + words, environment: environment)
        #expect(run.output.contains(expected), "\(run)")
    }

    @Test("A required option and a list can come from the environment")
    func environmentOfOthers() {
        let who = Option("who", value: "WHO", help: "", environment: "WHO", isRequired: true)
        let tags = Option("tag", value: "TAG", help: "", environment: "TAGS", repeats: .list(separator: ":"))
        let command = Command("greet", summary: "Greet.", options: [who, tags]) { call in
            try call.output.standardOutput.print(
                "\(try call.requiredValue(of: who)) \(call.values(of: tags))"
            )
            return .success
        }
        let recorder = OutputRecorder()
        let code = command.main(
            arguments: [],
            environment: ["WHO": "Ada", "TAGS": "a:b"],
            output: recorder.output
        )
        #expect(code == .success)
        #expect(recorder.standardOutput == "Ada [\"a\", \"b\"]\n")
    }

    @Test("Values are read as the types that a command asks for")
    func typedValues() {
        let first = Argument("FIRST", help: "")
        let rest = Argument("REST", help: "", isOptional: true, repeats: true)
        let sizes = Option("size", value: "PIXELS", help: "", repeats: .anyTimes)
        let ratio = Option("ratio", value: "RATIO", help: "", default: "0.5")
        let limit = Option("limit", value: "COUNT", help: "")
        let command = Command(
            "scale",
            summary: "",
            arguments: [first, rest],
            options: [sizes, ratio, limit]
        ) { call in
            let first = try call.argument(first, as: { Int($0) })
            let next = try call.optionalArgument(rest, as: { Int($0) })
            let rest = try call.arguments(rest, as: { Int($0) })
            let sizes = try call.values(of: sizes, as: { UInt8($0) })
            let ratio = try call.requiredValue(of: ratio, as: { Double($0) })
            let limit = try call.value(of: limit, as: { Int($0) })
            try call.output.standardOutput.print(
                "\(first) \(next ?? -1) \(rest) \(sizes) \(ratio) \(limit ?? -1)"
            )
            return .success
        }
        for (line, output, error) in [
            (["1"], "1 -1 [] [] 0.5 -1\n", ""),
            (
                ["1", "2", "3", "--size=4", "--size=5", "--ratio=2", "--limit=6"],
                "1 2 [2, 3] [4, 5] 2.0 6\n", ""
            ),
            (["1", "2", "x"], "", "invalid value 'x' for REST"),
            (["1", "--size=4", "--size=999"], "", "invalid value '999' for --size"),
            (["1", "--ratio="], "", "invalid value '' for --ratio"),
        ] {
            let recorder = OutputRecorder()
            _ = command.main(arguments: line, environment: [:], output: recorder.output)
            #expect(recorder.standardOutput == output)
            #expect(recorder.standardError == (error.isEmpty ? "" : "scale: \(error)\nSee 'scale --help'.\n"))
        }
    }

    @Test("A program without subcommands can have an argument called help")
    func leafRoot() {
        let word = Argument("WORD", help: "Any.")
        let command = Command("echo", summary: "Echo.", arguments: [word]) { call in
            try call.output.standardOutput.print(try call.argument(word))
            return .success
        }
        let recorder = OutputRecorder()
        #expect(command.main(arguments: ["help"], environment: [:], output: recorder.output) == .success)
        #expect(recorder.standardOutput == "help\n")
    }

    @Test("Every command is listed with its path and the options that it accepts")
    func listing() {
        let lines = Fixture.root.allCommands.map { listed in
            (listed.path + listed.options.map { "--\($0.name)" }).joined(separator: " ")
        }
        #expect(
            lines == [
                "barista --till --verbose",
                "barista brew --cup --milk --note --discount --take-away --till --verbose",
                "barista orders --till --verbose",
                "barista orders list --till --verbose",
                "barista orders cancel --till --verbose",
                "barista clean --till --verbose",
                "barista clean spout --till --verbose",
                "barista fill --shelf --till --verbose",
                "barista completions --till --verbose",
            ]
        )
        #expect(barista(["empty-till"]).code == .success, "hidden, but there")
    }

    @Test("A tree that contradicts itself stops the program")
    func contradictions() async {
        await #expect(processExitsWith: .failure) {
            let twice = Option.flag("loud", help: "")
            _ = Command(
                "a",
                summary: "",
                options: [twice],
                subcommands: [Command("b", summary: "", options: [twice]) { _ in .success }]
            )
        }
        await #expect(processExitsWith: .failure) {
            _ = Command(
                "a",
                summary: "",
                arguments: [Argument("A", help: "", isOptional: true), Argument("B", help: "")]
            ) { _ in .success }
        }
        await #expect(processExitsWith: .failure) {
            _ = Command("a", summary: "", options: [.flag("hush", short: "h", help: "")]) { _ in .success }
        }
        await #expect(processExitsWith: .failure) {
            let undeclared = Option.flag("loud", help: "")
            let command = Command("a", summary: "") { call in call.isSet(undeclared) ? .success : .success }
            _ = command.main(arguments: [], environment: [:], output: OutputRecorder().output)
        }
    }
}
