import CommandLineKit
import Definitions
import ReleaseDesk
import Rollout

private let percent = Argument("PERCENT", help: "The share to move to, such as 5 or 0.25.")
private let schedule = Option(
    "schedule",
    value: "SCHEDULE",
    help: "A built-in ladder (\(Schedule.builtIn.map(\.name).joined(separator: ", "))) or steps such as "
        + "5@0d,25@2d,100@5d. Otherwise the one of the flag's definition, or Apple's.",
    completion: .values(Schedule.builtIn.map(\.name))
)
private let start = Option(
    "at",
    value: "TIME",
    help: "Put the first stage at this time, such as 2026-12-01T09:00:00+09:00. Otherwise now."
)
private let value = Option(
    "value",
    value: "JSON",
    help: "What enrolled installations get. Otherwise what the definition says."
)

let rolloutCommand = Command(
    "rollout",
    summary: "Give a flag's value to a share of installations that grows by stages.",
    discussion: """
        With several apps, each takes the step if it can, and a warning names those that cannot; the command is \
        refused when none can. An app that is there already is left as it is.

        What shows a widget to more people is held to its dates, as `check dates` finds them: it is refused with the \
        list of errors unless kills silence them or --accept-findings is given. Warnings do not refuse. `pause` and \
        `halt` never wait for that.
        """,
    subcommands: [
        Command(
            "start",
            summary: "Start a rollout.",
            discussion: """
                A rollout that has run its course or was halted can be started again: the same installations come \
                first. One that is under way has to be halted before.

                --at starts the rollout now, with its first stage in the future. The time travels to the clients, which \
                begin on the second even when they are offline by then; `widgetctl rollout status` shows it.
                """,
            examples: [
                .init(
                    "Apple's ladder, 1 % now to 100 % on day 7",
                    "widgetctl rollout start widget_enabled --app all"
                ),
                .init(
                    "A ladder of one's own, tonight",
                    "widgetctl rollout start widget_enabled --app aurora-wallpapers "
                        + "--schedule 5@0d,25@2d,100@5d --at 2026-12-01T22:00:00Z"
                ),
            ],
            arguments: [.flag],
            options: [
                .app, schedule, start, value, .acceptFindings, .reason, .allowRemoval, .dryRun,
            ]
        ) { call in
            let ladder = try call.value(of: schedule) { try Schedule(parsing: $0) }
            let moment = try call.value(of: start) { try Instant(parsing: $0) }
            return try call.print(
                call.performWithDatesChecked(
                    .startRollout(
                        of: call.argument(.flag),
                        in: AppSelection(call.values(of: .app)),
                        schedule: ladder,
                        at: moment,
                        value: call.value(of: value)
                    ),
                    call.order(reason: .reason, allowsRemoval: call.isSet(.allowRemoval))
                )
            )
        },
        step(
            "pause",
            "Hold a rollout at the share that it has reached.",
            "One that is still to start does not start while it is paused."
        ) { .pauseRollout(of: $0, in: $1) },
        step(
            "resume",
            "Go on with a paused rollout.",
            "Every stage to come is later by as long as the pause lasted. A pause before the start moves nothing, "
                + "unless it lasts beyond it.",
            isHeldToDates: true
        ) { .resumeRollout(of: $0, in: $1) },
        Command(
            "set",
            summary: "Move a rollout to a share and hold it there.",
            discussion: """
                Resume goes on with the stages above that share, as far apart as the schedule has them. Where there is \
                no rollout, one is started; 100 completes it. Going below the share that it has needs --allow-removal.
                """,
            examples: [
                .init("Jump to a quarter", "widgetctl rollout set widget_enabled 25 --app aurora-wallpapers")
            ],
            arguments: [.flag, percent],
            options: [.app, .time, .acceptFindings, .reason, .allowRemoval, .dryRun]
        ) { call in
            let share = try call.argument(percent) { try Percent(parsing: $0) }
            return try call.print(
                call.performWithDatesChecked(
                    .setRollout(
                        of: call.argument(.flag),
                        to: share,
                        in: AppSelection(call.values(of: .app))
                    ),
                    call.order(reason: .reason, allowsRemoval: call.isSet(.allowRemoval), at: .time)
                )
            )
        },
        step(
            "complete",
            "Give a rollout's value to everyone now.",
            "One that was halted stays halted: it was halted for a reason, and has to be started again.",
            isHeldToDates: true
        ) { .completeRollout(of: $0, in: $1) },
        step(
            "halt",
            "Take a rollout's value back from everyone now.",
            "This is the emergency brake, and needs no --allow-removal."
        ) { .haltRollout(of: $0, in: $1) },
        rolloutStatusCommand,
    ]
)

/// One of the steps that need nothing but a flag and apps.
///
/// - Parameter isHeldToDates: Whether it may show more.
private func step(
    _ name: String,
    _ summary: String,
    _ discussion: String = "",
    isHeldToDates: Bool = false,
    _ operation: @escaping @Sendable (String, AppSelection) -> Operation
) -> Command {
    Command(
        name,
        summary: summary,
        discussion: discussion,
        examples: [.init("In all apps", "widgetctl rollout \(name) widget_enabled --app all")],
        arguments: [.flag],
        options: [.app, .time] + (isHeldToDates ? [.acceptFindings] : []) + [.reason, .dryRun]
    ) { call in
        let operation = try operation(call.argument(.flag), AppSelection(call.values(of: .app)))
        let order = try call.order(reason: .reason, at: .time)
        return try call.print(
            isHeldToDates
                ? call.performWithDatesChecked(operation, order)
                : call.changingDesk().perform(operation, order)
        )
    }
}
