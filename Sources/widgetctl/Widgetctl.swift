import AccessTokens
import CommandLineKit
import Definitions
import ReleaseDesk
import SigningKeys

/// The release manager's command.
let widgetctl = Command(
    "widgetctl",
    summary: "Silence, restore and roll out widgets, and see who gets what and why.",
    discussion: """
        Every command works on one store. What it changes the server answers within a second; a cache in between \
        may be behind by twice widgetd's --max-age.

        Exit codes:
            0  done, or nothing to do
            1  failed, refused as things stand, or a check found errors; standard error says why
            2  the command line is wrong, or names an app, widget, flag or key that does not exist
            3  refused because installations would lose what they have, or a kill would be lifted;
               --allow-removal and --lift-kills allow it
          141  the reader of standard output went away
        """,
    examples: [
        .init("See everything at a glance", "widgetctl status"),
        .init(
            "Silence a widget for Japanese users, now",
            "widgetctl kill minimal-wallpapers WallpaperLockWidget --locale ja --reason \"wrong date\""
        ),
        .init("Start Apple's ladder in all apps", "widgetctl rollout start widget_enabled --app all"),
    ],
    variables: [
        "WIDGET_TOKEN":
            "The token for --server, unless --token-file names a file. Not on the command line, where others see it."
    ],
    version: "0.1",
    options: [.store, .server, .tokenFile, .authority, .definitions, .actor, .json],
    subcommands: [
        statusCommand, watchCommand, killCommand, restoreCommand, rolloutCommand, flagCommand, flagsCommand,
        explainCommand,
        historyCommand, showCommand, diffCommand, rollbackCommand, scheduledCommand, unscheduleCommand,
        tickCommand, requestsCommand, approveCommand,
        declineCommand, auditCommand, backupCommand,
        restoreBackupCommand, checkCommand, planCommand, applyCommand,
        publishCommand, keysCommand, tokenCommand,
        .completions(for: ["widgetctl"]),
    ]
)

/// The table from errors to exit codes.
@Sendable func exitCode(of error: any Error) -> ExitCode {
    switch error {
    case let error as DeskError: error.sort.exitCode
    case TokenError.invalid, TokenError.unknownApp, TokenError.unknownToken: .usage
    case let error as KeyRingError: error.isOfUsage ? .usage : .failure
    default: .failure
    }
}

extension DeskError.Sort {
    fileprivate var exitCode: ExitCode {
        switch self {
        case .badInput, .notFound: .usage
        case .refused: .failure
        case .needsLeave: .needsLeave
        }
    }
}

extension KeyRingError {
    /// Whether the command line names a key that does not exist.
    fileprivate var isOfUsage: Bool { if case .unknownKey = problem { true } else { false } }
}

extension ExitCode {
    /// Installations would lose what they have, or a kill would be lifted.
    static let needsLeave = ExitCode(rawValue: 3)
}
