/// The status that a program leaves to its caller.
///
/// Programs add their own as static members; 3 to 63 are free. Shells give 126 and above a meaning of their
/// own.
package struct ExitCode: RawRepresentable, Hashable, Sendable {
    /// The operation did what was asked.
    package static let success = ExitCode(rawValue: 0)

    /// The command line was understood, the operation failed; standard error says why.
    package static let failure = ExitCode(rawValue: 1)

    /// The command line was not understood, and nothing was done.
    package static let usage = ExitCode(rawValue: 2)

    /// The reader of standard output went away, as in `widgetctl history | head -1`.
    ///
    /// 128 + 13: what a shell reports for a program that `SIGPIPE` ended.
    package static let brokenPipe = ExitCode(rawValue: 141)

    /// 0 to 255: the kernel keeps the lowest eight bits only.
    package let rawValue: Int32

    package init(rawValue: Int32) {
        precondition(0...255 ~= rawValue, "an exit code is 0 to 255, not \(rawValue)")
        self.rawValue = rawValue
    }
}
