import CommandLineKit
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import SystemClock

private let file = Argument("FILE", help: "The backup.", completion: .file)
private let force = Option.flag("force", help: "Replace a file that is there.")
private let above = Option(
    "above",
    value: "REVISION",
    help: "The last revision that clients have seen, where the store that is there cannot tell."
)
private let liftKills = Option.flag(
    "lift-kills",
    help: "Go ahead even if kills that are in force are lifted by it."
)

let backupCommand = Command(
    "backup",
    summary: "Write the store into one file, while others go on changing it.",
    discussion: """
        The file has the store as it was at one moment. It appears once it is whole, checked and synced to the disk.
        """,
    examples: [
        .init("Every night", "widgetctl backup /mnt/elsewhere/rollout-$(date +%F).sqlite"),
        .init("Always into the same file", "widgetctl backup rollout-backup.sqlite --force"),
    ],
    arguments: [file],
    options: [force]
) { call in
    let path = try absolutePath(call.argument(file))
    let store = try SQLiteStore(path: call.storePath, access: .read)
    var bar: ProgressBar?
    var copied = 0
    defer { bar?.finish() }
    let head = try store.backUp(to: path, replacing: call.isSet(force)) { done, total in
        if bar == nil { bar = ProgressBar("copying", total: total, on: call.output.standardError) }
        bar?.advance(by: done - copied)
        copied = done
    }
    bar?.finish()
    if call.wantsJSON {
        try call.print(["file": .string(path), "head": head.map { .string("\($0)") } ?? .null])
    } else {
        try call.print("the store up to \(head.map { "\($0)" } ?? "no change yet") is in \(path)".sanitised)
    }
    return .success
}

let restoreBackupCommand = Command(
    "restore-backup",
    summary: "Put a backup in the store's place, with revisions above all that clients have seen.",
    discussion: """
        Checks that the backup is a store, sound, and as it was recorded. The store that is there is kept beside it. \
        Programs may go on: widgetd takes up the new store by itself, and a command that was about to change the old \
        one is refused and can be run again.

        Clients refuse what is older than what they have. So each app gets a change whose revision is above all others; \
        where the store is gone or cannot be read, say with --above which revision was the last. Kills that are in \
        force and not in the backup are named and need --lift-kills. Where the store can still be read, `rollback` is \
        the better way back, since it keeps the log.
        """,
    examples: [
        .init("See what it would change", "widgetctl restore-backup rollout-backup.sqlite --dry-run"),
        .init(
            "After the disk has failed, when clients were at revision 1234",
            "widgetctl restore-backup rollout-backup.sqlite --above 1234 --reason \"new disk\""
        ),
    ],
    arguments: [file],
    options: [above, liftKills, .reason, .dryRun]
) { call in
    var order = call.order(reason: .reason)
    order.liftsKills = call.isSet(liftKills)
    let desk = try BackupDesk(storePath: call.storePath, actor: call.actorName, clock: Instant.now)
    return try call.print(
        desk.restore(
            absolutePath(call.argument(file)),
            above: call.value(of: above, as: revisionNumber),
            order
        )
    )
}
