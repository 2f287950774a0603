/// Rows in aligned columns, as wide as their widest cell, without trailing spaces.
///
/// Everything in a cell is sanitised, so text from the store can be shown as it is. No text is ever cut off.
package struct Table: Sendable {
    /// On which side a column's text is flush.
    package enum Alignment: Hashable, Sendable {
        case left
        case right
    }

    /// What a column does on a terminal that is too narrow for the table.
    package enum Narrowing: Hashable, Sendable {
        /// It stays as wide as its widest cell.
        case stays
        /// Its cells go on in further lines.
        case wraps
        /// It is left out when wrapping is not enough.
        case isLeftOut
    }

    /// The head of a column and how its cells are laid out.
    package struct Column: Hashable, Sendable {
        package let header: String
        package let alignment: Alignment
        package let whenNarrow: Narrowing

        package init(_ header: String, alignment: Alignment = .left, whenNarrow: Narrowing = .stays) {
            self.header = header
            self.alignment = alignment
            self.whenNarrow = whenNarrow
        }
    }

    /// Text in a place of the table, and how it is set off on a terminal with colour.
    package struct Cell: Hashable, Sendable, ExpressibleByStringLiteral {
        package let text: String
        package let styles: [Style]

        package init(_ text: String, _ styles: Style...) {
            self.text = text.sanitised
            self.styles = styles
        }

        package init(stringLiteral text: String) {
            self.init(text)
        }
    }

    /// What it is made of.
    package let columns: [Column]

    private(set) var rows: [[Cell]] = []

    package init(columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row, a cell for each column.
    package mutating func add(_ cells: [Cell]) {
        precondition(cells.count == columns.count, "\(cells.count) cells for \(columns.count) columns")
        rows.append(cells)
    }

    /// Adds a row of plain text.
    package mutating func add(_ texts: [String]) {
        add(texts.map { Cell($0) })
    }

    /// The table with its line ends; a header alone when there are no rows.
    ///
    /// On a terminal that is too narrow, cells wrap within their columns; if that leaves too little room, columns are
    /// left out, the rightmost first, as far as they may be; and if that is not enough either, what does not fit
    /// beside the first columns follows below each row in lines of its own. Elsewhere every row is one line.
    package func text(for terminal: Terminal) -> String { blocks(for: terminal).joined() }

    /// The header and each row of ``text(for:)`` by itself.
    package func blocks(for terminal: Terminal) -> [String] {
        let natural = columns.indices.map(naturalWidth)
        guard terminal.isTerminal else { return grid(columns.indices.map { ($0, natural[$0]) }, terminal) }
        var places = Array(columns.indices)
        while true {
            if let layout = layout(places, natural, within: terminal.width) { return grid(layout, terminal) }
            guard let least = places.lastIndex(where: { columns[$0].whenNarrow == .isLeftOut }) else { break }
            places.remove(at: least)
        }
        return stack(places, natural, terminal)
    }
}

// MARK: - Columns side by side

extension Table {
    /// A column and how wide it is drawn.
    typealias Slot = (place: Int, width: Int)

    /// Widths with which the lines fit; nil when wrapping would leave some column too little to be read.
    private func layout(_ places: [Int], _ natural: [Int], within available: Int) -> [Slot]? {
        let least = places.map { columns[$0].whenNarrow == .wraps ? readableWidth($0) : natural[$0] }
        let widths = Self.shrunk(places.map { natural[$0] }, to: least, within: available)
        return widths.map { Array(zip(places, $0)) }
    }

    /// Widths that were made smaller, the widest first, until they fit side by side; nil: the least do not.
    static func shrunk(_ widths: [Int], to least: [Int], within available: Int) -> [Int]? {
        var widths = widths
        var excess = widths.reduce(0, +) + gap.count * (widths.count - 1) - available
        while excess > 0 {
            let yielding = widths.indices.filter { widths[$0] > least[$0] }
            guard let widest = yielding.max(by: { widths[$0] < widths[$1] }) else { return nil }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    func naturalWidth(_ place: Int) -> Int {
        ([headers] + rows).map { $0[place].text.displayWidth }.max() ?? 0
    }

    /// The width below which wrapped text is hard to read: that of its longest word, within reason.
    private func readableWidth(_ place: Int) -> Int {
        let words = rows.flatMap { $0[place].text.split(separator: " ") }
        let longest = words.map { String($0).displayWidth }.max() ?? 0
        let readable = min(max(longest, 16), 24)
        return max(columns[place].header.displayWidth, min(naturalWidth(place), readable))
    }

    var headers: [Cell] { columns.map { Cell($0.header, .bold) } }

    private func grid(_ slots: [Slot], _ terminal: Terminal) -> [String] {
        ([headers] + rows).map { lines(of: $0, slots, terminal) }
    }

    /// A row with its line ends.
    func lines(of cells: [Cell], _ slots: [Slot], _ terminal: Terminal) -> String {
        let wrapped = slots.map { cells[$0.place].text.folded(toWidth: $0.width) }
        let height = max(1, wrapped.map(\.count).max() ?? 0)
        return (0..<height).map { index in
            let texts = wrapped.map { $0.indices.contains(index) ? $0[index] : "" }
            return line(texts, cells, slots, terminal) + "\n"
        }.joined()
    }

    private func line(_ texts: [String], _ cells: [Cell], _ slots: [Slot], _ terminal: Terminal) -> String {
        runs(texts, cells, slots).map { terminal.styled($0.text, $0.styles) }.joined()
    }

    /// A part of a line that is set off in one way.
    typealias Run = (text: String, styles: [Style])

    /// A line that has the texts in these slots, in the styles of their cells.
    func runs(_ texts: [String], _ cells: [Cell], _ slots: [Slot]) -> [Run] {
        var runs: [Run] = []
        var owed = 0
        for (text, slot) in zip(texts, slots) {
            let slack = slot.width - text.displayWidth
            // Spaces are owed until something follows them, so that none trail.
            if columns[slot.place].alignment == .right { owed += slack }
            if !text.isEmpty {
                runs.append((String(repeating: " ", count: owed), []))
                runs.append((text, cells[slot.place].styles))
                owed = 0
            }
            owed += (columns[slot.place].alignment == .left ? slack : 0) + Self.gap.count
        }
        return runs
    }

    static let gap = "  "
}
