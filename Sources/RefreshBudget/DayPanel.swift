import Rollout

/// One widget's day in a ``DayChart``: its reloads, what shows, and how much of the budget is used.
struct DayPanel {
    let report: BudgetReport
    let userDay: UserDay
    /// Where it begins in the document.
    let top: Int

    static let width = 960
    static let height = 196
    static let left = 92
    private static let right = 24
    private static let reloadsAt = 44
    private static let contentAt = 66
    private static let contentHeight = 22
    private static let usedAt = 100
    private static let usedHeight = 62

    private var week: SimulatedWeek { report.week }
    private var start: Int { week.worstDay * UserDay.minutes }
    private var day: Range<Int> { start..<start + UserDay.minutes }

    var svg: String {
        let parts = [title, nights, grid, content, stills, used, reloads, labels]
        return "<g transform=\"translate(0 \(top))\">\n" + parts.joined(separator: "\n") + "\n</g>"
    }

    // MARK: Parts

    private var title: String {
        let name = "\(report.app) \(report.widget)"
        let verdict: (text: String, ink: String) =
            if let still = week.longestStill {
                (
                    "stands still from \(UserDay.clock(still.lowerBound)) until \(UserDay.clock(still.upperBound))",
                    Ink.still
                )
            } else {
                ("never stands still", Ink.good)
            }
        let reloads = NumberText.decimal(week.reloadsPerDay)
        return """
            <text x="\(Self.left)" y="16" font-size="14" font-weight="bold">\(name.escapedForXML)</text>
            <text x="\(Self.width - Self.right)" y="16" text-anchor="end" fill="\(verdict.ink)">\
            \(reloads) reloads a day, \(verdict.text)</text>
            """
    }

    private var nights: String {
        let spans = [start..<start + userDay.wakesAt, start + userDay.sleepsAt..<day.upperBound]
        return spans.map { box($0, y: 26, height: Self.usedAt + Self.usedHeight - 26, fill: Ink.night) }
            .joined(separator: "\n")
    }

    private var grid: String {
        stride(from: 0, through: 24, by: 3).map { hour in
            let x = Self.x(hour * 60)
            let foot = Self.usedAt + Self.usedHeight
            return """
                <line x1="\(x)" y1="26" x2="\(x)" y2="\(foot)" stroke="\(Ink.rule)"/>
                <text x="\(x)" y="\(foot + 16)" text-anchor="middle" fill="\(Ink.quiet)">\(hour):00</text>
                """
        }.joined(separator: "\n")
    }

    /// The entries of each timeline, as far as they show.
    private var content: String {
        let reloads = week.reloads.filter { $0.minute < day.upperBound }
        let ends = reloads.dropFirst().map(\.minute) + [day.upperBound]
        return zip(reloads, ends).flatMap { reload, end in
            entries(from: reload.minute, until: end).compactMap { entry in
                let shown = entry.clamped(to: day)
                return shown.isEmpty
                    ? nil
                    : box(
                        shown,
                        y: Self.contentAt,
                        height: Self.contentHeight,
                        fill: Ink.entry,
                        "stroke=\"\(Ink.entryEdge)\" stroke-width=\"0.75\""
                    )
            }
        }.joined(separator: "\n")
    }

    private func entries(from start: Int, until end: Int) -> [Range<Int>] {
        guard let spacing = report.plan.spacingMinutes else { return start < end ? [start..<end] : [] }
        return (0..<report.plan.entries).compactMap { index in
            let from = start + index * spacing
            let until = index == report.plan.entries - 1 ? end : min(end, from + spacing)
            return from < until ? from..<until : nil
        }
    }

    private var stills: String {
        week.stills.compactMap { still in
            let shown = still.minutes.clamped(to: day)
            if shown.isEmpty { return nil }
            let rect = box(shown, y: Self.contentAt, height: Self.contentHeight, fill: Ink.still)
            // A label wants room.
            guard shown.count >= 90 else { return rect }
            let middle = Self.x((shown.lowerBound + shown.upperBound) / 2 - start)
            return rect + """
                <text x="\(middle)" y="\(Self.contentAt + 15)" text-anchor="middle" fill="#ffffff" font-size="11">\
                \(UserDay.length(shown.count))</text>
                """
        }.joined(separator: "\n")
    }

