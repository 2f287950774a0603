/// Columns below one another, where the terminal is too narrow to have them side by side.
extension Table {
    /// The first column, and of the others those that fit beside it as they are; the rest below each row, labelled,
    /// what is empty left out.
    func stack(_ places: [Int], _ natural: [Int], _ terminal: Terminal) -> [String] {
        var head: [Slot] = []
        var below: [Int] = []
        var room = terminal.width
        for place in places {
            let needed = natural[place] + (head.isEmpty ? 0 : Self.gap.count)
            if head.isEmpty || needed <= room {
                // The first stands there in any case, in further lines if need be.
                head.append((place, min(natural[place], terminal.width)))
                room -= needed
            } else {
                below.append(place)
            }
        }
        return [lines(of: headers, head, terminal)]
            + rows.map { lines(of: $0, head, terminal) + details(below, of: $0, terminal) }
    }

    /// As many to a line as fit; what fits none goes on in further lines.
    private func details(_ places: [Int], of cells: [Cell], _ terminal: Terminal) -> String {
        var text = ""
        var room = 0
        for place in places where !cells[place].text.isEmpty {
            let header = headers[place].text
            let indent = Self.gap.count + header.displayWidth + 1
            let lines = cells[place].text.folded(toWidth: max(terminal.width - indent, 16))
            let needed = indent + lines[0].displayWidth
            if lines.count > 1 || needed > room {
                if !text.isEmpty { text += "\n" }
                room = terminal.width
            }
            let styled = lines.map { terminal.styled($0, cells[place].styles) }
            text += Self.gap + terminal.styled(header, .bold) + " "
            text += styled.joined(separator: "\n" + String(repeating: " ", count: indent))
            room = lines.count > 1 ? 0 : room - needed
        }
        return text.isEmpty ? "" : text + "\n"
    }
}
