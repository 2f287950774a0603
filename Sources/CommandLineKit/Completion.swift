/// What the shell offers when the value of an option or argument is completed.
package enum Completion: Sendable {
    /// Nothing: any text will do.
    case none

    /// These words. A value that a parse closure refuses is reported with the nearest of them.
    case values([String])

    /// Files and folders.
    case file

    /// Folders.
    case directory

    /// Words found when asked, from what the command line says so far: the invocation lacks whatever has not
    /// been typed yet, and its output must not be written to. When the closure throws, nothing is offered.
    case computed(@Sendable (Invocation) throws -> [String])
}
