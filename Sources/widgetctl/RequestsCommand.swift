import CommandLineKit
import ReleaseDesk
import Rollout
import StrictJSON

private let id = Argument(
    "ID",
    help: "The number of the request, as `widgetctl requests` shows it.",
    completion: .requests
)
private let comment = Option("comment", value: "TEXT", help: "What there is to say about it, for the log.")

let requestsCommand = Command(
    "requests",
    summary: "List what waits for approval.",
    discussion: """
        An app's profile says which commands others have to approve. Such a command changes nothing yet: it becomes a \
        request, and the last approval that it takes carries it out. What is then done is what was approved; when what \
        it is about has changed meanwhile, the request is stale, and has to be made again. `kill`, `rollout pause` and \
        `rollout halt` never wait.
        """,
    examples: [.init("What others wait for", "widgetctl requests")],
    options: [.optionalApp]
) { call in
    let reports = try call.readingDesk().requests(in: AppSelection(call.values(of: .optionalApp)))
    if call.wantsJSON {
        try call.print(JSON.array(reports.map(\.json)))
        return .success
    }
    guard !reports.isEmpty else {
        try call.print("nothing waits for approval")
        return .success
    }
    var table = Table(columns: [
        .init("ID", alignment: .right), .init("STATE"), .init("WHAT", whenNarrow: .wraps), .init("BY"),
        .init("UNTIL"), .init("NEEDS", whenNarrow: .wraps), .init("APPROVED BY"),
        .init("REASON", whenNarrow: .wraps),
    ])
    for report in reports {
        let request = report.request
        table.add([
            Table.Cell("\(request.id)"), report.standing.cell, Table.Cell(request.words),
            Table.Cell(request.actor), Table.Cell("\(request.expires)"), Table.Cell(report.standing.needs),
            Table.Cell(request.approvals.map(\.person).joined(separator: ", ")),
            Table.Cell(request.order.reason),
        ])
    }
    try call.write(table)
    for case .stale(let why) in reports.map(\.standing) {
        try call.print()
        for line in why.split(separator: "\n") { try call.print(String(line).sanitised) }
    }
    return .success
}

let approveCommand = Command(
    "approve",
    summary: "Approve what somebody else asks for; the last approval that it takes carries it out.",
    discussion: """
        Nobody approves their own request, nor one twice. On a store that the command opens itself, who somebody is is \
        what --actor says: a courtesy among those who can write to the file. With a token it is proved.
        """,
    examples: [
        .init("See first what it would do", "widgetctl approve 57 --dry-run"),
        .init("Approve it", "widgetctl approve 57 --comment \"looked at the crash rate\""),
    ],
    arguments: [id],
    options: [comment, .dryRun]
) { call in
    try call.print(
        call.changingDesk().perform(
            .approve(call.argument(id, as: revisionNumber)),
            call.order(reason: comment)
        )
    )
}

let declineCommand = Command(
    "decline",
    summary: "Close a request without carrying it out; also one's own.",
    examples: [.init("Not like this", "widgetctl decline 57 --comment \"wait for 2.5\"")],
    arguments: [id],
    options: [comment, .dryRun]
) { call in
    try call.print(
        call.changingDesk().perform(
            .decline(call.argument(id, as: revisionNumber)),
            call.order(reason: comment)
        )
    )
}

extension RequestReport.Standing {
    fileprivate var cell: Table.Cell {
        switch self {
        case .waits: Table.Cell("waits", .yellow)
        case .stale: Table.Cell("stale", .red)
        case .expired: Table.Cell("expired", .dim)
        }
    }

    fileprivate var needs: String { if case .waits(let needs) = self { needs } else { "" } }
}
