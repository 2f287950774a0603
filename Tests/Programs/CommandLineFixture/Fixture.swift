package import CommandLineKit

/// A program that sells coffee: the smallest tree with everything that a tree can have.
package enum Fixture {
    /// The exit code of the program's own errors.
    package static let outOfService = ExitCode(rawValue: 17)

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    package static let root = Command(
        "barista",
        summary: "Sell coffee.",
        discussion: """
            A barista takes orders and brews what was ordered. Whoever has been waiting for the longest time is
            served first, and nobody is served twice.

              order -> brew -> serve

            Prices are in cents.
            """,
        version: "2.1",
        options: [.till, .verbose],
        subcommands: [brew, orders, clean, fill, emptyTill, show, .completions(for: ["barista"])]
    )

    private static let brew = Command(
        "brew",
        summary: "Brew a drink.",
        discussion: "The machine warms up first.",
        examples: [
            .init("A large one to go", "barista brew espresso Ada --cup paper --milk oat,soy"),
            .init("At a discount", "barista brew espresso --cup china --discount -5"),
        ],
        arguments: [.drink, .guest],
        options: [.cup, .milk, .note, .discount, .takeAway]
    ) { call in
        // One line with all that was understood, for the tests to compare.
        let discount = try call.value(of: .discount, as: { Int($0) })
        try call.output.standardOutput.print(
            """
            \(try call.argument(.drink)) for \(call.optionalArgument(.guest) ?? "nobody"), \
            cup \(try call.requiredValue(of: .cup)), milk \(call.values(of: .milk)), \
            note \(call.values(of: .note)), discount \(discount ?? 0), \
            till \(call.value(of: .till) ?? "none")\(call.isSet(.till) ? "!" : ""), \
            flags \(call.isSet(.takeAway)) \(call.isSet(.verbose))
            """
        )
        return .success
    }

    private static let orders = Command(
        "orders",
        summary: "See and change what was ordered.",
        subcommands: [
            Command("list", summary: "List the orders.", arguments: [.guests]) { call in
                let guests = call.arguments(.guests)
                for number in 1...50_000 where guests.isEmpty {
                    try call.output.standardOutput.print("order \(number)")
                }
                if !guests.isEmpty { try call.output.standardOutput.print(guests.joined(separator: "|")) }
                return .success
            },
            Command("cancel", summary: "Cancel an order.", arguments: [.number]) { call in
                let number = try call.argument(.number, as: { Int($0) })
                if number == 0 { throw UsageError("order 0 is the barista's own") }
                throw Failure(description: "order \(number) is brewed already\nask at the counter\u{1B}[2J")
            },
        ]
    )

    private static let clean = Command(
        "clean",
        summary: "Clean the machine, or a part of it.",
        subcommands: [
            Command("spout", summary: "Clean the spout alone.") { call in
                try call.output.standardOutput.print("the spout is clean")
                return .success
            }
        ]
    ) { call in
        try call.output.standardOutput.print("the machine is clean, till \(call.value(of: .till) ?? "none")")
        return .success
    }

    private static let fill = Command(
        "fill",
        summary: "Fill the machine from a file.",
        arguments: [.file],
        options: [.shelf]
    ) { _ in .success }

    /// Takes the whole terminal until a key is typed, and fails.
    private static let show = Command("show", summary: "Show what is brewed.", isHidden: true) { _ in
        let screen = try FullScreen()
        while true {
            screen.show(["brewing"])
            if case .key = screen.next(within: .seconds(1), watching: -1) {
                throw Failure(description: "no water")
            }
        }
    }

    private static let emptyTill = Command("empty-till", summary: "Steal.", isHidden: true) { _ in .success }
}

extension Option {
    static let till = Option(
        "till",
        short: "t",
        value: "PATH",
        help: "Where the money is.",
        default: "till.txt",
        environment: "BARISTA_TILL",
        completion: .file
    )
    static let verbose = Option.flag("verbose", short: "v", help: "Tell more.")
    static let cup = Option(
        "cup",
        short: "c",
        value: "CUP",
        help: "What to brew into.",
        isRequired: true,
        completion: .values(["china", "glass", "paper"])
    )
    static let milk = Option(
        "milk",
        value: "MILK",
        help: "Kinds of milk, in the order in which they are poured.",
        repeats: .list(separator: ","),
        completion: .values(["cow", "oat", "soy"])
    )
    static let note = Option("note", value: "TEXT", help: "For the barista.", repeats: .anyTimes)
    static let discount = Option("discount", value: "CENTS", help: "May be negative.")
    static let takeAway = Option.flag("take-away", short: "a", help: "To go.")
    static let shelf = Option(
        "shelf",
        value: "DIR",
        help: "Where to put what is left.",
        completion: .directory
    )
}

extension Argument {
    static let drink = Argument("DRINK", help: "What to brew.", completion: .values(["espresso", "tea"]))
    static let guest = Argument(
        "GUEST",
        help: "Who gets it; nobody if left out.",
        isOptional: true,
        completion: .computed { call in
            if call.value(of: .till) == "burnt" { throw Fixture.Failure(description: "no till") }
            return try call.argument(.drink) == "tea" ? ["Grace", "Grete Hermann"] : ["Ada", "a:b", "a:c"]
        }
    )
    static let guests = Argument("GUEST", help: "Only theirs.", isOptional: true, repeats: true)
    static let number = Argument("NUMBER", help: "The order's number.")
    static let file = Argument("FILE", help: "What to fill in.", completion: .file)
}
