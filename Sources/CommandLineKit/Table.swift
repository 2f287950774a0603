/// Rows in aligned columns, as wide as their widest cell, without trailing spaces.
///
/// Everything in a cell is sanitised, so text from the store can be shown as it is.
package struct Table: Sendable {
    /// On which side a column's text is flush.
    package enum Alignment: Hashable, Sendable {
        case left
        case right
    }

    /// The head of a column and how its cells are laid out.
    package struct Column: Hashable, Sendable {
        package let header: String
        package let alignment: Alignment

        /// Whether cells may be cut off with `…` when the table is wider than the terminal.
        package let isFlexible: Bool

        package init(_ header: String, alignment: Alignment = .left, isFlexible: Bool = false) {
            self.header = header
            self.alignment = alignment
            self.isFlexible = isFlexible
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

    private var rows: [[Cell]] = []

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
    /// On a terminal that is too narrow, the widest flexible column gives way until the lines fit or every
    /// flexible column is down to its header. Elsewhere nothing is ever cut.
    package func text(for terminal: Terminal) -> String {
        let headers = columns.map { column -> Cell in Cell(column.header, .bold) }
        let lines = [headers] + rows
        var widths = columns.indices.map { place in lines.map { $0[place].text.displayWidth }.max() ?? 0 }
        if terminal.isTerminal { shrink(&widths, toFit: terminal.width) }
        return lines.map { line($0, widths: widths, terminal: terminal) + "\n" }.joined()
    }

    private func shrink(_ widths: inout [Int], toFit available: Int) {
        let least = columns.map { max(4, $0.header.sanitised.displayWidth) }
        var excess = widths.reduce(0, +) + Self.gap.count * (columns.count - 1) - available
        while excess > 0 {
            let places = columns.indices.filter { columns[$0].isFlexible && widths[$0] > least[$0] }
            guard let widest = places.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
            excess -= 1
        }
    }

    private func line(_ cells: [Cell], widths: [Int], terminal: Terminal) -> String {
        var line = ""
        var owed = 0
        for (place, cell) in cells.enumerated() {
            let text = cell.text.truncated(toWidth: widths[place])
            let slack = widths[place] - text.displayWidth
            // Spaces are owed until something follows them, so that none trail.
            if columns[place].alignment == .right { owed += slack }
            if !text.isEmpty {
                line += String(repeating: " ", count: owed) + terminal.styled(text, cell.styles)
                owed = 0
            }
            owed += (columns[place].alignment == .left ? slack : 0) + Self.gap.count
        }
        return line
    }

    private static let gap = "  "
}
