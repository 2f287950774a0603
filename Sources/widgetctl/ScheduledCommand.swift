import CommandLineKit
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON

private let id = Argument(
    "ID",
    help: "The number of the change, as `widgetctl scheduled` shows it.",
    completion: .scheduled
)

let scheduledCommand = Command(
    "scheduled",
    summary: "List what is to be changed at its time, the earliest first.",
    discussion: """
        Every command that changes something takes --at TIME. What it is to do is kept in the store, and widgetd does it \
        when the time has come, or `widgetctl tick`: once, whichever comes first, and after an interruption as soon as \
        one of them runs again. What cannot be done by then is refused, and the log says why. So is what others approved, \
        once what it is about has changed: it is listed as stale until then.
        """,
    examples: [
        .init("What will happen tonight", "widgetctl scheduled"),
        .init("To one app", "widgetctl scheduled --app aurora-wallpapers"),
    ],
    options: [.optionalApp]
) { call in
    let reports = try call.readingDesk().scheduled(in: AppSelection(call.values(of: .optionalApp)))
    if call.wantsJSON {
        try call.print(JSON.array(reports.map(\.json)))
        return .success
    }
    guard !reports.isEmpty else {
        try call.print("nothing is scheduled")
        return .success
    }
    var table = Table(columns: [
        .init("ID", alignment: .right), .init("STATE"), .init("TIME"), .init("WHAT", whenNarrow: .wraps),
        .init("BY"), .init("APPROVED BY", whenNarrow: .isLeftOut), .init("REASON", whenNarrow: .wraps),
    ])
    for report in reports {
        let change = report.change
        table.add([
            Table.Cell("\(change.id)"),
            report.staleness == nil ? Table.Cell("waits") : Table.Cell("stale", .red),
            Table.Cell("\(change.time)"), Table.Cell(change.operation.words),
            Table.Cell(change.actor),
            Table.Cell(change.approvals.map(\.person).joined(separator: ", ")),
            Table.Cell(change.order.reason),
        ])
    }
    try call.write(table)
    for report in reports {
        guard let staleness = report.staleness else { continue }
        try call.print()
        for line in "\(report.change.id): \(staleness)".split(separator: "\n") {
            try call.print(String(line).sanitised)
        }
    }
    return .success
}

let unscheduleCommand = Command(
    "unschedule",
    summary: "Forget a scheduled change.",
    examples: [.init("Not tonight", "widgetctl unschedule 57 --reason \"the fix is not out yet\"")],
    arguments: [id],
    options: [.reason, .dryRun]
) { call in
    try call.print(
        call.changingDesk().perform(
            .unschedule(call.argument(id, as: revisionNumber)),
            call.order(reason: .reason)
        )
    )
}

let tickCommand = Command(
    "tick",
    summary: "Make the scheduled changes whose time has come.",
    discussion: """
        widgetd does the same by itself; this is for a store without one, or with one that runs with --no-schedule: a \
        minute's cron job, or a systemd timer. Closes requests that nobody approved in time, too. Ends with exit code 1 \
        when something was refused, after all of the rest.
        """,
    examples: [
        .init("Every minute, from cron", "widgetctl tick --store /srv/widgets/rollout.sqlite"),
        .init("What would come of it", "widgetctl tick --dry-run"),
    ],
    options: [.dryRun]
) { call in
    let isDryRun = call.isSet(.dryRun)
    try call.requireThisMachine()
    let desk = try call.desk(isDryRun ? .read : .write)
    var reports: [DueReport] = []
    try desk.makeDue(isDryRun: isDryRun) { reports.append($0) }
    if call.wantsJSON {
        try call.print(JSON.array(reports.map(\.json)))
    } else {
        for report in reports { try call.print(report) }
        if reports.isEmpty {
            try call.print("nothing is due")
        } else if isDryRun {
            try call.print("dry run: nothing was changed")
        }
    }
    guard reports.contains(where: \.isFailure) else { return .success }
    throw DeskError.refused(reports.compactMap(\.failure).joined(separator: "\n"))
}

extension DueReport {
    /// What somebody has to look at; nil: nothing.
    fileprivate var failure: String? {
        switch result {
        case .made, .expired: nil
        case .refused(let why): "scheduled change \(id) was refused: \(words): \(why)"
        case .unreadable(let why): "what waits as \(id) is due and stays: \(why)"
        }
    }
}

extension Invocation {
    fileprivate func print(_ report: DueReport) throws {
        switch report.result {
        case .made(let outcome):
            try print("scheduled change \(report.id): \(report.words)".sanitised)
            for note in outcome.notes { try print("  \(note)".sanitised) }
            for warning in outcome.warnings { try warn(warning) }
            if let revision = outcome.revision, !outcome.isDryRun { try print("  revision \(revision)") }
        case .expired: try print("request \(report.id) was not approved in time: \(report.words)".sanitised)
        case .refused, .unreadable: break
        }
    }
}
