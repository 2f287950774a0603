import CommandLineKit
import ThumbnailJob

/// The wallpaper job.
let thumbnailer = Command(
    "thumbnailer",
    summary:
        "Make of every wallpaper the pictures that widgets can show, on every device and within every limit.",
    discussion: """
        Exit codes:
            0  done, and every wallpaper is published
            1  failed, and nothing was published; standard error says why
            2  the command line is wrong
            3  done and published, but some wallpapers were set aside or an app was held
            4  another run is under way
            5  stopped by a signal before the end; the next run goes on from there
            6  published, but the store could not record it; the next run does
          141  the reader of standard output went away
        """,
    examples: [
        .init("Make and publish what is missing", "thumbnailer run"),
        .init("Prove that no picture turns a widget black", "thumbnailer check"),
    ],
    version: "0.1",
    options: [.recipes, .json],
    subcommands: [
        runCommand, classesCommand, checkCommand, workerCommand, .completions(for: ["thumbnailer"]),
    ]
)

/// The table from errors to exit codes.
@Sendable func exitCode(of error: any Error) -> ExitCode { error is RunLock.Held ? .held : .failure }

extension ExitCode {
    /// Published, but not every wallpaper.
    static let setAside = ExitCode(rawValue: 3)
    /// Another run is under way.
    static let held = ExitCode(rawValue: 4)
    /// Ended by a signal.
    static let stopped = ExitCode(rawValue: 5)
    /// Published, but not recorded in the store.
    static let unrecorded = ExitCode(rawValue: 6)
}
