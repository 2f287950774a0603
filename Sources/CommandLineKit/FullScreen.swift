import Glibc

/// The whole of this process's terminal, for a program that draws on it until it ends.
///
/// The terminal gets back what it showed, its modes and its cursor with ``close()``, with the last reference, and
/// whenever the program is stopped or ended by a signal that it can see. One at a time, used by one thread; to be made
/// before other threads are started, so that they leave the signals to it.
///
/// It speaks ECMA-48 and xterm's private modes 1049 (alternate screen), 25 (cursor) and 7 (wrapping).
package final class FullScreen {
    /// Columns and rows; at least 1 each.
    package struct Size: Equatable, Sendable {
        package let columns: Int
        package let rows: Int
    }

    private static let manner = HeldTerminal.Manner(
        entering: "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J",
        // What no alternate screen was put in front of is at least left empty.
        leaving: "\u{1B}[2J\u{1B}[H\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l",
        discardsInput: false
    ) { modes in
        // Keys come at once and unseen, and none of them stops the output; those that send signals still do.
        modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
        modes.c_iflag &= ~tcflag_t(IXON)
    }

    private let terminal: HeldTerminal

    /// Shows an empty screen, or waits with that until the program is in the foreground.
    ///
    /// - Throws: ``TerminalError`` when the process has no terminal.
    package init() throws(TerminalError) { terminal = try HeldTerminal(Self.manner) }

    /// The present size; 80 columns and 24 rows where the terminal does not know.
    package var size: Size {
        terminal.size.map { Size(columns: $0.columns, rows: $0.rows) } ?? Size(columns: 80, rows: 24)
    }

    /// Puts lines on the screen, from the top, in the place of all that was there.
    ///
    /// What a slow terminal does not take is lost, and the next drawing makes good.
    ///
    /// - Parameter lines: Sanitised, but for styles; what goes beyond the right or lower edge is not seen.
    package func show(_ lines: [String]) {
        guard terminal.isHeld else { return }
        var text = ""
        let rows = size.rows
        let shown = lines.prefix(rows)
        for (row, line) in shown.enumerated() {
            // Erased first: after a full line the cursor stands on its last character.
            text += "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
        }
        if shown.count < rows { text += "\u{1B}[\(shown.count + 1);1H\u{1B}[J" }
        terminal.write(text)
    }

    /// Waits for the next event.
    ///
    /// - Parameters:
    ///   - time: How long at most.
    ///   - watched: A descriptor that ends the waiting when there is something to read; negative: none.
    package func next(within time: Duration, watching watched: Int32) -> TerminalEvent {
        terminal.next(within: time, watching: watched)
    }

    /// Gives the terminal back; again does nothing.
    package func close() { terminal.close() }

    /// Ends the program by a signal that asked for it.
    package func end(by signal: Int32) -> Never { terminal.end(by: signal) }
}
