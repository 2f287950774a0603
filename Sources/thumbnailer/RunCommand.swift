import CommandLineKit
import Glibc
import Rollout
import StrictJSON
import SystemClock
import ThumbnailJob
import Thumbnails

private let source = Option(
    "source",
    value: "DIR",
    help: "The wallpapers: a folder an app, named as in Apps/.",
    default: "Thumbnails/Samples",
    completion: .directory
)
private let destination = Option(
    "output",
    value: "DIR",
    help: "Where the pictures and the manifests go.",
    default: "var/thumbnails",
    environment: "WIDGET_THUMBNAILS",
    completion: .directory
)
private let store = Option(
    "store",
    value: "PATH",
    help: """
        The store in which to record what was published, so that the bundles of the apps name it and widgetd serves it. \
        Otherwise it is recorded nowhere.
        """,
    environment: "WIDGET_STORE",
    completion: .file
)
private let workers = Option(
    "workers",
    value: "COUNT",
    help: "How many to render at once. Otherwise one a processor."
)
private let timeLimit = Option(
    "time-limit",
    value: "SECONDS",
    help: "How long one wallpaper may take before it is set aside.",
    default: "60"
)
private let wholeFrames = Option(
    "whole-frames",
    value: "MB",
    help: """
        How much of a picture may be held at once that can only be decoded whole: lossless WebP, WebP with alpha, HEIC. \
        0 sets them aside.
        """,
    default: "256"
)
private let grace = Option(
    "grace",
    value: "DAYS",
    help: "How long a picture that is no longer published stays for clients that still ask for it.",
    default: "7"
)
private let retryFailed = Option.flag("retry-failed", help: "Try again what was set aside before.")
private let allowRemoval = Option.flag(
    "allow-removal",
    help: "Publish it even if an app loses all its wallpapers."
)
private let dryRun = Option.flag("dry-run", help: "Say what would be made and why, and write nothing.")

let runCommand = Command(
    "run",
    summary: "Make what is missing or out of date, and publish it.",
    discussion: """
        In a folder an app, every JPEG, PNG, WebP and HEIC file is a wallpaper; <wallpaper>.json beside it may give it \
        a title, a category, a focus and the time from and until which it is published. What was made already is kept, \
        so that a night without changes does nothing but look.

        Each file is decoded in a worker process that can do nothing else. One that cannot be decoded is set aside \
        with the reason, and tried again when it changes. An app's manifest is replaced as a whole, once all its \
        pictures are there; with --store, apps then hear of it by their bundles. A run that was ended, by SIGTERM or \
        without warning, is resumed by the next.
        """,
    examples: [
        .init("The samples of the repository", "thumbnailer run"),
        .init(
            "A folder of your own, every night",
            """
            thumbnailer run --source /srv/wallpapers --output /var/lib/widget-rollout/thumbnails \
              --store /var/lib/widget-rollout/store/rollout.sqlite
            """
        ),
        .init("Before it is done", "thumbnailer run --dry-run"),
    ],
    options: [
        source, destination, store, workers, timeLimit, wholeFrames, grace, retryFailed, allowRemoval, dryRun,
    ]
) { call in
    let settings = try call.jobSettings()
    // Before any thread starts, so that all of them leave the signals to one.
    let signals = StopSignals()
    let run = NightlyRun(
        settings,
        try call.checkedRecipes(),
        clock: { .now() },
        isStopped: { signals.isRaised }
    )
    if call.isSet(dryRun) {
        let planned = try run.plan()
        try call.print(planned)
        try call.warnOfUndefined(
            (planned.plan.tasks.map(\.picture) + planned.plan.kept.map(\.picture)).map(\.app.text)
        )
        return .success
    }
    let bar = LateProgress(call.output.standardError)
    let summary = try run.run { total in bar.start(total) }
    bar.finish()
    let recording =
        summary.isStopped ? nil : call.value(of: store).map { call.record(settings.output, in: $0) }
    try call.print(summary, recording, settings)
    // A store says by itself which apps it has.
    if recording == nil {
        try call.warnOfUndefined(summary.apps.map(\.app.text))
        try call.noteUnrecorded(summary)
    }
    if summary.isStopped { return .stopped }
    if recording?.isWhole == false { return .unrecorded }
    return summary.isClean ? .success : .setAside
}

/// The address space in MB that a worker has besides whole frames: libraries and stacks, most of it never touched.
private let addressSpaceFloor = 768

extension Invocation {
    fileprivate func jobSettings() throws -> JobSettings {
        let megabytes = try requiredValue(of: wholeFrames) { try number($0, 0...65_536) }
        var settings = JobSettings(
            source: try requiredValue(of: source),
            output: try requiredValue(of: destination),
            worker: ("/proc/self/exe", ["worker", "--memory", "\(addressSpaceFloor + megabytes)"])
        )
        settings.workerCount =
            try value(of: workers) { try number($0, 1...256) } ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))
        settings.timeLimit = .seconds(try requiredValue(of: timeLimit) { try number($0, 1...3600) })
        settings.frameBytes = megabytes * 1_000_000
        settings.graceSeconds = Int64(try requiredValue(of: grace) { try number($0, 0...3650) }) * 86_400
        settings.retriesFailed = isSet(retryFailed)
        settings.allowsRemoval = isSet(allowRemoval)
        return settings
    }

    /// The recipes, which must have been computed for the devices.
    fileprivate func checkedRecipes() throws -> RecipeBook {
        let book = try recipeFiles.recipes()
        let faults = RecipeCheck.all(book, on: try recipeFiles.devices()).filter(\.isFault)
        guard faults.isEmpty else { throw UnsafeRecipes(faults: faults) }
        return book
    }
}

private struct OutOfRange: Error, CustomStringConvertible { let description: String }

func number(_ text: String, _ range: ClosedRange<Int>) throws -> Int {
    guard let number = Int(text), range.contains(number) else {
        throw OutOfRange(
            description: "expected a whole number from \(range.lowerBound) to \(range.upperBound)"
        )
    }
    return number
}
