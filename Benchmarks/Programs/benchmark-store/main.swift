import Definitions
import Glibc
import ReleaseDesk
import Rollout
import RolloutStore

// Makes and changes stores for the benchmarks:
//
//     benchmark-store apply STORE DEFINITIONS       the definitions below a folder
//     benchmark-store synthesise STORE APPS FLAGS   so many apps with so many flags each
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

private func toggle(_ desk: ReleaseDesk, app: String, count: Int) throws {
    let order = KillOrder(widget: "WallpaperLockWidget")
    for index in 0..<count {
        guard readLine() != nil else { return }
        let how = ReleaseDesk.Order(reason: "benchmark")
        let apps = AppSelection([app])
        let outcome =
            index.isMultiple(of: 2)
            ? try desk.kill(order, in: apps, how)
            : try desk.restore(order, everyScope: false, in: apps, how)
        print(outcome.revision ?? 0, monotonicNanoseconds())
        fflush(nil)
    }
}

switch (arguments.first, arguments.count) {
case ("apply", 3):
    _ = try desk(arguments[1]).apply(Definitions(DefinitionFile.all(below: arguments[2])), .init())
case ("synthesise", 4):
    let files = SyntheticDefinitions(apps: Int(arguments[2]) ?? 1, flags: Int(arguments[3]) ?? 1).files
    _ = try desk(arguments[1]).apply(Definitions(files), .init())
case ("toggle", 4):
    try toggle(desk(arguments[1]), app: arguments[2], count: Int(arguments[3]) ?? 0)
default:
    print(
        "usage: benchmark-store apply STORE DEFINITIONS | synthesise STORE APPS FLAGS | toggle STORE APP COUNT"
    )
    exit(2)
}
