package import DateFindings
import Definitions
import LiveState
import Rollout
import RolloutStore

extension Execution {
    /// Silences each widget in each locale in which the check found an error, and lifts what an earlier check
    /// silenced and this one found in order.
    ///
    /// Kills that people or the guard made stay as they are, and so do those of what was not looked at, and those that
    /// were made after it was.
    ///
    /// - Throws: ``DeskError`` for an app, a widget or a locale that is not there, or not any more.
    mutating func gateDates(_ checked: CheckedDates) throws {
        for app in checked.apps.sorted() {
            let state = try editor.state(of: app.text)
            for fault in checked.faults where fault.app == app { try state.require(fault) }
            let wanted = checked.wantedKills(of: app, actor: actor, since: now)
            for record in wanted { try gate(record, in: state) }
            for kill in state.kills.map(\.record) where checked.lookedAt(kill) {
                if let found, kill.since > found { continue }
                guard !wanted.contains(where: { $0.name == kill.name }) else { continue }
                try editor.set(.kill, kill.name, in: app.text, to: nil)
                report.notes.append("\(app): restored \(kill.target) for \(kill.scope): its dates pass")
            }
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
            guard existing.record.reason != record.reason else { return }
        }
        try editor.set(.kill, record.name, in: app.text, to: record.json)
        report.notes.append("\(app): killed \(record.target) for \(record.scope): \(record.reason)")
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
