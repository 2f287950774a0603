import CommandLineKit

/// The wallpaper job.
let thumbnailer = Command(
    "thumbnailer",
    summary: "Make of every wallpaper the pictures that widgets can show.",
    version: "0.1",
    options: [.recipes, .json],
    subcommands: [classesCommand, checkCommand, .completions(for: ["thumbnailer"])]
)
