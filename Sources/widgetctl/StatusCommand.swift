import CommandLineKit
import Definitions
import LiveState
import ReleaseDesk
import Rollout
import StrictJSON

private let app = Argument(
    "APP",
    help: "The app to show in detail; without one, all at a glance.",
    isOptional: true,
    completion: .apps
)

let statusCommand = Command(
    "status",
    summary: "Show apps, widgets, flags, stages and kills.",
    examples: [
        .init("All apps at a glance", "widgetctl status"),
        .init("One app in detail", "widgetctl status minimal-wallpapers"),
    ],
    arguments: [app],
    options: [.thumbnails]
) { call in
    let name = call.optionalArgument(app)
    let desk = try call.readingDesk()
    let states = try desk.states(of: name.map { .named([$0]) } ?? .all)
    let now = desk.clock()
    if name != nil {
        for state in states { try call.show(state, at: now, on: desk) }
    } else if call.wantsJSON {
        try call.print(JSON.array(states.map { .object($0.summary(at: now)) }))
    } else {
        try call.printGlance(states, at: now)
        try call.printWaiting(on: desk)
        try call.printLastRun(in: call.requiredValue(of: .thumbnails))
    }
    return .success
}

let rolloutStatusCommand = Command(
    "status",
    summary: "Show rollouts and their stages.",
    examples: [.init("All of them", "widgetctl rollout status")],
    options: [.optionalApp]
) { call in
    let desk = try call.readingDesk()
    let states = try desk.states(of: AppSelection(call.values(of: .optionalApp)))
    let now = desk.clock()
    let rows = states.flatMap { state in
        state.rollouts.sorted { $0.key < $1.key }.map { (state.profile.id, $0.key, $0.value) }
    }
    if call.wantsJSON {
        try call.print(
            JSON.array(rows.map { app, flag, rollout in rollout.summary(app: app, flag: flag, at: now) })
        )
        return .success
    }
    guard !rows.isEmpty else {
        try call.print("no rollouts; start one with `widgetctl rollout start FLAG --app APP`")
        return .success
    }
    var table = Table(columns: [
        .init("APP"), .init("FLAG"), .init("STATE"), .init("SHARE", alignment: .right),
        .init("NEXT", whenNarrow: .wraps), .init("STARTED"), .init("SCHEDULE", whenNarrow: .wraps),
    ])
    for (app, flag, rollout) in rows {
        table.add([
            Table.Cell(app.text), Table.Cell(flag.text), rollout.phaseCell(at: now),
            Table.Cell("\(rollout.percent(at: now)) %"), Table.Cell(rollout.nextWords(at: now)),
            Table.Cell("\(rollout.startedAt.wholeSecond)"), Table.Cell(rollout.schedule.text),
        ])
    }
    try call.write(table)
    return .success
}

extension Invocation {
    /// One app in detail, with what waits in it as far as this version can read that.
    fileprivate func show(_ state: AppState, at now: Instant, on desk: ReleaseDesk) throws {
        var waiting: AppWaiting?
        do {
            waiting = try AppWaiting(state.profile.id, on: desk)
        } catch let error as LiveStateError {
            try warn("what waits cannot be read: \(error)")
        }
        guard wantsJSON else { return try print(AppStatus(state: state, waiting: waiting, now: now)) }
        let members = waiting?.members ?? ["requests": .null, "scheduled": .null]
        try print(JSON.array([.object(state.summary(at: now).merging(members) { first, _ in first })]))
    }

    /// How much waits; nothing when nothing does.
    fileprivate func printWaiting(on desk: ReleaseDesk) throws {
        let (requests, changes) = try desk.waitingCounts()
        var words: [String] = []
        if requests > 0 {
            words.append(
                (requests == 1 ? "1 change waits" : "\(requests) changes wait")
                    + " for approval: `widgetctl requests`"
            )
        }
        if changes > 0 {
            words.append(
                (changes == 1 ? "1 change is" : "\(changes) changes are")
                    + " scheduled: `widgetctl scheduled`"
            )
        }
        guard !words.isEmpty else { return }
        try print()
        for line in words { try print(line) }
    }

    /// How the wallpaper job fared; nothing when it has never run.
    fileprivate func printLastRun(in directory: String) throws {
        let run: LastRun?
        do throws(LastRun.Unreadable) {
            run = try LastRun(in: directory)
        } catch {
            return try warn("\(error)")
        }
        guard let run else { return }
        try print()
        try print("wallpapers: last run at \(run)")
    }

    /// A row an app, then the kills.
    fileprivate func printGlance(_ states: [AppState], at now: Instant) throws {
        var table = Table(columns: [
            .init("APP"), .init("REVISION", alignment: .right),
            .init("WIDGETS", alignment: .right, whenNarrow: .isLeftOut),
            .init("FLAGS", alignment: .right, whenNarrow: .isLeftOut),
            .init("OVERRIDES", alignment: .right), .init("KILLS", alignment: .right),
            .init("ROLLOUTS", whenNarrow: .wraps),
        ])
        for state in states {
            let rollouts = state.rollouts.sorted { $0.key < $1.key }.map { key, rollout in
                "\(key) \(rollout.percent(at: now)) % \(rollout.phase(at: now).rawValue)"
            }
            table.add([
                Table.Cell(state.profile.id.text), Table.Cell("\(state.revision)"),
                Table.Cell("\(state.profile.widgets.count)"), Table.Cell("\(state.definitions.count)"),
                Table.Cell("\(state.overrides.count)"),
                state.kills.isEmpty ? "0" : Table.Cell("\(state.kills.count)", .red, .bold),
                Table.Cell(rollouts.joined(separator: ", ")),
            ])
        }
        try write(table)
        let kills = states.flatMap { state in state.kills.map { (state.profile.id, $0) } }
        guard !kills.isEmpty else { return }
        try print()
        try heading("Kills")
        try write(Table(kills: kills))
    }
}
