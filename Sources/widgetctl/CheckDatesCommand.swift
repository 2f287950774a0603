import CommandLineKit
import DateFindings
import Definitions
import LiveState
import ReleaseDesk
import Rollout
import StrictJSON

private let app = Argument(
    "APP",
    help: "Only this app, with every date that it has; without one, all apps.",
    isOptional: true,
    completion: .definedApps
)
private let widget = Option("widget", value: "WIDGET", help: "Only this widget.", completion: .definedWidgets)
private let junit = Option(
    "junit",
    value: "FILE",
    help: "Write the findings there in JUnit's XML, for continuous integration.",
    completion: .file
)
private let sheet = Option(
    "sheet",
    value: "FILE",
    help: "Write a picture (PNG) of every date in every locale there, failures framed in red.",
    completion: .file
)
private let gate = Option.flag(
    "gate",
    help:
        "Check what the store has, silence each widget in each locale with an error, and lift what an earlier check "
        + "silenced and this one finds in order."
)

let checkDatesCommand = Command(
    "dates",
    summary: "Check that no date is wrong, foreign or cut off in any locale.",
    discussion: """
        Renders each date as the calendars, clocks and digits of its locale's users would, over days and times at which \
        dates go wrong, and measures it on every device. Documentation/date-rules.md explains every rule. What only a \
        device can show is said with what to look at there.

        --gate turns errors into kills, and ends with exit code 0 when that is done; --dry-run says what it would do.
        """,
    examples: [
        .init("All dates of all apps", "widgetctl check dates"),
        .init(
            "One locale, as a picture too",
            "widgetctl check dates minimal-wallpapers --locale ja --sheet ja.png"
        ),
        .init("Silence what must not go out", "widgetctl check dates --gate --reason \"before 2.5\""),
    ],
    arguments: [app],
    options: [widget, .locale, junit, sheet, gate, .reason, .dryRun]
) { call in
    let isGating = call.isSet(gate)
    if !isGating, call.isSet(.dryRun) || call.value(of: .reason) != nil {
        throw UsageError("--reason and --dry-run go with --gate; without it nothing is changed")
    }
    let name = call.optionalArgument(app)
    let apps =
        try isGating
        ? call.changingDesk().states(of: name.map { .named([$0]) } ?? .all).map(\.profile)
        : call.definedApps(name)
    let widgets = try call.value(of: widget).map { Set([try apps.kind(named: $0, in: name)]) }
    let locales = try call.values(of: .locale) { try LocaleTag(parsing: $0) }
    let report = try call.checkDates(
        of: apps,
        widgets: widgets,
        locales: locales.isEmpty ? nil : locales,
        sheet: call.value(of: sheet)
    )
    if let path = call.value(of: junit) { try OutputFile.write(report.junit, to: path) }
    guard isGating else {
        let result = CheckResult(report, all: name != nil)
        if call.wantsJSON { try call.print(result.json) } else { try result.show(call) }
        return try [result].verdict
    }
    if !call.wantsJSON {
        try call.show(report, all: false)
        try call.print()
    }
    let checked = CheckedDates(
        report,
        of: apps.map(\.id),
        widgets: widgets,
        locales: locales.isEmpty ? nil : locales
    )
    return try call.print(call.changingDesk().perform(.gateDates(checked), call.order(reason: .reason)))
}

/// The same of everything, for `widgetctl check` alone.
@Sendable func datesCheck(_ call: Invocation) throws -> CheckResult {
    CheckResult(try call.checkDates(of: call.definedApps(nil)), all: false)
}

extension CheckResult {
    fileprivate init(_ report: DateReport, all: Bool) {
        self.init(
            name: "dates",
            title: "Dates",
            errors: report.errors.count,
            json: report.json,
            show: { call in try call.show(report, all: all) }
        )
    }
}

extension [AppProfile] {
    /// - Throws: `DeskError.unknown` when none of the apps has such a widget.
    fileprivate func kind(named name: String, in app: String?) throws(DeskError) -> WidgetKind {
        let kinds = Set(flatMap(\.widgets).map(\.widget.kind))
        guard let kind = kinds.first(where: { $0.text == name }) else {
            throw .unknown(what: "widget", name: name, place: app, known: kinds.map(\.text).sorted())
        }
        return kind
    }
}
