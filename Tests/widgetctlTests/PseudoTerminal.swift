import Foundation
import StrictJSON
import Testing
import TestSupport

/// A terminal with one program in it, which a shell has started; what is on the screen is what pyte makes of it.
final class PseudoTerminal {
    /// What can be seen from outside.
    struct View {
        /// A text a row, without the spaces at its end.
        let screen: [String]
        /// A character a column, `~` for the second half of a wide one.
        let cells: [String]
        /// All that was ever written to the terminal.
        let raw: String
        let isCursorHidden: Bool
        /// Whether the terminal's modes (termios(3)) are those from before the program.
        let areModesRestored: Bool

        /// The rows that are not empty.
        var text: String { screen.filter { !$0.isEmpty }.joined(separator: "\n") }
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let driver: RunningProgram

    init(
        rows: Int = 24,
        columns: Int = 80,
        _ program: URL,
        _ arguments: [String],
        _ environment: [String: String]
    )
        throws
    {
        let script = Repository.root.appending(path: "Tests/widgetctlTests/Python/terminal.py")
        driver = try RunningProgram(
            URL(filePath: "/usr/bin/python3"),
            [script.path, "\(rows)", "\(columns)", program.path] + arguments,
            environment: environment.merging(["PATH": "/usr/bin:/bin", "TERM": "xterm"]) { first, _ in first }
        )
    }

    /// Waits until a row has that text.
    @discardableResult
    func wait(for text: String) throws -> View { try view(of: ask(["await": .string(text)])) }

    /// Waits until no row has that text any more.
    @discardableResult
    func wait(forEndOf text: String) throws -> View { try view(of: ask(["awaitGone": .string(text)])) }

    func type(_ text: String) throws { _ = try ask(["type": .string(text)]) }

    func send(signal: Int32) throws { _ = try ask(["signal": .integer(Int64(signal))]) }

    func resize(rows: Int, columns: Int) throws {
        _ = try ask(["resize": [.integer(Int64(rows)), .integer(Int64(columns))]])
    }

    /// Waits for what becomes of the program: `exited CODE`, `signalled NUMBER`, `stopped NUMBER`.
    func report() throws -> String { try #require(ask(["report": .null]).member("report")?.string) }

    /// Lets a stopped program go on, in the foreground.
    func letGoOn() throws { _ = try ask(["continue": .null]) }

    /// Lets a stopped program go on in the background: the terminal is the shell's, with its modes, until ``letGoOn()``.
    func letGoOnInBackground() throws { _ = try ask(["continueInBackground": .null]) }

    /// Goes away as a window that is closed does.
    func hangUp() throws { _ = try ask(["hangUp": .null]) }

    /// What there is now.
    func view() throws -> View { try view(of: ask(["await": ""])) }

    private func ask(_ request: JSON) throws -> JSON {
        try driver.send(line: request.text)
        guard let line = try driver.outputLine() else {
            throw Failure(description: try driver.finish().errors)
        }
        let answer = try JSON(parsing: Array(line.utf8))
        if let error = answer.member("error")?.string { throw Failure(description: error) }
        return answer
    }

    private func view(of answer: JSON) throws -> View {
        guard case .array(let rows)? = answer.member("screen"),
            case .array(let cells)? = answer.member("cells"), let raw = answer.member("raw")?.string
        else {
            throw Failure(description: "no view: \(answer)")
        }
        return View(
            screen: rows.compactMap(\.string),
            cells: cells.compactMap(\.string),
            raw: raw,
            isCursorHidden: answer.member("isCursorHidden") == true,
            areModesRestored: answer.member("areModesRestored") == true
        )
    }
}