    private var reloads: String {
        week.reloads.filter { day.contains($0.minute) }.map { reload in
            let x = Self.x(reload.minute - start)
            let y = Self.reloadsAt
            return reload.isCounted
                ? "<line x1=\"\(x)\" y1=\"\(y - 8)\" x2=\"\(x)\" y2=\"\(y + 8)\" stroke=\"\(Ink.counted)\" stroke-width=\"2\"/>"
                : "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"3.5\" fill=\"#ffffff\" stroke=\"\(Ink.free)\" stroke-width=\"1.5\"/>"
        }.joined(separator: "\n")
    }

    /// What counts of the 24 hours before each moment, under the line of the budget.
    private var used: String {
        let foot = Self.usedAt + Self.usedHeight
        let most = SystemFigures.budgets.upperBound
        func y(_ count: Int) -> String {
            Self.text(Double(foot) - Double(Self.usedHeight) * Double(count) / Double(most))
        }
        var points = ["\(Self.x(0)),\(foot)"]
        for minute in stride(from: day.lowerBound, through: day.upperBound, by: 10) {
            points.append("\(Self.x(minute - start)),\(y(counted(before: minute)))")
        }
        points.append("\(Self.x(UserDay.minutes)),\(foot)")
        let budget = week.conditions.budget
        return """
            <polygon points="\(points.joined(separator: " "))" fill="\(Ink.used)" stroke="\(Ink.usedLine)" \
            stroke-width="1"/>
            <line x1="\(Self.x(0))" y1="\(y(budget))" x2="\(Self.x(UserDay.minutes))" y2="\(y(budget))" \
            stroke="\(Ink.usedLine)" stroke-dasharray="4 3"/>
            <text x="\(Self.left - 8)" y="\(y(budget))" dy="4" text-anchor="end" fill="\(Ink.usedLine)">\(budget)</text>
            <text x="\(Self.left - 8)" y="\(y(most))" dy="4" text-anchor="end" fill="\(Ink.quiet)">\(most)</text>
            """
    }

    private func counted(before minute: Int) -> Int {
        week.reloads.count {
            $0.isCounted && $0.minute <= minute && $0.minute > minute - SystemFigures.windowMinutes
        }
    }

    private var labels: String {
        let rows = [
            ("reloads", Self.reloadsAt + 4), ("shows", Self.contentAt + 15),
            ("budget", Self.usedAt + Self.usedHeight - 2),
        ]
        return rows.map { text, y in
            "<text x=\"\(Self.left - 8)\" y=\"\(y)\" text-anchor=\"end\" fill=\"\(Ink.quiet)\">\(text)</text>"
        }.joined(separator: "\n")
    }

    // MARK: Drawing

    /// - Parameter minutes: Of the week.
    private func box(_ minutes: Range<Int>, y: Int, height: Int, fill: String, _ more: String = "") -> String
    {
        let x = Self.position(minutes.lowerBound - start)
        let width = Self.position(minutes.upperBound - start) - x
        return "<rect x=\"\(Self.text(x))\" y=\"\(y)\" width=\"\(Self.text(width))\" height=\"\(height)\" "
            + "fill=\"\(fill)\"\(more.isEmpty ? "" : " \(more)")/>"
    }

    private static func position(_ minute: Int) -> Double {
        Double(left) + Double(width - left - right) * Double(minute) / Double(UserDay.minutes)
    }

    private static func x(_ minute: Int) -> String { text(position(minute)) }

    /// With at most one decimal.
    private static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

extension String {
    /// As text of an XML document (XML 1.0 section 2.4).
    var escapedForXML: String {
        reduce(into: "") { text, character in
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            default: text.append(character)
            }
        }
    }
}
