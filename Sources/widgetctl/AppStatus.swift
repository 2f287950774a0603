import CommandLineKit
import Definitions
import LiveState
import ReleaseDesk
import Rollout
import StrictJSON

/// One app in detail.
struct AppStatus {
    let state: AppState
    /// nil: it cannot be read.
    let waiting: AppWaiting?
    let now: Instant

    /// A row a widget: what it is and whether something silences it.
    var widgets: Table {
        var table = Table(columns: [
            .init("WIDGET"), .init("KILLED"), .init("TIMELINE", whenNarrow: .isLeftOut),
            .init("WHEN DISABLED"), .init("GATED BY", whenNarrow: .wraps),
            .init("FAMILIES", whenNarrow: .wraps),
        ])
        for widget in state.profile.widgets.map(\.widget) {
            table.add([
                Table.Cell(widget.kind.text), killState(of: widget),
                Table.Cell(widget.timeline.pattern.rawValue),
                Table.Cell(widget.whenDisabled.rawValue),
                Table.Cell(widget.flags.map(\.text).joined(separator: ", ")),
                Table.Cell(widget.families.map(\.rawValue).joined(separator: ", ")),
            ])
        }
        return table
    }

    /// "yes" only when it is silenced whole and for everyone.
    private func killState(of widget: Widget) -> Table.Cell {
        let kills = state.kills.map(\.record).filter { kill in
            switch kill.target {
            case .app: true
            case .widget(let kind), .families(let kind, _): kind == widget.kind
            case .flag(let key): widget.flags.contains(key)
            }
        }
        if kills.isEmpty { return "no" }
        let isWhole = kills.contains { kill in
            if case .families = kill.target { return false }
            return kill.scope == .everyone
        }
        return isWhole ? Table.Cell("yes", .red, .bold) : Table.Cell("partly", .yellow)
    }

    /// A row a flag: what it gives now, as far as that is the same for everyone.
    var flags: Table {
        var table = Table(columns: [
            .init("FLAG"), .init("KIND", whenNarrow: .isLeftOut), .init("TYPE", whenNarrow: .isLeftOut),
            .init("DEFAULT", whenNarrow: .wraps), .init("LIVE"),
            .init("NEXT STAGE"), .init("RULES", whenNarrow: .wraps),
        ])
        for definition in state.definitions {
            let rollout = state.rollouts[definition.key]
            table.add([
                Table.Cell(definition.key.text), Table.Cell(definition.kind.rawValue),
                Table.Cell(definition.type.rawValue), Table.Cell("\(definition.defaultValue)"),
                liveCell(definition), Table.Cell(rollout?.nextWords(at: now) ?? ""),
                Table.Cell(definition.rules.map(\.name).joined(separator: ", ")),
            ])
        }
        return table
    }

    private func liveCell(_ definition: FlagDefinition) -> Table.Cell {
        if state.kills.contains(where: {
            $0.record.target == .flag(definition.key) && $0.record.scope == .everyone
        }) {
            return Table.Cell("killed", .red, .bold)
        }
        if definition.status != .active { return Table.Cell(definition.status.rawValue, .dim) }
        if let value = state.overrides[definition.key] { return Table.Cell("set to \(value)", .yellow) }
        guard let rollout = state.rollouts[definition.key] else { return "" }
        return Table.Cell("\(rollout.percent(at: now)) %, \(rollout.phase(at: now).rawValue)")
    }
}

extension Invocation {
    func print(_ status: AppStatus) throws {
        let profile = status.state.profile
        try heading("\(profile.name) (\(profile.id)), revision \(status.state.revision)")
        try print("bundle ID \(profile.bundleID), iOS \(profile.minimumOS) or later".sanitised)
        try print("locales \(profile.locales.map(\.description).joined(separator: ", "))".sanitised)
        if let wallpapers = status.state.wallpapers { try print("wallpapers \(wallpapers)") }
        try print()
        try write(status.widgets)
        try print()
        try write(status.flags)
        if !status.state.kills.isEmpty {
            try print()
            try heading("Kills")
            try write(Table(kills: status.state.kills.map { (profile.id, $0) }))
        }
        guard let waiting = status.waiting, !waiting.isEmpty else { return }
        try print()
        try heading("Waits")
        try write(waiting.table)
    }
}

extension Table {
    /// A row a kill.
    init(kills: [(AppID, ActiveKill)]) {
        self.init(columns: [
            .init("APP"), .init("WHAT"), .init("FOR", whenNarrow: .wraps), .init("SINCE"),
            .init("REVISION", alignment: .right), .init("BY"), .init("REASON", whenNarrow: .wraps),
        ])
        for (app, kill) in kills {
            add([
                Cell(app.text), Cell("\(kill.record.target)", .red), Cell("\(kill.record.scope)"),
                Cell("\(kill.record.since.wholeSecond)"), Cell("\(kill.revision)"), Cell(kill.record.actor),
                Cell(kill.record.reason),
            ])
        }
    }
}

extension LiveRollout {
    func phaseCell(at now: Instant) -> Table.Cell {
        let phase = phase(at: now)
        return switch phase {
        case .running: Table.Cell(phase.rawValue, .green)
        case .scheduled, .paused: Table.Cell(phase.rawValue, .yellow)
        case .finished, .completed: Table.Cell(phase.rawValue)
        case .halted: Table.Cell(phase.rawValue, .red)
        }
    }

    /// "2 % at 2026-12-01T00:00:00Z", "50 % after a resume"; empty when no stage is to come.
    func nextWords(at now: Instant) -> String {
        if let waiting = waiting.first { return "\(waiting.percent) % after a resume" }
        return phased.nextStage(after: now).map { "\($0.percent) % at \($0.from.wholeSecond)" } ?? ""
    }

    func summary(app: AppID, flag: FlagKey, at now: Instant) -> JSON {
        guard case .object(var object) = json else { return json }
        object["app"] = .string(app.text)
        object["flag"] = .string(flag.text)
        object["percent"] = percent(at: now).json
        object["phase"] = .string(phase(at: now).rawValue)
        object["next"] = phased.nextStage(after: now)?.json ?? .null
        return .object(object)
    }
}

extension AppState {
    /// The share for which a boolean flag is true; nil for another type.
    private func onPercent(_ definition: FlagDefinition, at now: Instant) -> Percent? {
        guard definition.type == .boolean else { return nil }
        return ValueShares(of: definition.key, in: self, at: now)?.share(of: .boolean(true))
    }

    /// Everything of the app, for programs.
    func summary(at now: Instant) -> [String: JSON] {
        let flags = definitions.map { definition -> (String, JSON) in
            var object: [String: JSON] = ["definition": definition.json]
            object["override"] = overrides[definition.key]?.json
            object["rollout"] = rollouts[definition.key].map {
                $0.summary(app: profile.id, flag: definition.key, at: now)
            }
            object["onPercent"] = onPercent(definition, at: now)?.json
            return (definition.key.text, .object(object))
        }
        var object: [String: JSON] = [
            "app": .string(profile.id.text), "revision": .integer(revision), "profile": profile.json,
            "flags": .object(Dictionary(flags) { first, _ in first }), "kills": .array(kills.map(\.summary)),
        ]
        object["wallpapers"] = wallpapers?.json
        return object
    }
}

extension ActiveKill {
    /// Everything of the kill, for programs.
    var summary: JSON {
        guard case .object(var object) = record.json else { return record.json }
        object["revision"] = .integer(revision)
        return .object(object)
    }
}
