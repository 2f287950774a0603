import CommandLineKit
import Definitions
import Glibc
import Publishing
import ReleaseDesk
import Rollout
import SigningKeys
import StaticExport
import StrictJSON
import SystemClock

private let folder = Argument(
    "DIR",
    help: "The directory: empty, not there yet, or published to before.",
    completion: .directory
)
private let unsigned = Option.flag("unsigned", help: "Do not sign, for clients that are told to believe it.")
private let pruneAfter = Option(
    "prune-after",
    value: "DURATION",
    help: "For how long files that are out of use stay, such as 7d, 12h or 90m; an hour at least.",
    default: "7d"
)

private let verify = Option.flag(
    "verify",
    help: "Read the pictures that are published, and write those anew that are damaged."
)

let publishCommand = Command(
    "publish",
    summary: "Write what the server serves as files, for a web server, bucket or CDN.",
    discussion: """
        Files of an app that has not changed stay as they are. What a pointer leads to is there before the pointer is \
        replaced, so that this may be run, and ended, at any time; one runs at a time. Documentation/operating.md \
        describes the way into a bucket.

        An app's wallpapers and their pictures are copied from --thumbnails, where `thumbnailer run` publishes them. \
        A picture is named after its content, so that one that is there with the right length is left alone; --verify \
        reads it as well, which finds what a disk or somebody else has changed.

        Signs like widgetd, with the keys of --keys; run this as the user to whom they belong.
        """,
    examples: [
        .init("Publish to a folder that nginx serves", "widgetctl publish /srv/widgets"),
        .init("See what has changed since", "widgetctl publish /srv/widgets --dry-run"),
    ],
    arguments: [folder],
    options: [.keys, unsigned, .thumbnails, pruneAfter, verify, .dryRun]
) { call in
    try call.requireThisMachine()
    let export = StaticExport(
        directory: try call.argument(folder),
        signer: Signer(call.isSet(unsigned) ? [] : try call.keyRing().requiredSigningKeys()),
        pruneAfter: try call.requiredValue(of: pruneAfter, as: age),
        thumbnails: try call.requiredValue(of: .thumbnails),
        readsPictures: call.isSet(verify),
        holder: "process \(getpid()) of \(call.actorName), since \(Instant.now().wholeSecond),",
        clock: Instant.now
    )
    let store = try call.readingDesk().store
    let isDryRun = call.isSet(.dryRun)
    let report = try isDryRun ? export.preview(store) : export.publish(store)
    if call.wantsJSON {
        try call.print(report.json(isDryRun: isDryRun))
    } else {
        try call.print(report, isDryRun: isDryRun)
    }
    let unreadable = report.apps.filter { $0.state == .unreadable || $0.wallpaperFault != nil }
    guard unreadable.isEmpty else { throw UnreadableApps(apps: unreadable) }
    return .success
}

/// Whoever has just read a pointer must still find its files.
private let shortestAge: Int64 = 3600

private struct TooShort: Error, CustomStringConvertible {
    let description = "whoever has read an older pointer still looks for them: an hour at least"
}

@Sendable private func age(_ text: String) throws -> Int64? {
    guard let seconds = TimeSpan.seconds(text) else { return nil }
    guard seconds >= shortestAge else { throw TooShort() }
    return seconds
}

/// What is published of them may lack kills, or the last night's wallpapers.
private struct UnreadableApps: Error, CustomStringConvertible {
    let apps: [ExportReport.App]

    var description: String {
        apps.map { app in
            if let fault = app.wallpaperFault {
                let rest = app.hasWallpapers ? "those before stay published" : "none are published"
                return "\(app.name): its wallpapers cannot be published, \(rest): \(fault)"
            }
            let rest =
                app.revision.map { "its revision \($0) stays published" } ?? "nothing of it is published"
            return "\(app.name) cannot be read, \(rest): \(app.fault ?? "")"
        }.joined(separator: "\n")
    }
}

extension Invocation {
    fileprivate func print(_ report: ExportReport, isDryRun: Bool) throws {
        for app in report.apps {
            switch app.state {
            case .published: try print("\(app.name): revision \(app.revision ?? 0)")
            case .withdrawn: try print("\(app.name): taken out")
            case .unchanged, .unreadable: break
            }
        }
        let directory = try argument(folder)
        let count = report.apps.count { $0.revision != nil }
        let files = "\(report.madeFiles) files made, \(report.keptFiles) kept, \(report.deletedFiles) deleted"
        try print(
            "\(directory): \(count) \(count == 1 ? "app" : "apps") at revision \(report.revision); \(files)"
                .sanitised
        )
        if isDryRun { try print("dry run: nothing was changed") }
    }
}

extension ExportReport {
    fileprivate func json(isDryRun: Bool) -> JSON {
        let apps = apps.map { app -> JSON in
            [
                "app": .string(app.name), "revision": app.revision.map(JSON.integer) ?? .null,
                "state": .string(app.state.rawValue),
            ]
        }
        return [
            "revision": .integer(revision), "apps": .array(apps), "dryRun": .bool(isDryRun),
            "files": [
                "made": .integer(Int64(madeFiles)), "madeBytes": .integer(Int64(madeBytes)),
                "kept": .integer(Int64(keptFiles)), "deleted": .integer(Int64(deletedFiles)),
            ],
        ]
    }
}
