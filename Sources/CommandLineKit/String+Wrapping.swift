extension String {
    /// The words of the text in lines of at most `width` columns; a longer word gets a line of its own.
    func wrapped(toWidth width: Int) -> [String] {
        lines(of: split(whereSeparator: \.isWhitespace).map(String.init), width: width)
    }

    /// The same with the spaces in front of the text on each line; a text that fits stays as it is.
    package func filled(toWidth width: Int) -> [String] {
        guard displayWidth > width else { return [self] }
        let margin = String(prefix { $0 == " " })
        let lines = wrapped(toWidth: max(1, width - margin.count))
        return lines.isEmpty ? [self] : lines.map { margin + $0 }
    }

    /// The text in lines of at most `width` columns, broken at spaces, and within a word that is longer.
    ///
    /// A text that fits stays as it is, its spaces included. A character wider than a line gets one of its own.
    package func folded(toWidth width: Int) -> [String] {
        guard displayWidth > width else { return [self] }
        let words = split(whereSeparator: \.isWhitespace).flatMap { String($0).pieces(ofWidth: width) }
        return lines(of: words, width: width)
    }

    private func lines(of words: [String], width: Int) -> [String] {
        var lines: [String] = []
        var room = 0
        for word in words {
            let needed = word.displayWidth
            if lines.isEmpty || room < needed + 1 {
                lines.append(word)
                room = width - needed
            } else {
                lines[lines.count - 1] += " \(word)"
                room -= needed + 1
            }
        }
        return lines
    }

    private func pieces(ofWidth width: Int) -> [String] {
        guard displayWidth > width else { return [self] }
        var pieces = [""]
        var room = width
        for character in self {
            let needed = String(character).displayWidth
            if needed > room && pieces[pieces.count - 1] != "" {
                pieces.append("")
                room = width
            }
            pieces[pieces.count - 1].append(character)
            room -= needed
        }
        return pieces
    }
}
