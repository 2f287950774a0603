import CommandLineKit
import Definitions
import ReleaseDesk
import RefreshBudget
import Rollout
import StrictJSON

private let app = Argument(
    "APP",
    help: "Only this app, with a day of each of its widgets; without one, all apps.",
    isOptional: true,
    completion: .definedApps
)
private let widget = Option(
    "widget",
    value: "WIDGET",
    help: "Only this widget.",
    completion: .definedWidgets
)
private let installations = Option(
    "installations",
    value: "COUNT",
    help: "How many installations of each app poll the server.",
    default: "\(standardInstallations)"
)
private let svg = Option(
    "svg",
    value: "FILE",
    help: "Write a picture of each widget's worst day there.",
    completion: .file
)
private let manifests = Option(
    "manifests",
    value: "DIR",
    help: "The manifests that thumbnailer wrote, for the sizes of the pictures that there are.",
    completion: .directory
)

private let standardInstallations = 1_000_000

let checkBudgetCommand = Command(
    "budget",
    summary: "Check that no widget stands still, turns black or floods the server.",
    discussion: """
        Simulates a week of each widget against 40 to 70 reloads a day, holds its pictures against memory, archive and \
        area limits on every device, and counts what the server must answer. Documentation/refresh-budget.md explains \
        the model, what it assumes, and every rule.

        In a day, each character stands for half an hour: reloads by their number, and content as = fresh, - fresh in \
        part, X standing still.
        """,
    examples: [
        .init("All widgets of all apps", "widgetctl check budget"),
        .init(
            "A day of one widget, as a picture too",
            "widgetctl check budget minimal-wallpapers --widget WallpaperHomeWidget --svg day.svg"
        ),
        .init(
            "What the server must answer at a hundred million",
            "widgetctl check budget --installations 100000000"
        ),
    ],
    arguments: [app],
    options: [widget, installations, svg, manifests]
) { call in
    let count = try call.requiredValue(of: installations, as: installationCount)
    let name = call.optionalArgument(app)
    let reports = try BudgetReport.all(
        call,
        app: name,
        widget: call.value(of: widget),
        installations: count,
        manifests: call.value(of: manifests)
    )
    if let path = call.value(of: svg) { try OutputFile.write(DayChart(reports).svg, to: path) }
    let result = CheckResult(reports, withDays: name != nil)
    if call.wantsJSON {
        try call.print(result.json)
    } else {
        try result.show(call)
    }
    return try [result].verdict
}

/// The same of everything, for `widgetctl check` alone.
@Sendable func budgetCheck(_ call: Invocation) throws -> CheckResult {
    CheckResult(
        try BudgetReport.all(
            call,
            app: nil,
            widget: nil,
            installations: standardInstallations,
            manifests: nil
        ),
        withDays: false
    )
}

extension CheckResult {
    fileprivate init(_ reports: [BudgetReport], withDays: Bool) {
        self.init(
            name: "budget",
            title: "Refresh budget",
            errors: reports.flatMap(\.findings).count { $0.severity == .error },
            json: .array(reports.map(\.json)),
            show: { call in try call.show(reports, withDays: withDays) }
        )
    }
}

extension BudgetReport {
    /// The reports that a command line asks for, at least one.
    fileprivate static func all(
        _ call: Invocation,
        app: String?,
        widget: String?,
        installations: Int,
        manifests: String?
    ) throws -> [BudgetReport] {
        let apps = try call.definedApps(app)
        let gallery = try call.gallery(for: apps, manifests: manifests)
        let reports = try apps.flatMap { app in
            try app.widgets.filter { widget == nil || $0.widget.kind.text == widget }.map { profile in
                try BudgetReport(profile, in: app.id, gallery, installations: installations)
            }
        }
        guard !reports.isEmpty else {
            let known = Set(apps.flatMap(\.widgets).map(\.widget.kind.text)).sorted()
            throw DeskError.unknown(what: "widget", name: widget ?? "", place: app, known: known)
        }
        return reports
    }
}

/// Reads how many installations there are.
@Sendable private func installationCount(_ text: String) throws -> Int {
    let range = 1...100_000_000_000
    guard let count = Int(text), range.contains(count) else {
        throw NoCount(
            description: "expected a whole number from \(range.lowerBound) to \(range.upperBound)"
        )
    }
    return count
}

private struct NoCount: Error, CustomStringConvertible { let description: String }
