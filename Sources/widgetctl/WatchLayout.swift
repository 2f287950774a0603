import CommandLineKit

/// A part of what `widgetctl watch` shows.
struct WatchSection {
    let title: String
    let styles: [Style]
    /// nil: the title says it all.
    let table: Table?

    func blocks(for terminal: Terminal) -> WatchLayout.Section {
        let blocks = table?.blocks(for: terminal).map { $0.split(separator: "\n").map(String.init) } ?? []
        return WatchLayout.Section(
            title: terminal.styled(title, styles),
            header: blocks.first ?? [],
            rows: Array(blocks.dropFirst())
        )
    }
}

/// Which lines there are when there is not room for all.
struct WatchLayout {
    struct Section {
        let title: String
        let header: [String]
        /// The lines of each.
        let rows: [[String]]

        var lines: [String] { [title] + header + rows.joined() }
    }

    /// What matters most first.
    let sections: [Section]

    /// - Parameter limit: nil: all.
    func lines(atMost limit: Int?) -> [String] {
        let whole = sections.map(\.lines)
        let spaced = whole.flatMap { [""] + $0 }
        guard let limit, spaced.count > limit else { return spaced }
        var lines: [String] = []
        for (place, section) in sections.enumerated() {
            // Of each that follows at least the title is shown, so that nobody misses that there is more.
            let room = limit - lines.count - (sections.count - place - 1)
            lines += section.lines(atMost: max(1, room))
        }
        return Array(lines.prefix(max(0, limit)))
    }
}

extension WatchLayout.Section {
    /// The title, and of as many rows as fit the first line, with the count of the others.
    ///
    /// A line of each says more than all of the first.
    fileprivate func lines(atMost limit: Int) -> [String] {
        if lines.count <= limit { return lines }
        let firstLines = rows.compactMap(\.first)
        let room = limit - 1 - header.count
        if firstLines.count <= room { return [title] + header + firstLines }
        // Neither a header without rows nor a count alone says more than the title.
        guard room >= 2 else { return [title] }
        let rest = "  and \(firstLines.count - room + 1) more"
        return [title] + header + firstLines.prefix(room - 1) + [rest]
    }
}
