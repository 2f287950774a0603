package import Definitions
package import LiveState
import Rollout
import RolloutStore

/// Widgets of one app that more installations would see after an operation than before.
package struct Exposure: Equatable, Sendable {
    /// The app as it would be.
    package let state: AppState
    /// At least one, in the order of the profile.
    package let widgets: [WidgetProfile]
}

extension ReleaseDesk {
    /// What an operation would show to installations that do not see it now, at once or by a stage to come.
    ///
    /// Empty for what silences, holds or takes back, and for `restore`, whose words say what is to be seen again. An
    /// operation that waits for its time may show all that its flag gates, since what is live now may be less by then.
    ///
    /// - Throws: ``DeskError`` as performing it would.
    package func exposures(by operation: Operation, _ order: Order) throws -> [Exposure] {
        guard operation.action.mayExpose else { return [] }
        let now = clock().wholeSecond
        let author = Author(
            actor: actor,
            millisecondsSince1970: now.millisecondsSince1970,
            action: operation.action.rawValue,
            reason: order.reason
        )
        return try store.read { reader in
            let before = try operation.selection.resolve(in: reader).map { try reader.state(of: $0) }
            var after = before
            do {
                after = try reader.preview(by: author) { editor in
                    var execution = Execution(editor: editor, person: person, order: order, now: now)
                    try execution.run(operation)
                    return try before.map { try editor.state(of: $0.profile.id.text) }
                }.result
            } catch let error as DeskError where error.sort == .refused && order.time != nil {
                // It may be in order by then.
            }
            if order.time != nil {
                return after.compactMap { state in
                    Exposure(state) { state.isGated($0, by: operation.flag) }
                }
            }
            return zip(before, after).compactMap { before, after in
                Exposure(after) { after.shows($0, toMoreThan: before, from: now) }
            }
        }
    }
}

extension Exposure {
    /// - Returns: nil when there is no such widget.
    fileprivate init?(_ state: AppState, _ isExposed: (WidgetProfile) -> Bool) {
        let widgets = state.profile.widgets.filter(isExposed)
        guard !widgets.isEmpty else { return nil }
        self.init(state: state, widgets: widgets)
    }
}

extension Operation.Action {
    /// Whether anyone may see more by it.
    var mayExpose: Bool {
        switch self {
        case .startRollout, .resumeRollout, .setRollout, .completeRollout, .setFlag, .unsetFlag, .rollBack:
            true
        case .apply, .kill, .restore, .pauseRollout, .haltRollout, .gateDates, .unschedule, .approve,
            .decline:
            false
        }
    }
}

extension Operation {
    /// The flag that it is about; nil: it is about none, or several.
    var flag: String? {
        switch self {
        case .startRollout(let flag, _, _, _, _), .pauseRollout(let flag, _), .resumeRollout(let flag, _),
            .setRollout(let flag, _, _), .completeRollout(let flag, _), .haltRollout(let flag, _),
            .setFlag(let flag, _, _), .unsetFlag(let flag, _):
            flag
        case .apply, .kill, .restore, .rollBack, .gateDates, .unschedule, .approve, .decline: nil
        }
    }
}

// MARK: - What it takes to be seen

/// What a flag must decide to for a widget to be seen.
private struct Gate: Hashable {
    let flag: FlagKey
    let value: FlagValue
}

extension AppState {
    /// Whether a flag is one of those that a widget waits for; any does when it is nil.
    fileprivate func isGated(_ widget: WidgetProfile, by flag: String?) -> Bool {
        flag.map { flag in gates(of: widget).contains { $0.flag.text == flag } } ?? true
    }

    /// Whether a widget with dates waits for a flag, or has any when it is nil.
    func showsDates(by flag: String?) -> Bool {
        profile.widgets.contains { !$0.dates.isEmpty && isGated($0, by: flag) }
    }

    /// Whether installations get to see a widget by this state that do not by another: as far as can be told without
    /// knowing them, and rather one too many.
    fileprivate func shows(_ widget: WidgetProfile, toMoreThan before: AppState, from now: Instant) -> Bool {
        let gates = gates(of: widget)
        let moments = [now] + (stages(of: gates) + before.stages(of: gates)).filter { $0 > now }
        let isWider = gates.contains { gate in
            moments.contains { moment in
                guard let old = ValueShares(of: gate.flag, in: before, at: moment),
                    let new = ValueShares(of: gate.flag, in: self, at: moment)
                else { return false }
                return new.mayGive(gate.value, toMoreThan: old)
            }
        }
        return isWider
            || before.kills.contains { old in
                !kills.contains { $0.record.name == old.record.name } && before.silences(old, widget, gates)
            }
    }

    /// The flags that it waits for, those that these wait for, and so on.
    private func gates(of widget: WidgetProfile) -> Set<Gate> {
        var found: Set<Gate> = []
        var last = widget.widget.flags.map { Gate(flag: $0, value: .boolean(true)) }
        while !last.isEmpty {
            let new = last.filter { found.insert($0).inserted }
            last = new.flatMap { gate in
                (definition(gate.flag)?.prerequisites ?? []).map { Gate(flag: $0.flag, value: $0.value) }
            }
        }
        return found
    }

    private func stages(of gates: Set<Gate>) -> [Instant] {
        gates.flatMap { rollouts[$0.flag]?.stages.map(\.from) ?? [] }
    }

    private func silences(_ kill: ActiveKill, _ widget: WidgetProfile, _ gates: Set<Gate>) -> Bool {
        switch kill.record.target {
        case .app: true
        case .widget(let kind), .families(let kind, _): kind == widget.widget.kind
        case .flag(let key): gates.contains { $0.flag == key }
        }
    }
}
