import CommandLineKit
import ReleaseDesk
import Rollout

/// What waits for approval or for its time.
extension WatchFrame {
    /// nil: there is none.
    var requests: WatchSection? {
        let requests = sight.live.requests
        guard !requests.isEmpty else { return nil }
        var table = Table(columns: [
            .init("REQUEST", alignment: .right), .init("APP", whenNarrow: .wraps),
            .init("WHAT", whenNarrow: .wraps), .init("BY"), .init("NEEDS", whenNarrow: .wraps),
            .init("EXPIRES IN"),
        ])
        for report in requests {
            let request = report.request
            table.add([
                Table.Cell("\(request.id)"), apps(of: request.operation),
                Table.Cell(WatchText.brief(request.operation.deed)), Table.Cell(request.actor),
                needs(of: report),
                Table.Cell(WatchText.span(request.expires.seconds(since: now))),
            ])
        }
        let title = requests.count == 1 ? "1 change waits" : "\(requests.count) changes wait"
        return WatchSection(title: "\(title) for approval", styles: [.yellow, .bold], table: table)
    }

    private func needs(of report: RequestReport) -> Table.Cell {
        switch report.standing {
        case .expired: return Table.Cell("expired", .dim)
        case _ where report.request.expires <= now: return Table.Cell("expired", .dim)
        case .waits(let missing): return Table.Cell(missing)
        case .stale: return Table.Cell("stale", .red)
        }
    }

    /// The next that will be made comes first, the stale ones are last; nil: there is none.
    var scheduled: WatchSection? {
        let reports = sight.live.scheduled
        let ordered = reports.filter { $0.staleness == nil } + reports.filter { $0.staleness != nil }
        guard let next = ordered.first else { return nil }
        var table = Table(columns: [
            .init("SCHEDULED", alignment: .right), .init("IN"), .init("APP", whenNarrow: .wraps),
            .init("WHAT", whenNarrow: .wraps), .init("BY"),
        ])
        for report in ordered {
            let change = report.change
            table.add([
                Table.Cell("\(change.id)"), time(of: report), apps(of: change.operation),
                Table.Cell(WatchText.brief(change.operation.deed)), Table.Cell(change.actor),
            ])
        }
        return WatchSection(
            title: counted(reports.count, "scheduled change"),
            styles: [.bold],
            table: table,
            essence: "the next \(essence(of: next))"
        )
    }

    /// "in 2 h 4 min: aurora-wallpapers: flag unset tap_target".
    private func essence(of report: ScheduledReport) -> String {
        let operation = report.change.operation
        let isToCome = report.staleness == nil && report.change.time.seconds(since: now) > 0
        let when = (isToCome ? "in " : "") + time(of: report).text
        return "\(when): \(apps(of: operation).text): \(operation.deed)"
    }

    private func time(of report: ScheduledReport) -> Table.Cell {
        let seconds = report.change.time.seconds(since: now)
        if report.staleness != nil { return Table.Cell("stale", .red) }
        if seconds > 0 { return Table.Cell(WatchText.span(seconds)) }
        return Table.Cell("due for \(WatchText.span(-seconds))", .yellow)
    }

    private func apps(of operation: Operation) -> Table.Cell {
        switch operation.selection {
        case .all: Table.Cell("all \(sight.live.states.count) apps")
        case .named(let names): Table.Cell(words(for: names))
        }
    }
}
