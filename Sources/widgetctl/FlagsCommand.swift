import CommandLineKit
import Definitions
import ReleaseDesk
import Rollout
import StrictJSON

let flagsCommand = Command(
    "flags",
    summary: "List the flags: age, owner, expiry, share, and whether they should still be there.",
    discussion: """
        ON is the share of installations that a boolean flag is true for, or that get another value than the default; \
        rules with conditions are not counted. A flag is stale when it is past its expiry; when a rollout, an override \
        or a rule has given everyone the same for 30 days, unless it is operational; and when it is boolean and gates \
        no widget and no other flag.
        """,
    examples: [
        .init("Which flags to clear away", "widgetctl flags"),
        .init("Of one app, for a program", "widgetctl flags --app aurora-wallpapers --json"),
    ],
    options: [.optionalApp]
) { call in
    let desk = try call.readingDesk()
    let flags = try desk.flags(in: AppSelection(call.values(of: .optionalApp)))
    if call.wantsJSON {
        try call.print(JSON.array(flags.map(\.json)))
        return .success
    }
    var table = Table(columns: [
        .init("FLAG"), .init("KIND", whenNarrow: .isLeftOut), .init("OWNER"), .init("AGE", alignment: .right),
        .init("EXPIRES"), .init("LAST CHANGE", whenNarrow: .isLeftOut), .init("ON", alignment: .right),
        .init("STALE", whenNarrow: .wraps),
    ])
    let now = desk.clock()
    for flag in flags {
        let age = max(0, now.seconds(since: flag.created)) / 86_400
        table.add([
            Table.Cell(flag.key.text), Table.Cell(flag.kind.rawValue), Table.Cell(flag.owner ?? "nobody"),
            Table.Cell("\(age) \(age == 1 ? "day" : "days")"),
            Table.Cell(flag.expires.map { "\($0)" } ?? "never"),
            Table.Cell("\(flag.lastChange.wholeSecond)"), Table.Cell(flag.share),
            Table.Cell(flag.staleReasons.joined(separator: "; "), .yellow),
        ])
    }
    try call.write(table)
    return .success
}

extension FlagReport {
    /// "20 %", or "0-100 %" where apps differ.
    fileprivate var share: String {
        guard let least = onShares.values.min(), let most = onShares.values.max() else { return "" }
        return least == most ? "\(least) %" : "\(least)-\(most) %"
    }
}
