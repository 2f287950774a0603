import CommandLineKit
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON

private let app = Option(
    "app",
    value: "APP|all",
    help: "Only changes of this app, which may be gone by now.",
    default: "all",
    completion: .appsAndAll
)
private let action = Option(
    "action",
    value: "COMMAND",
    help: "Only changes by this command, such as \"flag set\"."
)
private let since = Option(
    "since",
    value: "TIME",
    help: "Only changes from this time on, such as 2026-12-01T00:00:00Z."
)
private let until = Option("until", value: "TIME", help: "Only changes before this time.")
private let limit = Option(
    "limit",
    value: "COUNT",
    help: "At most so many commands, 1 or more. Otherwise 20 in the list, and all with --format."
)
private let format = Option(
    "format",
    value: "FORMAT",
    help: "Export every change, the oldest first: jsonl, a line of JSON each, or csv.",
    completion: .values(HistoryExport.Format.allCases.map(\.rawValue))
)

let historyCommand = Command(
    "history",
    summary: "List who changed what, when and why, the newest first.",
    discussion: """
        What one command did alike in several apps is one row, with the first and the last of its revisions. --json \
        lists every change. --actor NAME lists only changes by that actor.

        Exports are written while they are read, so a log of any length will do. In csv, a text that a spreadsheet \
        would run as a formula has an apostrophe in front; jsonl has it as it is.
        """,
    examples: [
        .init("What happened to an app", "widgetctl history --app minimal-wallpapers --limit 50"),
        .init("Who killed what last night", "widgetctl history --action kill --since 2026-12-03T20:00:00Z"),
        .init("For an auditor", "widgetctl history --format csv > history.csv"),
    ],
    options: [app, action, since, until, limit, format]
) { call in
    let filter = try call.historyFilter()
    let count: Int? = try call.value(of: limit) { text in Int(text).flatMap { $0 > 0 ? $0 : nil } }
    if let format = try call.value(of: format, as: HistoryExport.Format.init(rawValue:)) {
        guard !call.wantsJSON else { throw UsageError("--json and --format exclude each other") }
        var export = HistoryExport(format, to: call.output.standardOutput)
        if let count {
            let changes = try call.readingDesk().history(filter, limit: count).changes
            for change in changes.reversed() { try export.write(change) }
        } else {
            try call.readingDesk().forEachChange(filter) { try export.write($0) }
        }
        try export.finish()
        return .success
    }
    let history = try call.readingDesk().history(filter, limit: count ?? 20)
    if call.wantsJSON {
        try call.print(JSON.array(history.changes.map(\.json)))
        return .success
    }
    guard !history.commands.isEmpty else {
        try call.print(filter == HistoryFilter() ? "no changes yet" : "no such changes")
        return .success
    }
    try call.write(Table(history))
    if let revision = history.olderRevision {
        let (wider, overflow) = (count ?? 20).multipliedReportingOverflow(by: 2)
        try call.print(
            "… and older ones, from revision \(revision) down; --limit \(overflow ? .max : wider) shows more"
        )
    }
    return .success
}

extension Invocation {
    fileprivate func historyFilter() throws -> HistoryFilter {
        let name = try requiredValue(of: app)
        let start = try value(of: since) { try Instant(parsing: $0) }
        let end = try value(of: until) { try Instant(parsing: $0) }
        if let start, let end, start >= end { throw UsageError("--since must be before --until") }
        return HistoryFilter(
            app: name == "all" ? nil : name,
            // From the environment it is who is acting, and here nobody is.
            actor: writtenValue(of: .actor),
            action: value(of: action),
            since: start?.millisecondsSince1970,
            until: end?.millisecondsSince1970
        )
    }
}

/// What one command did alike in some apps.
private struct HistoryRow {
    let subject: String
    /// The newest first; at least one.
    var changes: [Change]

    /// The rows of one command, in the order of their newest changes.
    static func rows(of command: [Change]) -> [HistoryRow] {
        var rows: [HistoryRow] = []
        for change in command {
            let subject = change.subject
            if let place = rows.firstIndex(where: { $0.isAlike(change, subject) }) {
                rows[place].changes.append(change)
            } else {
                rows.append(HistoryRow(subject: subject, changes: [change]))
            }
        }
        return rows
    }

    private func isAlike(_ change: Change, _ subject: String) -> Bool {
        self.subject == subject && !changes.contains { $0.key.app == change.key.app }
    }

    /// "49", "43-48" or, when others lie between, "1…36".
    var revisions: String {
        let (first, last) = (changes[changes.count - 1].revision, changes[0].revision)
        if changes.count == 1 { return "\(first)" }
        return last - first == Int64(changes.count - 1) ? "\(first)-\(last)" : "\(first)…\(last)"
    }

    /// Their names, or "all 6 apps".
    func apps(of all: [String]) -> String {
        let names = changes.map(\.key.app).sorted()
        return names.count > 1 && names == all ? "all \(names.count) apps" : names.joined(separator: ", ")
    }
}

extension Table {
    fileprivate init(_ history: CommandHistory) {
        self.init(columns: [
            .init("REVISION", alignment: .right), .init("TIME"), .init("ACTOR"), .init("ACTION"),
            .init("APP", whenNarrow: .wraps), .init("WHAT", whenNarrow: .wraps),
            .init("REASON", whenNarrow: .wraps),
        ])
        for row in history.commands.flatMap(HistoryRow.rows) {
            let change = row.changes[0]
            add([
                row.revisions, "\(change.time.wholeSecond)", change.actor, change.action,
                row.apps(of: history.apps), row.subject, change.reason,
            ])
        }
    }
}
