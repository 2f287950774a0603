import Glibc

/// What a stream is displayed on, and what that can do.
package struct Terminal: Hashable, Sendable {
    /// Not a terminal but a file or a pipe; text is laid out for 80 columns.
    package static let none = Terminal(isTerminal: false, width: 80)

    /// Whether someone is looking at it.
    package let isTerminal: Bool

    /// In columns; at least 1.
    package let width: Int

    /// Whether the cursor can be moved with escape sequences.
    package let movesCursor: Bool

    /// Whether text may be coloured.
    package let hasColour: Bool

    package init(isTerminal: Bool, width: Int, movesCursor: Bool = false, hasColour: Bool = false) {
        self.isTerminal = isTerminal
        self.width = max(1, width)
        self.movesCursor = movesCursor
        self.hasColour = hasColour
    }

    /// What an open descriptor leads to.
    ///
    /// The width is `COLUMNS`, else what the terminal says, else 80. `TERM=dumb` stands for a terminal without
    /// escape sequences; `NO_COLOR`, set to anything but nothing, switches colour off (no-color.org).
    package init(descriptor: Int32, environment: [String: String]) {
        let isTerminal = isatty(descriptor) == 1
        let movesCursor = isTerminal && environment["TERM"] != "dumb"
        let wanted = environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
        self.init(
            isTerminal: isTerminal,
            width: wanted ?? reportedWidth(of: descriptor) ?? 80,
            movesCursor: movesCursor,
            hasColour: movesCursor && environment["NO_COLOR"]?.isEmpty ?? true
        )
    }

    /// Text in some styles, when there is colour; sanitised in any case.
    package func styled(_ text: String, _ styles: Style...) -> String {
        styled(text, styles)
    }

    /// The same for styles that are a list.
    package func styled(_ text: String, _ styles: [Style]) -> String {
        let text = text.sanitised
        guard hasColour, !styles.isEmpty, !text.isEmpty else { return text }
        return "\u{1B}[\(styles.map { String($0.rawValue) }.joined(separator: ";"))m\(text)\u{1B}[0m"
    }
}

/// How text is set off on a terminal; the values are those of ECMA-48, Select Graphic Rendition.
package enum Style: Int, Hashable, Sendable {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
}

/// Nil when the descriptor is not a terminal or its terminal does not know.
private func reportedWidth(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
}
