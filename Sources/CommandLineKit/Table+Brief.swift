/// A line a row, for where there is no room for more.
extension Table {
    /// A column that is cut off keeps this much, so that its beginning can be told from others.
    private static let briefWidth = 12

    /// The header and each row, in a line each, without line ends.
    ///
    /// Cells of columns that may wrap are cut off instead, and so are lines on a terminal that is narrower still; a `…`
    /// stands for what is not shown.
    package func briefLines(for terminal: Terminal) -> [String] {
        let natural = columns.indices.map(naturalWidth)
        let least = columns.indices.map { place in
            guard columns[place].whenNarrow != .stays else { return natural[place] }
            return min(natural[place], max(columns[place].header.displayWidth, Self.briefWidth))
        }
        let widths = Self.shrunk(natural, to: least, within: terminal.width) ?? least
        let slots: [Slot] = Array(zip(columns.indices, widths))
        return ([headers] + rows).map { cells in
            let texts = slots.map { cells[$0.place].text.truncated(toWidth: $0.width) }
            return Self.cut(runs(texts, cells, slots), to: terminal.width).map {
                terminal.styled($0.text, $0.styles)
            }.joined()
        }
    }

    private static func cut(_ runs: [Run], to width: Int) -> [Run] {
        guard runs.map(\.text.displayWidth).reduce(0, +) > width else { return runs }
        var kept: [Run] = []
        var room = width - 1
        for run in runs where room > 0 {
            let text = run.text.prefix(ofWidth: room)
            kept.append((text, run.styles))
            // After a part of it nothing follows, even if a narrower character would.
            room = text == run.text ? room - text.displayWidth : 0
        }
        return kept.last?.text.hasSuffix("…") == true ? kept : kept + [("…", [])]
    }
}
