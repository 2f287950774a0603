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
private let limit = Option(
    "limit",
    value: "COUNT",
    help: "At most so many commands, 1 or more.",
    default: "20"
)

let historyCommand = Command(
    "history",
    summary: "List who changed what, when and why, the newest first.",
    discussion: """
        What one command did alike in several apps is one row, with the first and the last of its revisions. --json \
        lists every change.
        """,
    examples: [.init("What happened to an app", "widgetctl history --app minimal-wallpapers --limit 50")],
    options: [app, limit]
) { call in
    let name = try call.requiredValue(of: app)
    let count: Int = try call.requiredValue(of: limit) { text in Int(text).flatMap { $0 > 0 ? $0 : nil } }
    let history = try call.readingDesk().history(of: name == "all" ? nil : name, limit: count)
    if call.wantsJSON {
        try call.print(JSON.array(history.changes.map(\.json)))
        return .success
    }
    guard !history.commands.isEmpty else {
        try call.print("no changes yet")
        return .success
    }
    try call.write(Table(history))
    if let revision = history.olderRevision {
        let (wider, overflow) = count.multipliedReportingOverflow(by: 2)
        try call.print(
            "… and older ones, from revision \(revision) down; --limit \(overflow ? .max : wider) shows more"
        )
    }
    return .success
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
