/// A named parameter of a command: `--app-version RANGE`, or a flag such as `--json`.
///
/// Declared once, usually as a static member, and then used both to build a command and to read its value:
///
///     extension Option {
///         static let store = Option("store", value: "PATH", help: "The store.", environment: "WIDGET_STORE")
///     }
///
/// The value comes from the command line, else the environment variable, else the default.
package struct Option: Sendable {
    /// How often an option may be given.
    package enum Repetition: Hashable, Sendable {
        /// Once at most.
        case never

        /// Any number of times, a value each.
        case anyTimes

        /// Any number of times, each a list: `--locale ja,ko --locale zh`.
        case list(separator: Character)
    }

    /// The long name without dashes.
    package let name: String

    /// The one-letter name without its dash, if any.
    package let short: Character?

    /// What stands for the value in help, such as `RANGE`; nil for a flag, which takes none.
    package let valueName: String?

    /// One or more sentences.
    package let help: String

    /// The value when neither the command line nor the environment has one.
    package let defaultValue: String?

    /// The variable that is consulted when the command line has no value; set but empty counts as unset.
    package let environmentVariable: String?

    /// Whether a command line without a value from anywhere is refused.
    package let isRequired: Bool

    /// How often it may be given.
    package let repetition: Repetition

    /// What the shell offers for the value.
    package let completion: Completion

    /// An option that takes a value.
    package init(
        _ name: String,
        short: Character? = nil,
        value valueName: String,
        help: String,
        default defaultValue: String? = nil,
        environment environmentVariable: String? = nil,
        isRequired: Bool = false,
        repeats repetition: Repetition = .never,
        completion: Completion = .none
    ) {
        self.init(
            name: name,
            short: short,
            valueName: valueName,
            help: help,
            defaultValue: defaultValue,
            environmentVariable: environmentVariable,
            isRequired: isRequired,
            repetition: repetition,
            completion: completion
        )
    }

    /// An option that is given or not, without a value.
    package static func flag(_ name: String, short: Character? = nil, help: String) -> Option {
        Option(
            name: name,
            short: short,
            valueName: nil,
            help: help,
            defaultValue: nil,
            environmentVariable: nil,
            isRequired: false,
            repetition: .never,
            completion: .none
        )
    }

    private init(
        name: String,
        short: Character?,
        valueName: String?,
        help: String,
        defaultValue: String?,
        environmentVariable: String?,
        isRequired: Bool,
        repetition: Repetition,
        completion: Completion
    ) {
        precondition(!name.isEmpty && !name.hasPrefix("-") && !name.contains("="), "option name '\(name)'")
        precondition(short?.isNumber != true, "-\(short ?? " ") would be read as a negative number")
        self.name = name
        self.short = short
        self.valueName = valueName
        self.help = help
        self.defaultValue = defaultValue
        self.environmentVariable = environmentVariable
        self.isRequired = isRequired
        self.repetition = repetition
        self.completion = completion
    }

    /// `--help`, which every command has.
    static let help = Option.flag("help", short: "h", help: "Show this help.")

    /// `--version`, which a root with a version has.
    static let version = Option.flag("version", help: "Show the version.")
}

extension Option {
    /// `--app-version`.
    var spelling: String { "--\(name)" }

    /// `--app-version RANGE`.
    var synopsis: String { valueName.map { "\(spelling) \($0)" } ?? spelling }

    /// The values in one piece of text from the command line or the environment.
    func split(_ text: String) -> [String] {
        guard case .list(let separator) = repetition else { return [text] }
        return text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
