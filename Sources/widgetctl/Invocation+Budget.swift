import CommandLineKit
import RefreshBudget
import Rollout

extension Invocation {
    /// A row a widget, a day of each if wanted, and what was found.
    func show(_ reports: [BudgetReport], withDays: Bool) throws {
        try write(Table(reports))
        if let count = reports.first?.load.installations {
            try print("polls: of \(NumberText.grouped(Double(count))) installations of each app")
        }
        for report in withDays ? reports : [] {
            try print()
            try showDay(of: report)
        }
        let groups = FindingGroup.all(of: reports)
        if !groups.isEmpty { try print() }
        for group in groups {
            let mark = group.finding.severity == .error ? Style.red : .yellow
            try output.standardOutput.tell(
                group.finding.severity.rawValue,
                mark,
                .bold,
                sentence: "\(group.finding.rule.rawValue): \(group.place): \(group.finding.message)".sanitised
            )
            if let fix = group.finding.fix { try print("  fix: \(fix)".sanitised) }
        }
    }

    private func showDay(of report: BudgetReport) throws {
        let strip = DayStrip(report.week, day: report.week.worstDay)
        try heading("\(report.widget), \(report.week.conditions.budget) reloads a day")
        try show(strip)
        if let week = report.standByWeek {
            let counted = NumberText.decimal(week.countedPerDay)
            try print(
                "  nights in StandBy: \(NumberText.decimal(week.reloadsPerDay)) reloads a day, of which \(counted) count"
            )
        }
        let dimmed = report.dimmed
        let lit = dimmed.staysLit.isEmpty ? "nothing" : dimmed.staysLit.joined(separator: ", ")
        let drops = dimmed.drops.isEmpty ? "nothing" : dimmed.drops.joined(separator: ", ")
        try print("  while luminance is reduced: shows \(lit); drops \(drops)".sanitised)
    }

    /// The day whole, or where the terminal is too narrow a half, a third and so on below one another.
    private func show(_ strip: DayStrip) throws {
        let terminal = output.standardOutput.terminal
        let rows = [
            ("", strip.hours), ("reloads", strip.reloads), ("content", strip.content),
            ("asleep", strip.night),
        ]
        let margin = 9
        // Parts of two hours, so that no hour is cut.
        let room = terminal.isTerminal ? max(12, (terminal.width - margin) / 12 * 12) : 48
        for start in stride(from: 0, to: 48, by: room) {
            for (name, line) in rows {
                try printAsIs(
                    name + String(repeating: " ", count: margin - name.count)
                        + line.dropFirst(start).prefix(room)
                )
            }
        }
    }
}

extension Table {
    fileprivate init(_ reports: [BudgetReport]) {
        self.init(columns: [
            .init("APP"), .init("WIDGET"), .init("RELOADS A DAY", alignment: .right),
            .init("ASLEEP", alignment: .right, whenNarrow: .isLeftOut), .init("STANDS STILL"),
            .init("PICTURES", whenNarrow: .wraps),
            .init("POLLS A SECOND", alignment: .right, whenNarrow: .isLeftOut),
            .init("PEAK", alignment: .right, whenNarrow: .isLeftOut), .init("VERDICT"),
        ])
        for report in reports {
            let asleep = Int((report.week.asleepShare() * 100).rounded())
            add([
                Cell(report.app.text), Cell(report.widget.text),
                Cell(
                    "\(NumberText.decimal(report.week.reloadsPerDay)) of \(report.week.conditions.budget) to "
                        + "\(report.generousWeek.conditions.budget)"
                ),
                Cell("\(asleep) %"), Self.still(report), Self.pictures(report),
                Cell(NumberText.grouped(report.load.meanPerSecond)),
                Cell(NumberText.grouped(report.load.peakPerSecond)),
                Self.verdict(report),
            ])
        }
    }

    private static func still(_ report: BudgetReport) -> Cell {
        let week = report.week.stillsOfWeek.isEmpty ? report.lateWeek ?? report.week : report.week
        guard let still = week.longestStill else { return "never" }
        return Cell("\(UserDay.clock(still.lowerBound)) to \(UserDay.clock(still.upperBound))", .red)
    }

    private static func pictures(_ report: BudgetReport) -> Cell {
        let failing = report.pictures.filter { !$0.violations.isEmpty }
        if report.pictures.isEmpty { return "none declared" }
        let total = report.pictures.count
        return failing.isEmpty
            ? Cell("fit in \(total) places") : Cell("too large in \(failing.count) of \(total) places", .red)
    }

    private static func verdict(_ report: BudgetReport) -> Cell {
        let errors = report.findings.count { $0.severity == .error }
        let warnings = report.findings.count - errors
        if errors > 0 { return Cell(errors == 1 ? "1 error" : "\(errors) errors", .red, .bold) }
        if warnings > 0 { return Cell(warnings == 1 ? "1 warning" : "\(warnings) warnings", .yellow) }
        return Cell("passes", .green)
    }
}

/// A finding with all the widgets that have it in the same words.
private struct FindingGroup {
    let finding: BudgetFinding
    let widget: WidgetKind
    var apps: [AppID]
    /// How many apps were checked.
    let checked: Int

    /// Errors first.
    static func all(of reports: [BudgetReport]) -> [FindingGroup] {
        let checked = Set(reports.map(\.app)).count
        var groups: [FindingGroup] = []
        for report in reports {
            for finding in report.findings {
                if let index = groups.firstIndex(where: {
                    $0.widget == report.widget && $0.finding == finding
                }) {
                    groups[index].apps.append(report.app)
                } else {
                    groups.append(
                        FindingGroup(
                            finding: finding,
                            widget: report.widget,
                            apps: [report.app],
                            checked: checked
                        )
                    )
                }
            }
        }
        return BudgetFinding.Severity.allCases.flatMap { severity in
            groups.filter { $0.finding.severity == severity }
        }
    }

    /// `WallpaperHomeWidget of all 6 apps`.
    var place: String {
        let isAll = apps.count == checked && checked > 1
        return "\(widget) of " + (isAll ? "all \(checked) apps" : apps.map(\.text).joined(separator: ", "))
    }
}
