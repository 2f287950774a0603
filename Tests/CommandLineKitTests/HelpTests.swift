import CommandLineKit
import Testing
import TestSupport

@Suite struct HelpTests {
    static let brew = """
        Usage: barista brew [OPTIONS] --cup CUP DRINK [GUEST]

        Brew a drink.

        The machine warms up first.

        Arguments:
          DRINK  What to brew.
          GUEST  Who gets it; nobody if left out.

        Options:
          -c, --cup CUP         What to brew into. (required)
              --milk MILK       Kinds of milk, in the order in which they are poured.
                                (may be repeated or a list separated by ',')
              --note TEXT       For the barista. (may be repeated)
              --discount CENTS  May be negative.
          -a, --take-away       To go.

        Common options:
          -t, --till PATH  Where the money is. (default: till.txt; environment:
                           BARISTA_TILL)
          -v, --verbose    Tell more.
          -h, --help       Show this help.

        Examples:
          A large one to go:
            barista brew espresso Ada --cup paper --milk oat,soy
          At a discount:
            barista brew espresso --cup china --discount -5

        """

    @Test(
        "A command's help is the same however it is asked for, and asking is a success",
        arguments: [
            ["brew", "--help"], ["brew", "-h"], ["help", "brew"], ["brew", "tea", "--help"],
            ["--verbose", "brew", "-h"],
            ["brew", "-ah", "--nonsense"], ["help", "help", "brew"],
        ]
    )
    func leaf(arguments: [String]) {
        #expect(barista(arguments) == (.success, Self.brew, ""))
    }

    @Test(
        "A group's help lists its commands",
        arguments: [["--help"], ["-h"], ["help"], ["--help", "brew"]]
    )
    func root(arguments: [String]) {
        let expected = """
            Usage: barista COMMAND [ARGUMENTS]

            Sell coffee.

            A barista takes orders and brews what was ordered. Whoever has been waiting for
            the longest time is served first, and nobody is served twice.

              order -> brew -> serve

            Prices are in cents.

            Commands:
              brew         Brew a drink.
              orders       See and change what was ordered.
              clean        Clean the machine, or a part of it.
              fill         Fill the machine from a file.
              completions  Print a script that completes commands in a shell.

            Common options:
              -t, --till PATH  Where the money is. (default: till.txt; environment:
                               BARISTA_TILL)
              -v, --verbose    Tell more.
              -h, --help       Show this help.
                  --version    Show the version.

            See 'barista COMMAND --help' for what a command does.

            """
        #expect(barista(arguments) == (.success, expected, ""))
    }

    @Test("A group that may go without a subcommand says so")
    func optionalSubcommand() {
        #expect(
            barista(["clean", "--help"]).output.hasPrefix("Usage: barista clean [COMMAND [ARGUMENTS]]\n")
        )
    }

    @Test("Help fits a narrow terminal")
    func narrow() {
        let expected = """
            Usage: barista orders list
                     [OPTIONS] [GUEST...]

            List the orders.

            Arguments:
              GUEST  Only theirs.

            Common options:
              -t, --till PATH  Where the money is.
                               (default: till.txt;
                               environment:
                               BARISTA_TILL)
              -v, --verbose    Tell more.
              -h, --help       Show this help.

            """
        let terminal = Terminal(isTerminal: true, width: 37)
        #expect(barista(["orders", "list", "-h"], terminal: terminal).output == expected)
    }

    @Test("The version is the program's name and number")
    func version() {
        #expect(barista(["--version"]) == (.success, "barista 2.1\n", ""))
    }

    @Test("A label that is too long stands on a line of its own")
    func longLabel() {
        let option = Option("a-rather-long-name-for-an-option", value: "VALUE", help: "Does it.")
        let command = Command("x", summary: "Try.", options: [option, .flag("b", help: "Bee.")]) { _ in
            .success
        }
        let recorder = OutputRecorder()
        _ = command.main(arguments: ["--help"], environment: [:], output: recorder.output)
        let expected = """
            Usage: x [OPTIONS]

            Try.

            Options:
                  --a-rather-long-name-for-an-option VALUE
                          Does it.
                  --b     Bee.
              -h, --help  Show this help.

            """
        #expect(recorder.standardOutput == expected)
    }
}
