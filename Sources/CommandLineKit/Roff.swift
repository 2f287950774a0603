/// Source of a page for man(1), as groff and mandoc read it.
struct Roff {
    /// What there is so far; each piece ends its line.
    private(set) var source = ""
    private var isAfterHeading = false

    /// The heading of the page.
    ///
    /// - Parameter date: `YYYY-MM-DD`, or empty.
    mutating func title(_ name: String, _ section: Int, date: String, _ source: String, _ manual: String) {
        // What stands for a dash elsewhere would be no date.
        let dashed = Self.escaped(date).replacing("\\-", with: "-")
        self.source += ".TH \"\(Self.escaped(name))\" \"\(section)\" \"\(dashed)\""
        self.source += " \"\(Self.escaped(source))\" \"\(Self.escaped(manual))\"\n"
    }

    /// A request with its arguments, each in quotes.
    private mutating func macro(_ name: String, _ arguments: [String] = []) {
        source += "." + ([name] + arguments.map { "\"\(Self.escaped($0))\"" }).joined(separator: " ") + "\n"
    }

    mutating func section(_ title: String) {
        macro("SH", [title])
        isAfterHeading = true
    }

    mutating func subsection(_ title: String) {
        macro("SS", [title])
        isAfterHeading = true
    }

    /// A heading begins a paragraph by itself.
    private mutating func beginParagraph() {
        if !isAfterHeading { macro("PP") }
        isAfterHeading = false
    }

    /// A line that is escaped already, and no request.
    mutating func line(_ roff: String) {
        // A full stop or an apostrophe in front would make it one.
        isAfterHeading = false
        source += (roff.hasPrefix(".") || roff.hasPrefix("'") ? "\\&" : "") + roff + "\n"
    }

    /// Text in which words between backquotes are set off.
    mutating func text(_ text: String) { line(Self.marked(text)) }

    /// A paragraph: filled, or where a line begins with a space as it stands.
    mutating func paragraph(_ lines: [String]) {
        if lines.contains(where: { $0.hasPrefix(" ") }) { return literal(lines) }
        beginParagraph()
        text(lines.joined(separator: " "))
    }

    /// Lines as they stand, further in.
    mutating func literal(_ lines: [String]) {
        beginParagraph()
        macro("RS", ["4"])
        macro("nf")
        for text in lines { line(Self.escaped(text)) }
        macro("fi")
        macro("RE")
    }

    /// A label, escaped already, with its explanation.
    mutating func item(_ label: String, _ help: String) {
        macro("TP")
        line(label)
        text(help)
    }

    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    private static func marked(_ text: String) -> String {
        let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
        return pieces.enumerated().map { place, piece in
            // An odd number of backquotes leaves the last one without an end.
            place % 2 == 1 && place < pieces.count - 1 ? bold(String(piece)) : escaped(String(piece))
        }.joined()
    }

    /// Text as it is to be read, whatever roff would make of it.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.sanitised.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            // Otherwise a hyphen, which nobody could type.
            case "-": escaped += "\\-"
            // A quote within a quoted argument; and what groff makes typographic.
            case "\"": escaped += "\\(dq"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case _ where !scalar.isASCII:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                escaped += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
