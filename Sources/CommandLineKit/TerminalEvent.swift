/// What has happened at a terminal that a program has taken.
package enum TerminalEvent: Equatable, Sendable {
    /// A byte was typed.
    case key(UInt8)
    /// Nothing more will be typed, for now.
    case endOfInput
    /// The program has the terminal, which it had not: after it was away, or was started in the background. What was
    /// shown is gone.
    case taken
    /// The terminal has another size.
    case resized
    /// There is something to read from the descriptor that is watched.
    case readable
    /// Whoever may has asked the program to end: by this signal, once it has given the terminal back.
    case ended(signal: Int32)
    /// Nothing.
    case timeout
}
