extension String {
    /// The words of the text in lines of at most `width` columns; a longer word gets a line of its own.
    func wrapped(toWidth width: Int) -> [String] {
        var lines: [String] = []
        var room = 0
        for word in split(whereSeparator: \.isWhitespace).map(String.init) {
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
}
