import CommandLineKit
import Foundation
import Glibc
import Testing

@Suite struct TerminalTests {
    /// A terminal of 91 columns, which no window shows.
    private final class PseudoTerminal {
        let primary: Int32
        let secondary: Int32

        /// `TIOCSPTLCK` and `TIOCGPTPEER` of Linux's `ioctls.h`, macros that Swift cannot read.
        private static let (setLock, openPeer): (UInt, UInt) = (0x4004_5431, 0x5441)

        init() throws {
            primary = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            var isLocked: Int32 = 0
            try #require(primary >= 0 && ioctl(primary, Self.setLock, &isLocked) == 0)
            secondary = ioctl(primary, Self.openPeer, O_RDWR | O_NOCTTY)
            var size = winsize(ws_row: 30, ws_col: 91, ws_xpixel: 0, ws_ypixel: 0)
            try #require(secondary >= 0 && ioctl(secondary, UInt(TIOCSWINSZ), &size) == 0)
        }

        deinit {
            close(secondary)
            close(primary)
        }
    }

    @Test(
        "A terminal's width and colour follow the window and the environment",
        arguments: [
            ([:], 91, true, true),
            (["COLUMNS": "40", "TERM": "xterm"], 40, true, true),
            (["COLUMNS": "0"], 91, true, true),
            (["COLUMNS": "wide"], 91, true, true),
            (["NO_COLOR": "1"], 91, true, false),
            (["NO_COLOR": ""], 91, true, true),
            (["TERM": "dumb"], 91, false, false),
        ] as [([String: String], Int, Bool, Bool)]
    )
    func environment(environment: [String: String], width: Int, movesCursor: Bool, hasColour: Bool) throws {
        let pair = try PseudoTerminal()
        let terminal = Terminal(descriptor: pair.secondary, environment: environment)
        #expect(
            terminal
                == Terminal(isTerminal: true, width: width, movesCursor: movesCursor, hasColour: hasColour)
        )
    }

    @Test("A file is no terminal and has no colour")
    func file() throws {
        let descriptor = open("/dev/null", O_WRONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(Terminal(descriptor: descriptor, environment: ["TERM": "xterm"]) == .none)
        #expect(Terminal(descriptor: -1, environment: [:]) == .none)
    }

    @Test("Styled text is always sanitised, and styled only in colour")
    func styled() {
        let colour = Terminal(isTerminal: true, width: 80, hasColour: true)
        #expect(colour.styled("no\n", .bold, .yellow) == "\u{1B}[1;33mno\\n\u{1B}[0m")
        #expect(colour.styled("plain") == "plain")
        #expect(colour.styled("", .green) == "")
        #expect(Terminal.none.styled("\u{1B}c", .red) == "\\u{1B}c")
    }

    @Test("More text than a pipe holds arrives whole, also through a non-blocking pipe")
    func longText() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        try #require(fcntl(writing, F_SETFL, O_NONBLOCK) == 0)
        let text = String(repeating: "0123456789", count: 50_000)
        Thread.detachNewThread {
            // An error shows as text that is missing.
            try? Output.Stream(descriptor: writing, name: "pipe", environment: [:]).print(text)
            close(writing)
        }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = read(reading, &buffer, buffer.count), count > 0 {
            received += buffer[..<count]
        }
        // Compared beforehand: to spell out how half a million bytes differ would take for ever.
        let isWhole = received == Array(text.utf8) + [10]
        #expect(isWhole, "\(received.count) bytes")
        close(reading)
    }
}
