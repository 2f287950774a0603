import CommandLineFixture
import CommandLineKit
import Foundation
import Testing
import TestSupport

@Suite struct CompletionTests {
    static let common = ["--till", "--verbose", "--help"]

    @Test(
        "The words that can stand in the last place are offered",
        arguments: [
            ([""], ["brew", "orders", "clean", "fill", "completions", "help"]),
            (["o"], ["orders"]),
            (["e"], []),
            (["orders", ""], ["list", "cancel", "help"]),
            (["clean", ""], ["spout", "help"]),
            (["help", "or"], ["orders"]),
            (["-v", "--till", "x", "orders", "l"], ["list"]),
            (["-"], common + ["--version"]),
            (
                ["brew", "--"],
                ["--till", "--verbose", "--cup", "--milk", "--note", "--discount", "--take-away", "--help"]
            ),
            (["brew", "-a", "--milk", "oat", "-vc", "x", "--t"], ["--till"]),
            (["brew", "--milk", "oat", "--m"], ["--milk"]),
            (["brew", "--cup", ""], ["china", "glass", "paper"]),
            (["brew", "--cup", "g"], ["glass"]),
            (["brew", "-c", "g"], ["glass"]),
            (["brew", "--cup=g"], ["--cup=glass"]),
            (["brew", "--cups=g"], []),
            (["brew", "--milk", "oat,"], ["oat,cow", "oat,soy"]),
            (["brew", "--milk=oat,s"], ["--milk=oat,soy"]),
            (["brew", ""], ["espresso", "tea"]),
            (["brew", "tea", ""], ["Grace", "Grete Hermann"]),
            (["brew", "--nonsense", "tea", "Gra"], ["Grace"]),
            (["brew", "espresso", "a"], ["a:b", "a:c"]),
            (["brew", "--till", "burnt", "tea", ""], []),
            (["brew", "tea", "Grace", ""], []),
            (["brew", "--", "--"], []),
            (["orders", "list", "Ada", ""], []),
            (["completions", ""], ["bash", "zsh", "fish"]),
        ]
    )
    func words(line: [String], expected: [String]) {
        let run = barista(["__complete"] + line)
        let lines = run.output.split(separator: "\n")
        #expect(run.code == .success)
        #expect(run.error == "")
        #expect(lines.first == "words")
        #expect(lines.dropFirst().map { String($0.prefix { $0 != "\t" }) } == expected)
    }

    @Test("Offers are explained, and files left to the shell")
    func protocolText() {
        #expect(barista(["__complete", "f"]).output == "words\nfill\tFill the machine from a file.\n")
        #expect(barista(["__complete", "fill", ""]).output == "files\n")
        #expect(barista(["__complete", "--till="]).output == "files\n")
        #expect(barista(["__complete", "fill", "--shelf", "x"]).output == "directories\n")
        #expect(barista(["__complete"]).output.hasPrefix("words\nbrew\t"))
    }

    @Test("A hostile name cannot add lines to what the shell reads")
    func hostileNames() {
        let name = Argument("NAME", help: "", completion: .computed { _ in ["x\n--yes\tall"] })
        let command = Command("pick", summary: "", arguments: [name]) { _ in .success }
        let recorder = OutputRecorder()
        _ = command.main(arguments: ["__complete", ""], environment: [:], output: recorder.output)
        #expect(recorder.standardOutput == "words\nx\\n--yes\\tall\n")
    }

    @Test(
        "Bash inserts what fits the place of the cursor",
        arguments: [
            // The line up to the cursor; bash's words, broken at = and :; the replies.
            ("barista o", ["barista", "o"], ["orders"]),
            ("barista ", ["barista", ""], ["brew", "orders", "clean", "fill", "completions", "help"]),
            ("barista brew  --cup   g", ["barista", "brew", "--cup", "g"], ["glass"]),
            ("barista brew --cup=g", ["barista", "brew", "--cup", "=", "g"], ["glass"]),
            ("barista brew --cup=", ["barista", "brew", "--cup", "="], ["china", "glass", "paper"]),
            (
                "barista --till=a:b brew --cup g",
                ["barista", "--till", "=", "a", ":", "b", "brew", "--cup", "g"], ["glass"]
            ),
            ("barista brew espresso a:", ["barista", "brew", "espresso", "a", ":"], ["b", "c"]),
            ("barista brew espresso a:b", ["barista", "brew", "espresso", "a", ":", "b"], ["b"]),
            ("barista brew tea Gre", ["barista", "brew", "tea", "Gre"], ["Grete\\ Hermann"]),
            ("barista brew --milk oat,s", ["barista", "brew", "--milk", "oat,s"], ["oat,soy"]),
            ("barista brew --milk=oat,s", ["barista", "brew", "--milk", "=", "oat,s"], ["oat,soy"]),
            ("barista fill no", ["barista", "fill", "no"], ["notes.txt", "nook"]),
            ("barista fill --shelf no", ["barista", "fill", "--shelf", "no"], ["nook"]),
            ("barista fill --shelf=no", ["barista", "fill", "--shelf", "=", "no"], ["nook"]),
            // With breaks taken out of COMP_WORDBREAKS, and with the cursor inside a word.
            ("barista brew --cup=g", ["barista", "brew", "--cup=g"], ["--cup=glass"]),
            ("barista --till=no", ["barista", "--till=no"], ["--till=notes.txt", "--till=nook"]),
            ("barista brew --cup g", ["barista", "brew", "--cup", "gla"], ["glass"]),
            ("barista brew x y z", ["barista", "brew", "x", "y", "z"], []),
        ]
    )
    func bash(line: String, words: [String], expected: [String]) throws {
        let directory = try TemporaryDirectory()
        let folder = directory.url
        try FileManager.default.createDirectory(
            at: folder.appending(path: "nook"),
            withIntermediateDirectories: false
        )
        try Data().write(to: folder.appending(path: "notes.txt"))
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "barista"),
            withDestinationURL: try RunningProgram.built("CommandLineFixture")
        )
        let script = """
            PATH=$PWD:$PATH
            eval "$(barista completions bash)"
            complete -p barista >&2
            COMP_LINE=$1 COMP_POINT=${#1}
            shift
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
            _barista_complete
            ((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
            """
        let run = try RunningProgram.run(
            URL(filePath: "/bin/bash"),
            ["--norc", "-c", script, "bash", line] + words,
            in: folder
        )
        #expect(run.errors == "complete -F _barista_complete barista\n")
        #expect(Set(run.output.split(separator: "\n").map(String.init)) == Set(expected))
    }

    @Test("The scripts name every program that they complete", arguments: Shell.allCases)
    func programs(shell: Shell) {
        let script = shell.completionScript(for: ["widgetctl", "widgetd"])
        let registration =
            switch shell {
            case .bash: "\ncomplete -F _widgetctl_complete widgetctl widgetd\n"
            case .zsh: "\ncompdef _widgetctl_complete widgetctl widgetd\n"
            case .fish:
                """

                complete -c widgetctl -f -a '(_widgetctl_complete)'
                complete -c widgetd -f -a '(_widgetctl_complete)'

                """
            }
        #expect(script.hasSuffix(registration))
    }
}
