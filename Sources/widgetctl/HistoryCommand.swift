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
private let limit = Option("limit", value: "COUNT", help: "At most so many, 1 or more.", default: "20")

let historyCommand = Command(
    "history",
    summary: "List who changed what, when and why, the newest first.",
    examples: [.init("What happened to an app", "widgetctl history --app minimal-wallpapers --limit 50")],
    options: [app, limit]
) { call in
    var filter = HistoryFilter()
    let name = try call.requiredValue(of: app)
    filter.app = name == "all" ? nil : name
    let count: Int = try call.requiredValue(of: limit) { text in Int(text).flatMap { $0 > 0 ? $0 : nil } }
    filter.limit = count
    let changes = try call.readingDesk().history(filter)
    if call.wantsJSON {
        try call.print(JSON.array(changes.map(\.json)))
        return .success
    }
    guard !changes.isEmpty else {
        try call.print("no changes yet")
        return .success
    }
    var table = Table(columns: [
        .init("REVISION", alignment: .right), .init("TIME"), .init("ACTOR"), .init("ACTION"), .init("APP"),
        .init("WHAT", whenNarrow: .wraps), .init("REASON", whenNarrow: .wraps),
    ])
    for change in changes {
        table.add([
            "\(change.revision)", "\(change.time.wholeSecond)", change.actor, change.action, change.key.app,
            change.subject,
            change.reason,
        ])
    }
    try call.write(table)
    return .success
}
