/// A parameter that is told by its place on the command line: `APP` in `widgetctl kill APP`.
package struct Argument: Sendable {
    /// What stands for it in help and errors, in capitals.
    package let name: String

    /// One or more sentences.
    package let help: String

    /// Whether it may be left out; only optional arguments may follow an optional one.
    package let isOptional: Bool

    /// Whether it takes every word that is left, as only the last argument may.
    package let repeats: Bool

    /// What the shell offers.
    package let completion: Completion

    package init(
        _ name: String,
        help: String,
        isOptional: Bool = false,
        repeats: Bool = false,
        completion: Completion = .none
    ) {
        self.name = name
        self.help = help
        self.isOptional = isOptional
        self.repeats = repeats
        self.completion = completion
    }

    /// `[WIDGET...]`.
    var synopsis: String {
        let name = repeats ? "\(name)..." : name
        return isOptional ? "[\(name)]" : name
    }
}
