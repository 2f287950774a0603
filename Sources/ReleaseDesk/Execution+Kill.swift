import Definitions
import LiveState
import Rollout
import RolloutStore

extension Execution {
    /// Silences something in the selected apps.
    ///
    /// What is silenced already stays as it is, with a note.
    ///
    /// When all apps are meant, those that lack the widget, family or flag are passed over with a warning: a kill
    /// hits what it can.
    ///
    /// - Throws: ``DeskError`` for names that do not exist, in all of the apps or in one that was named, and for a locale
    ///   that no device has; then no app is touched.
    mutating func kill(_ order: KillOrder, in apps: AppSelection) throws {
        if let error = order.scope.locales?.lazy.compactMap(DeskError.mistaken).first { throw error }
        var passedOver: [DeskError] = []
        for app in try apps.resolve(in: editor) {
            let state = try editor.state(of: app)
            let target: Kill.Target
            do throws(DeskError) {
                target = try order.target(in: state, isForAll: apps == .all)
            } catch {
                guard apps == .all else { throw error }
                passedOver.append(error)
                continue
            }
            let record = KillRecord(
                target: target,
                scope: order.scope,
                reason: self.order.reason,
                actor: actor,
                since: now,
                origin: .person
            )
            try kill(record, in: state)
        }
        try report.passOver(passedOver)
    }

    private mutating func kill(_ record: KillRecord, in state: AppState) throws {
        let app = state.profile.id
        let existing = state.kills.first {
            $0.record.isOf(record.target) && $0.record.holds(for: record.scope)
        }
        if let existing {
            report.notes.append(
                "\(app): \(record.target) is killed for \(record.scope) already, at revision "
                    + "\(existing.revision) by \(existing.record.actor): \(existing.record.reason)"
            )
            return
        }
        try editor.set(.kill, record.name, in: app.text, to: record.json)
        report.notes.append(
            "\(app): killed \(record.target) for \(record.scope)\(gives(record.target, state))"
        )
        report.warnings += (record.scope.locales ?? []).filter { locale in
            !state.profile.locales.contains { locale.matches($0) || $0.matches(locale) }
        }.map { "\(app) ships no localisation for \($0); the kill holds for devices set to it" }
    }

    /// What a killed flag gives: "; it gives false".
    private func gives(_ target: Kill.Target, _ state: AppState) -> String {
        guard case .flag(let key) = target, let value = state.definition(key)?.defaultValue else { return "" }
        return "; it gives \(Flag(key: key, defaultValue: value).killedValue)"
    }

    /// Lifts one kill, or all kills of a target whatever their families and scope.
    ///
    /// Where nothing of the sort is silenced, there is nothing to do, and a note says so.
    ///
    /// - Throws: ``DeskError`` when nothing could be lifted although something of it is silenced, with the command
    ///   for each kill that is in force.
    mutating func restore(_ order: KillOrder, everyScope: Bool, in apps: AppSelection) throws {
        var passedOver: [DeskError] = []
        var missed: [String] = []
        var lifted = 0
        for app in try apps.resolve(in: editor) {
            let state = try editor.state(of: app)
            let target: Kill.Target
            do throws(DeskError) {
                target = try order.targetToRestore(in: state, isForAll: apps == .all)
            } catch {
                guard apps == .all else { throw error }
                passedOver.append(error)
                continue
            }
            let (meant, rest) = state.kills(of: target, order.scope, everyScope: everyScope)
            lifted += meant.count
            for kill in meant {
                try editor.set(.kill, kill.record.name, in: app, to: nil)
                report.notes.append("\(app): restored \(kill.record.target) for \(kill.record.scope)")
            }
            let orders = rest.map {
                "still in force: \($0.words); lift it with \($0.restoreCommand(in: app))"
            }
            if !meant.isEmpty {
                report.warnings += orders.map { "\(app): \($0)" }
            } else if rest.isEmpty {
                report.notes.append("\(app): \(target) is not killed")
            } else {
                let scope = everyScope ? "itself" : "for \(order.scope)"
                missed += (["\(target) is not killed \(scope)"] + orders).map { "\(app): \($0)" }
            }
        }
        if lifted == 0 && !missed.isEmpty { throw DeskError.refused(missed.joined(separator: "\n")) }
        report.warnings += missed
        try report.passOver(passedOver)
    }
}

extension Execution.Report {
    /// Warns of the apps that lack what was named.
    ///
    /// - Throws: The first of the errors, without its app, when nothing was done anywhere else.
    fileprivate mutating func passOver(_ errors: [DeskError]) throws(DeskError) {
        if notes.isEmpty, case .unknown(let what, let name, _, let known)? = errors.first {
            throw .unknown(what: what, name: name, place: nil, known: known)
        }
        warnings += errors.map { "passed over: \($0)" }
    }
}

extension AppState {
    /// The kills that are meant, and the others that keep the target or a part of it silent.
    fileprivate func kills(
        of target: Kill.Target,
        _ scope: Kill.Scope,
        everyScope: Bool
    ) -> (meant: [ActiveKill], rest: [ActiveKill]) {
        func isMeant(_ kill: ActiveKill) -> Bool {
            guard everyScope else { return kill.record.isOf(target) && kill.record.holds(for: scope) }
            if case (.families(let mine, _), .widget(let wanted)) = (kill.record.target, target) {
                return mine == wanted
            }
            return kill.record.isOf(target)
        }
        let rest = kills.filter { !isMeant($0) && silences($0.record.target, target) }
        return (kills.filter(isMeant), rest)
    }

    /// Whether a kill of one thing silences another or a part of it.
    private func silences(_ killed: Kill.Target, _ wanted: Kill.Target) -> Bool {
        switch (killed, wanted) {
        case (.app, _), (_, .app): true
        case (.widget(let mine), .widget(let theirs)), (.widget(let mine), .families(let theirs, _)),
            (.families(let mine, _), .widget(let theirs)), (.families(let mine, _), .families(let theirs, _)):
            mine == theirs
        case (.flag(let mine), .flag(let theirs)): mine == theirs
        case (.flag(let gate), .widget(let kind)), (.flag(let gate), .families(let kind, _)):
            profile.widget(kind)?.widget.flags.contains(gate) ?? false
        case (_, .flag): false
        }
    }
}
