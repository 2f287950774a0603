import CommandLineKit
import ReleaseDesk

private let revision = Argument(
    "REVISION",
    help: "The revision to go back to, as `widgetctl history` lists it.",
    completion: .revisions
)
private let liftKills = Option.flag("lift-kills", help: "Go ahead even if kills are lifted by it.")

let rollbackCommand = Command(
    "rollback",
    summary: "Bring overrides, rollouts and kills back to what they were at a revision.",
    discussion: """
        It is a change like any other: nothing is taken out of the log, and a rollback can be rolled back. Definitions \
        stay as they are, since they come from files; where what was live no longer fits them, nothing is changed and \
        the flag is named.

        A rollout that was running then goes on as if nothing had happened since: its stages are moments, and those \
        that have passed count. A kill that would be lifted is named and needs --lift-kills. Where more people would see \
        a widget by it, its dates are checked as before `rollout start`; what only takes back does not wait for that.
        """,
    examples: [
        .init("See what it would change", "widgetctl rollback 120 --dry-run"),
        .init(
            "Undo what was done to one app since",
            "widgetctl rollback 120 --app aurora-wallpapers --reason \"the wrong app\""
        ),
    ],
    arguments: [revision],
    options: [.optionalApp, liftKills, .time, .acceptFindings, .reason, .allowRemoval, .dryRun]
) { call in
    var order = try call.order(reason: .reason, allowsRemoval: call.isSet(.allowRemoval), at: .time)
    order.liftsKills = call.isSet(liftKills)
    return try call.print(
        call.performWithDatesChecked(
            .rollBack(
                to: call.argument(revision, as: revisionNumber),
                in: AppSelection(call.values(of: .optionalApp))
            ),
            order
        )
    )
}
