extension String {
    /// The text with everything made visible that could command a terminal rather than be displayed by it.
    ///
    /// Escape sequences, line breaks and other control characters would move the cursor, forge further lines
    /// or set the terminal's title; bidirectional controls would show the text in another order than it has.
    /// Each becomes an escape such as `\n` or `\u{1B}`. Doing so twice changes nothing more.
    package var sanitised: String {
        guard unicodeScalars.contains(where: \.commandsTerminal) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.commandsTerminal:
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    fileprivate var commandsTerminal: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}
