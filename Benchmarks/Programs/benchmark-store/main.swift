import Definitions
import Glibc
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON

// Makes and changes stores for the benchmarks:
//
//     benchmark-store apply STORE DEFINITIONS       the definitions below a folder
//     benchmark-store synthesise STORE APPS FLAGS   so many apps with so many flags each
//     benchmark-store grow STORE COUNT              adds changes until the log has so many: kills of twenty widgets in
//                                                   each app and their ends, in turns
//     benchmark-store toggle STORE APP COUNT        kills a widget and restores it, a change a line of input;
//                                                   prints each one's revision and the moment of its commit

private let arguments = Array(CommandLine.arguments.dropFirst())

private func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
}

/// Nanoseconds on the clock that all processes of a machine share and nobody sets.
private func monotonicNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

private func desk(_ path: String) throws -> ReleaseDesk {
    ReleaseDesk(store: try SQLiteStore(path: path, access: .create), actor: "benchmark") { now() }
}

private func grow(_ store: SQLiteStore, to count: Int64) throws {
    let apps = try store.read { try AppState.apps(in: $0) }
    var number = try store.revision()
    while number < count {
        // A thousand to a commit, since what is measured is the log and not its making; the last as a command in all
        // apps would make them.
        let commit = count - number > 1_200 ? 1_000 : Int64(apps.count)
        let author = Author(
            actor: "operator \(number / commit % 7)",
            millisecondsSince1970: now().millisecondsSince1970 - (count - number) * 1_000,
            action: number / commit % 2 == 0 ? "kill" : "restore",
            reason: "benchmark \(number)"
        )
        _ = try store.change(by: author) { editor in
            for _ in 0..<min(commit, count - number) {
                let app = apps[Int(number) % apps.count]
                let widget = try WidgetKind("Widget\(number / Int64(apps.count) % 20)")
                let record = KillRecord(
                    target: .widget(widget),
                    scope: .everyone,
                    reason: author.reason,
                    actor: author.actor,
                    since: now().wholeSecond,
                    origin: .person
                )
                let key = StateKey(.kill, record.name, in: app)
                let isKilled = try editor.document(key) != nil
                try editor.set(key, to: isKilled ? nil : record.json.text)
                number += 1
            }
        }
    }
}

private func toggle(_ desk: ReleaseDesk, app: String, count: Int) throws {
    let order = KillOrder(widget: "WallpaperLockWidget")
    for index in 0..<count {
        guard readLine() != nil else { return }
        let how = ReleaseDesk.Order(reason: "benchmark")
        let apps = AppSelection([app])
        let outcome =
            index.isMultiple(of: 2)
            ? try desk.perform(.kill(order, in: apps), how)
            : try desk.perform(.restore(order, everyScope: false, in: apps), how)
        print(outcome.revision ?? 0, monotonicNanoseconds())
        fflush(nil)
    }
}

switch (arguments.first, arguments.count) {
case ("apply", 3):
    _ = try desk(arguments[1]).perform(.apply(Definitions(DefinitionFile.all(below: arguments[2]))), .init())
case ("synthesise", 4):
    let files = SyntheticDefinitions(apps: Int(arguments[2]) ?? 1, flags: Int(arguments[3]) ?? 1).files
    _ = try desk(arguments[1]).perform(.apply(Definitions(files)), .init())
case ("grow", 3):
    try grow(SQLiteStore(path: arguments[1], access: .write), to: Int64(arguments[2]) ?? 0)
case ("toggle", 4):
    try toggle(desk(arguments[1]), app: arguments[2], count: Int(arguments[3]) ?? 0)
default:
    print(
        "usage: benchmark-store apply STORE DEFINITIONS | synthesise STORE APPS FLAGS | grow STORE COUNT | "
            + "toggle STORE APP COUNT"
    )
    exit(2)
}
