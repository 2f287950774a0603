package import DateFindings
import Definitions
import LiveState
import Rollout
import RolloutStore

extension Execution {
    /// Silences each widget in each locale in which the check found an error, and lifts what an earlier check
    /// silenced and this one found in order.
    ///
    /// Kills that people or the guard made stay as they are, and so do those of what was not looked at. What is lifted
    /// counts as restored, since whoever sends a verdict could have it say anything: where that takes approval it stays,
    /// with the command that asks for it. A verdict of long ago lifts only what is as it was then.
    ///
    /// - Throws: ``DeskError`` for an app, a widget or a locale that is not there, or not any more.
    mutating func gateDates(_ checked: CheckedDates) throws {
        for app in checked.apps.sorted() {
            let state = try editor.state(of: app.text)
            for fault in checked.faults where fault.app == app { try state.require(fault) }
            let wanted = checked.wantedKills(of: app, actor: actor, since: now)
            for record in wanted { try gate(record, in: state) }
            for kill in state.kills where checked.lookedAt(kill.record) {
                guard !wanted.contains(where: { $0.name == kill.record.name }) else { continue }
                try lift(kill, in: state)
            }
        }
    }

    private mutating func lift(_ kill: ActiveKill, in state: AppState) throws {
        let app = state.profile.id.text
        let subject = "\(app): \(kill.record.target) for \(kill.record.scope)"
        if let found, let why = try editor.change(in: app, of: kill, since: found) {
            report.warnings.append("\(subject) stays killed: \(why); check again")
        } else if let need = state.profile.approvals.needs[.restore] {
            report.warnings.append(
                "\(subject) stays killed: its dates pass, and restore needs \(need.words); ask for it with "
                    + kill.restoreCommand(in: app)
            )
        } else {
            try editor.set(.kill, kill.record.name, in: app, to: nil)
            report.notes.append(
                "\(app): restored \(kill.record.target) for \(kill.record.scope): its dates pass"
            )
        }
    }

    private mutating func gate(_ record: KillRecord, in state: AppState) throws {
        let app = state.profile.id
        let subject = "\(app): \(record.target) for \(record.scope)"
        if let existing = state.kills.first(where: { $0.record.name == record.name }) {
            guard existing.record.origin == .dateCheck else {
                report.notes.append("\(subject) is killed already, at revision \(existing.revision)")
                return
            }
            let isConfirmed = existing.record.reason == record.reason
            if isConfirmed, try !editor.hasScheduledLift(of: existing) { return }
        }
        try editor.set(.kill, record.name, in: app.text, to: record.json)
        report.notes.append("\(app): killed \(record.target) for \(record.scope): \(record.reason)")
    }
}

// MARK: - Verdicts that are made later

extension StateReader {
    /// What a verdict on dates rests on, as it is now: the profiles, the flags that gate their widgets, and the kills
    /// that it may lift.
    func ground(of checked: CheckedDates) throws -> [TouchedDocument] {
        try checked.apps.sorted().flatMap { app in
            let state = try state(of: app.text)
            let flags = Set(state.profile.widgets.flatMap(\.widget.flags)).sorted { $0.text < $1.text }
            let kills = state.kills.map(\.record).filter(checked.lookedAt)
            let keys =
                [StateKey(.app, "profile", in: app.text)]
                + flags.map { StateKey(.flag, $0.text, in: app.text) }
                + kills.map { StateKey(.kill, $0.name, in: app.text) }
            return try keys.map { TouchedDocument(key: $0, revision: try document($0)?.revision) }
        }
    }

    /// Why a kill is not what a verdict of then is about; nil: it is.
    fileprivate func change(in app: String, of kill: ActiveKill, since found: [TouchedDocument]) throws
        -> String?
    {
        let key = StateKey(.kill, kill.record.name, in: app)
        guard found.contains(.init(key: key, revision: kill.revision)) else {
            return "it was killed or confirmed after the check"
        }
        let definitions = found.filter { $0.key.app == app && $0.key.kind != key.kind }
        let moved = try definitions.filter { try document($0.key)?.revision != $0.revision }
        guard !moved.isEmpty else { return nil }
        let names = moved.map { "\($0.key.kind) \($0.key.name)" }.joined(separator: ", ")
        return "defined anew after the check: \(names)"
    }

    /// Whether a verdict waits for its time that looked at a kill as it is, and found it in order.
    ///
    /// What this version cannot read it does not make either.
    fileprivate func hasScheduledLift(of kill: ActiveKill) throws -> Bool {
        try documents(app: StateKey.noApp, kind: StateKind.schedule.rawValue).contains { document in
            guard let change = try? ScheduledChange(document) else { return false }
            return change.ground.contains { $0.key.name == kill.record.name && $0.revision == kill.revision }
        }
    }
}

extension AppState {
    /// - Throws: ``DeskError`` when users would not see what the fault is about.
    fileprivate func require(_ fault: CheckedDates.Fault) throws(DeskError) {
        _ = try requiredWidget(fault.widget.text)
        guard profile.locales.contains(fault.locale) else {
            throw .unknown(
                what: "locale",
                name: "\(fault.locale)",
                place: profile.id.text,
                known: profile.locales.map { "\($0)" }
            )
        }
    }

    /// The errors of dates that users would see: those of widgets that no kill silences there.
    package func unsilenced(_ findings: [DateFinding]) -> [DateFinding] {
        findings.filter { finding in !kills.contains { $0.record.silences(finding, in: self) } }
    }
}

extension KillRecord {
    /// Whether everyone in the locale of a finding is spared it.
    fileprivate func silences(_ finding: DateFinding, in state: AppState) -> Bool {
        guard scope.appVersions == nil, scope.osVersions == nil else { return false }
        if let locales = scope.locales, !locales.contains(where: { $0.contains(finding.locale) }) {
            return false
        }
        let subject = finding.subject
        return switch target {
        case .app: true
        case .widget(let kind): kind == subject.widget
        case .families(let kind, let families): kind == subject.widget && families.contains(subject.family)
        case .flag(let key): state.profile.widget(subject.widget)?.widget.flags.contains(key) ?? false
        }
    }
}
