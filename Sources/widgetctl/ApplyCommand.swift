import CommandLineKit
import Definitions
import Glibc
import ReleaseDesk
import RolloutStore
import SystemClock

private let showRemoval = Option.flag(
    "allow-removal",
    help: "Do not end with exit code 3 when installations would lose what they have."
)

let planCommand = Command(
    "plan",
    summary: "Say what apply would change, in words and numbers.",
    examples: [.init("Before merging a change of Flags/", "widgetctl plan")],
    options: [showRemoval]
) { call in
    try call.print(call.plan(ReleaseDesk.Order(isDryRun: true, allowsRemoval: call.isSet(showRemoval))))
}

let applyCommand = Command(
    "apply",
    summary: "Bring the definitions in Apps/ and Flags/ into the store, and make it if there is none.",
    discussion:
        "What was set live stays as it is, except in apps and flags that are gone; kills stay even of a widget or flag "
        + "that is gone, until they are restored. When installations would lose an app, a widget, an override, or "
        + "what a rule or a rollout gave them, nothing is applied without --allow-removal.",
    examples: [.init("After pulling", "widgetctl apply --reason \"December flags\"")],
    options: [.reason, .allowRemoval, .dryRun]
) { call in
    let order = call.order(reason: .reason, allowsRemoval: call.isSet(.allowRemoval))
    if order.isDryRun { return try call.print(call.plan(order)) }
    let definitions = try call.readDefinitions()
    return try call.print(call.changingDesk(creating: true).perform(.apply(definitions), order))
}

extension Invocation {
    /// A dry run.
    ///
    /// Where there is no store yet, it is made on a passing one, so that none is left behind.
    fileprivate func plan(_ order: ReleaseDesk.Order) throws -> Outcome {
        let definitions = try readDefinitions()
        let path = try requiredValue(of: .store)
        let isMissing = access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
        guard isMissing else { return try readingDesk().perform(.apply(definitions), order) }
        return try withPassingStore { store in
            try ReleaseDesk(store: store, actor: "plan", clock: { .now() }).perform(
                .apply(definitions),
                order
            )
        }
    }
}

/// Runs on a store that is gone afterwards.
private func withPassingStore<Result>(_ body: (SQLiteStore) throws -> Result) throws -> Result {
    var template = Array("/tmp/widgetctl-plan-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
        throw UsageError("cannot make a folder in /tmp: \(String(cString: strerror(errno)))")
    }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let path = "\(folder)/plan.sqlite"
    defer {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        rmdir(folder)
    }
    return try body(SQLiteStore(path: path, access: .create))
}
