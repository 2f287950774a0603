import CommandLineKit
import ReleaseDesk

private let newValue = Argument(
    "VALUE",
    help: "The value as JSON; for a string flag the text itself will do."
)

let flagCommand = Command(
    "flag",
    summary: "Override a flag's value for everyone, or take that back.",
    discussion: """
        What shows a widget to more people is held to its dates, as `check dates` finds them: it is refused with the \
        list of errors unless kills silence them or --accept-findings is given.
        """,
    subcommands: [
        Command(
            "set",
            summary: "Give everyone a value, whatever the rules and the rollout say.",
            examples: [
                .init(
                    "Refresh less often in all apps",
                    "widgetctl flag set refresh_spacing_minutes 60 --app all"
                ),
                .init(
                    "Try it first",
                    "widgetctl flag set tap_target wallpaper --app aurora-wallpapers --dry-run"
                ),
            ],
            arguments: [.flag, newValue],
            options: [.app, .time, .acceptFindings, .reason, .allowRemoval, .dryRun]
        ) { call in
            try call.print(
                call.performWithDatesChecked(
                    .setFlag(
                        call.argument(.flag),
                        to: call.argument(newValue),
                        in: AppSelection(call.values(of: .app))
                    ),
                    call.order(reason: .reason, allowsRemoval: call.isSet(.allowRemoval), at: .time)
                )
            )
        },
        Command(
            "unset",
            summary: "Let the rules and the rollout count again.",
            examples: [.init("Back to normal", "widgetctl flag unset refresh_spacing_minutes --app all")],
            arguments: [.flag],
            options: [.app, .time, .acceptFindings, .reason, .allowRemoval, .dryRun]
        ) { call in
            try call.print(
                call.performWithDatesChecked(
                    .unsetFlag(call.argument(.flag), in: AppSelection(call.values(of: .app))),
                    call.order(reason: .reason, allowsRemoval: call.isSet(.allowRemoval), at: .time)
                )
            )
        },
    ]
)
