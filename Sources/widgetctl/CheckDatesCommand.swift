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
private let locale = Option(
    "locale",
    value: "LOCALE",
    help: "Only for this locale, such as ja or zh-Hant.",
    repeats: .list(separator: ","),
    completion: .definedLocales
)
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
        "Check what the store has instead of Apps/, silence each widget in each locale with an error, and lift what an earlier check "
        + "silenced and this one finds in order."
)

let checkDatesCommand = Command(
    "dates",
    summary: "Check that no date is wrong, foreign or cut off in any locale.",
    discussion: """
        Renders each date as the calendars, clocks and digits of its locale's users would, over days and times at which \
        dates go wrong, and measures it on every device. Documentation/date-rules.md explains every rule. What only a \
        device can show is said with what to look at there.

        Without --gate it is about the definitions in Apps/, and needs no store. With it about those that the store has, \
        which are what clients have: errors become kills, and it ends with exit code 0 when that is done; --dry-run says \
        what it would do. With --at, what is found now is silenced then, and what was silenced since is left as it is.
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
    options: [widget, locale, junit, sheet, gate, .time, .reason, .dryRun]
) { call in
    let isGating = call.isSet(gate)
    if !isGating, call.isSet(.dryRun) || call.isSet(.time) || call.isSet(.reason) {
        throw UsageError("--at, --reason and --dry-run go with --gate; without it nothing is changed")
    }
    // Before the check, which takes its time.
    let order = try call.order(reason: .reason, at: .time)
    let name = call.optionalArgument(app)
    let apps =
        try isGating
        ? call.readingDesk().states(of: name.map { .named([$0]) } ?? .all).map(\.profile)
        : call.definedApps(name)
    let widgets = try call.value(of: widget).map { Set([try apps.kind(named: $0, in: name)]) }
    let locales = try call.values(of: locale) { try LocaleTag(parsing: $0) }
    try apps.requireLocales(locales, in: name)
    if let path = call.value(of: sheet), !path.lowercased().hasSuffix(".png") {
        throw UsageError(
            "the sheet is a PNG picture: name a file that ends in .png, and not \(path.sanitised)"
        )
    }
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
        try call.print("the definitions in \(call.place), not those in Apps/:".sanitised)
        try call.show(report, all: false)
        try call.print()
    }
    let checked = CheckedDates(
        report,
        of: apps.map(\.id),
        widgets: widgets,
        locales: locales.isEmpty ? nil : locales
    )
    return try call.print(call.changingDesk().perform(.gateDates(checked), order))
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
    /// - Throws: `DeskError.unknown` for one that none of the apps has, so that a slip is no check that passes.
    fileprivate func requireLocales(_ locales: [LocaleTag], in app: String?) throws(DeskError) {
        let all = flatMap(\.locales)
        guard let unknown = locales.first(where: { wanted in !all.contains { wanted.matches($0) } }) else {
            return
        }
        throw .unknown(what: "locale", name: unknown.description, place: app, known: self.locales)
    }

    /// - Throws: `DeskError.unknown` when none of the apps has such a widget.
    fileprivate func kind(named name: String, in app: String?) throws(DeskError) -> WidgetKind {
        let kinds = Set(flatMap(\.widgets).map(\.widget.kind))
        guard let kind = kinds.first(where: { $0.text == name }) else {
            throw .unknown(what: "widget", name: name, place: app, known: kinds.map(\.text).sorted())
        }
        return kind
    }
}
