package import DateFindings
import Definitions
import LiveState
package import Rollout
import RolloutStore

extension ReleaseDesk {
    /// What a check of dates looked at.
    package struct CheckedDates: Equatable, Sendable {
        package let report: DateReport
        package let apps: [AppID]
        /// nil: every widget.
        package let widgets: Set<WidgetKind>?
        /// nil: every locale of each app.
        package let locales: [LocaleTag]?

        package init(
            _ report: DateReport,
            of apps: [AppID],
            widgets: Set<WidgetKind>? = nil,
            locales: [LocaleTag]? = nil
        ) {
            self.report = report
            self.apps = apps
            self.widgets = widgets
            self.locales = locales
        }
    }

    /// Silences each widget in each locale in which the check found an error, and lifts what an earlier check
    /// silenced and this one found in order.
    ///
    /// Kills that people or the guard made stay as they are, and so do those of what was not looked at.
    package func gateDates(_ checked: CheckedDates, _ how: Order) throws -> Outcome {
        try carryOut("check dates", how) { editor, report, now in
            for app in checked.apps.sorted() {
                let state = try editor.state(of: app.text)
                let wanted = checked.wantedKills(of: app, actor: actor, since: now)
                for record in wanted { try Self.gate(record, in: state, editor, &report) }
                for kill in state.kills.map(\.record) where checked.lookedAt(kill) {
                    guard !wanted.contains(where: { $0.name == kill.name }) else { continue }
                    try editor.set(.kill, kill.name, in: app.text, to: nil)
                    report.notes.append("\(app): restored \(kill.target) for \(kill.scope): its dates pass")
                }
            }
        }
    }

    private static func gate(
        _ record: KillRecord,
        in state: AppState,
        _ editor: any StateEditor,
        _ report: inout Report
    ) throws {
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

extension ReleaseDesk.CheckedDates {
    /// A kill for each widget and locale with an error, in the order of their names.
    fileprivate func wantedKills(of app: AppID, actor: String, since: Instant) -> [KillRecord] {
        let errors = report.errors.filter { $0.subject.app == app }
        let byKill = Dictionary(grouping: errors) { Place(widget: $0.subject.widget, locale: $0.locale) }
        return byKill.map { place, findings in
            let rules = findings.map { "\($0.rule.rawValue) of \($0.subject.date)" }
            var reason = "date check: \(rules.distinct.joined(separator: ", "))"
            if reason.utf8.count > ReleaseDesk.reasonLimit { reason = "date check: \(findings.count) errors" }
            return KillRecord(
                target: .widget(place.widget),
                scope: Kill.Scope(locales: [place.locale]),
                reason: reason,
                actor: actor,
                since: since,
                origin: .dateCheck
            )
        }.sorted { $0.name < $1.name }
    }

    private struct Place: Hashable {
        let widget: WidgetKind
        let locale: LocaleTag
    }

    /// Whether a kill is an earlier check's own, of something that this check looked at.
    fileprivate func lookedAt(_ kill: KillRecord) -> Bool {
        guard kill.origin == .dateCheck, case .widget(let kind) = kill.target else { return false }
        guard widgets?.contains(kind) ?? true else { return false }
        guard let locales else { return true }
        return (kill.scope.locales ?? []).allSatisfy { killed in locales.contains { $0.matches(killed) } }
    }
}

extension AppState {
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

extension [String] {
    /// Each once, in the order of their first.
    fileprivate var distinct: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
