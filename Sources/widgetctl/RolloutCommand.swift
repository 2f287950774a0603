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
    help: "Start at this time, such as 2026-12-01T09:00:00+09:00. Otherwise now."
)
private let value = Option(
    "value",
    value: "JSON",
    help: "What enrolled installations get. Otherwise what the definition says."
)

let rolloutCommand = Command(
    "rollout",
    summary: "Give a flag's value to a share of installations that grows by stages.",
    subcommands: [
        Command(
            "start",
            summary: "Start a rollout.",
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
            options: [.app, schedule, start, value, .reason, .allowRemoval, .dryRun]
        ) { call in
            let ladder = try call.value(of: schedule) { try Schedule(parsing: $0) }
            let moment = try call.value(of: start) { try Instant(parsing: $0) }
            return try call.print(
                call.changingDesk().startRollout(
                    of: call.argument(.flag),
                    in: AppSelection(call.values(of: .app)),
                    schedule: ladder,
                    at: moment,
                    value: call.value(of: value),
                    call.rolloutOrder
                )
            )
        },
        step("pause", "Hold a rollout at the share that it has reached.") {
            try $0.pauseRollout(of: $1, in: $2, $3)
        },
        step("resume", "Go on with a paused rollout.") { try $0.resumeRollout(of: $1, in: $2, $3) },
        Command(
            "set",
            summary: "Move a rollout to a share and hold it there; resume goes on with the stages above it.",
            examples: [
                .init("Jump to a quarter", "widgetctl rollout set widget_enabled 25 --app aurora-wallpapers")
            ],
            arguments: [.flag, percent],
            options: [.app, .reason, .allowRemoval, .dryRun]
        ) { call in
            let share = try call.argument(percent) { try Percent(parsing: $0) }
            return try call.print(
                call.changingDesk().setRollout(
                    of: call.argument(.flag),
                    to: share,
                    in: AppSelection(call.values(of: .app)),
                    call.rolloutOrder
                )
            )
        },
        step("complete", "Give a rollout's value to everyone now.") {
            try $0.completeRollout(of: $1, in: $2, $3)
        },
        step("halt", "Take a rollout's value back from everyone now.") {
            try $0.haltRollout(of: $1, in: $2, $3)
        },
        rolloutStatusCommand,
    ]
)

/// One of the steps that need nothing but a flag and apps.
private func step(
    _ name: String,
    _ summary: String,
    _ operation: @escaping @Sendable (ReleaseDesk, String, AppSelection, ReleaseDesk.Order) throws -> Outcome
) -> Command {
    Command(
        name,
        summary: summary,
        examples: [.init("In all apps", "widgetctl rollout \(name) widget_enabled --app all")],
        arguments: [.flag],
        options: [.app, .reason, .allowRemoval, .dryRun]
    ) { call in
        try call.print(
            operation(
                call.changingDesk(),
                call.argument(.flag),
                AppSelection(call.values(of: .app)),
                call.rolloutOrder
            )
        )
    }
}

extension Invocation {
    fileprivate var rolloutOrder: ReleaseDesk.Order {
        order(reason: .reason, allowsRemoval: isSet(.allowRemoval))
    }
}
