import CommandLineKit

/// A part of what `widgetctl watch` shows.
struct WatchSection {
    let title: String
    let styles: [Style]
    /// nil: the title says it all.
    let table: Table?
    /// What must be seen even where there is room for the title alone; empty: nothing.
    var essence = ""

    func laidOut(for terminal: Terminal) -> WatchLayout.Section {
        let blocks = table?.blocks(for: terminal).map { $0.split(separator: "\n").map(String.init) } ?? []
        let alone = essence.isEmpty ? title : "\(title), \(essence)".sanitised
        return WatchLayout.Section(
            title: terminal.styled(title, styles),
            alone: terminal.styled(
                terminal.isTerminal ? alone.truncated(toWidth: terminal.width) : alone,
                styles
            ),
            whole: blocks.flatMap(\.self),
            brief: terminal.isTerminal ? table?.briefLines(for: terminal) ?? [] : []
        )
    }
}
