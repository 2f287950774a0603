/// The pictures of several widgets' worst days, below one another, as one SVG document (SVG 1.1).
package struct DayChart {
    private let reports: [BudgetReport]
    private let userDay: UserDay

    /// - Parameter reports: At least one.
    package init(_ reports: [BudgetReport], userDay: UserDay = .usual) {
        self.reports = reports
        self.userDay = userDay
    }

    /// The whole document, with a line end.
    package var svg: String {
        let panel = DayPanel.height
        let height = Self.head + reports.count * panel + Self.foot
        let panels = reports.enumerated().map { index, report in
            DayPanel(report: report, userDay: userDay, top: Self.head + index * panel).svg
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(DayPanel.width)" height="\(height)" \
            viewBox="0 0 \(DayPanel.width) \(height)" font-family="Helvetica, Arial, sans-serif" font-size="12" \
            fill="#1f2933">
            <title>A day of each widget's refreshes</title>
            <rect width="100%" height="100%" fill="#ffffff"/>
            <text x="\(DayPanel.left)" y="30" font-size="18" font-weight="bold">A day of refreshes</text>
            \(Self.legend)
            \(panels.joined(separator: "\n"))
            </svg>

            """
    }

    private static let head = 76
    private static let foot = 12

    private static var legend: String {
        let left = DayPanel.left
        let entries: [(String, String)] = [
            ("<rect x=\"0\" y=\"-9\" width=\"14\" height=\"10\" fill=\"\(Ink.entry)\"/>", "an entry shows"),
            ("<rect x=\"0\" y=\"-9\" width=\"14\" height=\"10\" fill=\"\(Ink.still)\"/>", "stands still"),
            (
                "<line x1=\"7\" y1=\"-10\" x2=\"7\" y2=\"2\" stroke=\"\(Ink.counted)\" stroke-width=\"2\"/>",
                "reload"
            ),
            (
                "<circle cx=\"7\" cy=\"-4\" r=\"3.5\" fill=\"#ffffff\" stroke=\"\(Ink.free)\" stroke-width=\"1.5\"/>",
                "free reload"
            ),
            (
                "<rect x=\"0\" y=\"-9\" width=\"14\" height=\"10\" fill=\"\(Ink.used)\" stroke=\"\(Ink.usedLine)\"/>",
                "counted in the last 24 hours"
            ),
            ("<rect x=\"0\" y=\"-9\" width=\"14\" height=\"10\" fill=\"\(Ink.night)\"/>", "asleep"),
        ]
        var x = left
        return entries.map { mark, text in
            defer { x += 46 + text.count * 6 }
            return
                "<g transform=\"translate(\(x) 56)\">\(mark)<text x=\"20\" fill=\"\(Ink.quiet)\">\(text)</text></g>"
        }.joined(separator: "\n")
    }
}

/// The colours of the chart; told apart without colour too, by form or place.
enum Ink {
    static let entry = "#8fb8de"
    static let entryEdge = "#ffffff"
    static let still = "#d64545"
    static let counted = "#1f4e79"
    static let free = "#2f855a"
    static let used = "#fde8c8"
    static let usedLine = "#c77700"
    static let night = "#eef0f4"
    static let rule = "#cbd2d9"
    static let quiet = "#52606d"
    static let good = "#2f855a"
}
