import CommandLineKit
import ReleaseDesk
import Rollout
import StrictJSON

/// What waits for approval or for its time in one app.
struct AppWaiting {
    let requests: [RequestReport]
    let scheduled: [ScheduledReport]

    /// - Throws: Also for what a newer version has written.
    init(_ app: AppID, on desk: ReleaseDesk) throws {
        requests = try desk.requests(in: .named([app.text]))
        scheduled = try desk.scheduled(in: .named([app.text]))
    }

    var isEmpty: Bool { requests.isEmpty && scheduled.isEmpty }

    /// A row each.
    var table: Table {
        var table = Table(columns: [
            .init("ID", alignment: .right), .init("WHAT", whenNarrow: .wraps), .init("BY"),
            .init("WAITS FOR", whenNarrow: .wraps),
        ])
        for report in requests {
            let request = report.request
            let need: Table.Cell =
                switch report.standing {
                case .waits(let needs): Table.Cell(needs, .yellow)
                case .stale: Table.Cell("nothing: stale", .red)
                case .expired: Table.Cell("nothing: expired", .dim)
                }
            table.add([
                Table.Cell("\(request.id)"), Table.Cell(request.operation.words), Table.Cell(request.actor),
                need,
            ])
        }
        for report in scheduled {
            let change = report.change
            table.add([
                Table.Cell("\(change.id)"), Table.Cell(change.operation.words), Table.Cell(change.actor),
                report.staleness == nil
                    ? Table.Cell("\(change.time)") : Table.Cell("nothing: stale", .red),
            ])
        }
        return table
    }

    /// As `widgetctl requests --json` and `widgetctl scheduled --json` have them.
    var members: [String: JSON] {
        ["requests": .array(requests.map(\.json)), "scheduled": .array(scheduled.map(\.json))]
    }
}
