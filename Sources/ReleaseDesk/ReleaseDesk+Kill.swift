import Definitions
import LiveState
package import Rollout
import RolloutStore

/// What a kill or a restore is about, as it was written.
package struct KillOrder: Equatable, Sendable {
    /// nil: not a widget.
    package var widget: String?
    /// nil: all families; needs a widget.
    package var families: [WidgetFamily]?
    /// nil: not a flag.
    package var flag: String?
    package var scope: Kill.Scope

    package init(
        widget: String? = nil,
        families: [WidgetFamily]? = nil,
        flag: String? = nil,
        scope: Kill.Scope = .everyone
    ) {
        self.widget = widget
        self.families = families
        self.flag = flag
        self.scope = scope
    }

    /// The target in an app.
    ///
    /// - Throws: ``DeskError`` for a widget, family or flag that the app does not have.
    fileprivate func target(in state: AppState) throws -> Kill.Target {
        if let flag { return .flag(try state.requiredDefinition(flag).key) }
        guard let widget else { return .app }
        let found = try state.requiredWidget(widget)
        guard let families else { return .widget(found.kind) }
        for family in families where !found.families.contains(family) {
            throw DeskError.refused(
                "\(found.kind) of \(state.profile.id) has no family \(family.rawValue); it has "
                    + found.families.map(\.rawValue).joined(separator: ", ")
            )
        }
        return .families(found.kind, families)
    }
}

extension ReleaseDesk {
    /// Silences something in the selected apps. What is silenced already stays as it is, with a note.
    ///
    /// - Throws: ``DeskError`` for names that do not exist; then no app is touched.
    package func kill(_ order: KillOrder, in apps: AppSelection, _ how: Order) throws -> Outcome {
        try carryOut("kill", how) { editor, report, now in
            for app in try apps.resolve(in: editor) {
                let state = try editor.state(of: app)
                let record = KillRecord(
                    target: try order.target(in: state),
                    scope: order.scope,
                    reason: how.reason,
                    actor: actor,
                    since: now,
                    origin: .person
                )
                if let existing = state.kills.first(where: { $0.record.name == record.name }) {
                    report.notes.append(
                        "\(app): \(record.target) is killed for \(record.scope) already, at revision "
                            + "\(existing.revision) by \(existing.record.actor): \(existing.record.reason)"
                    )
                    continue
                }
                try editor.set(.kill, record.name, in: app, to: record.json)
                report.notes.append("\(app): killed \(record.target) for \(record.scope)")
                report.warnings += Self.warnings(about: record, in: state)
            }
        }
    }

    /// Lifts one kill, or all kills of a target whatever their scope.
    ///
    /// - Throws: ``DeskError`` when there is nothing to lift, with what there is instead.
    package func restore(
        _ order: KillOrder,
        everyScope: Bool,
        in apps: AppSelection,
        _ how: Order
    ) throws -> Outcome {
        try carryOut("restore", how) { editor, report, _ in
            var missed: [String] = []
            for app in try apps.resolve(in: editor) {
                let state = try editor.state(of: app)
                let target = try order.target(in: state)
                let name = KillRecord.name(target: target, scope: order.scope)
                let lifted = state.kills.filter {
                    everyScope ? $0.record.isOf(target) : $0.record.name == name
                }
                for kill in lifted {
                    try editor.set(.kill, kill.record.name, in: app, to: nil)
                    report.notes.append("\(app): restored \(kill.record.target) for \(kill.record.scope)")
                }
                let rest = state.kills.filter { kill in
                    kill.record.overlaps(target) && !lifted.contains(kill)
                }
                if lifted.isEmpty { missed.append(Self.nothingToLift(app, target, order.scope, rest)) }
                for kill in rest where !lifted.isEmpty {
                    report.warnings.append("\(app): still in force: \(kill.words)")
                }
            }
            if report.notes.isEmpty { throw DeskError.refused(missed.joined(separator: "\n")) }
            report.notes += missed
        }
    }

    private static func nothingToLift(
        _ app: String,
        _ target: Kill.Target,
        _ scope: Kill.Scope,
        _ rest: [ActiveKill]
    ) -> String {
        let start = "\(app): \(target) is not killed for \(scope)"
        guard !rest.isEmpty else { return start }
        return start + "; in force: " + rest.map(\.words).joined(separator: "; ")
            + ". Name the same scope, or lift all of them with --every-scope"
    }

    private static func warnings(about record: KillRecord, in state: AppState) -> [String] {
        (record.scope.locales ?? []).filter { locale in
            !state.profile.locales.contains { locale.matches($0) || $0.matches(locale) }
        }.map { "\(state.profile.id) ships no localisation for \($0); the kill holds for devices set to it" }
    }
}

extension KillRecord {
    /// Whether this is a kill of that very target, in any scope.
    fileprivate func isOf(_ wanted: Kill.Target) -> Bool {
        Self.name(target: target, scope: .everyone) == Self.name(target: wanted, scope: .everyone)
    }

    /// Whether this kill silences the target or a part of it.
    fileprivate func overlaps(_ wanted: Kill.Target) -> Bool {
        switch (target, wanted) {
        case (.app, _), (_, .app): true
        case (.widget(let mine), .widget(let theirs)), (.widget(let mine), .families(let theirs, _)),
            (.families(let mine, _), .widget(let theirs)), (.families(let mine, _), .families(let theirs, _)):
            mine == theirs
        case (.flag(let mine), .flag(let theirs)): mine == theirs
        case (.flag, _), (_, .flag): false
        }
    }
}

extension ActiveKill {
    /// "WallpaperLockWidget for locale ja (revision 12, …: reason)".
    package var words: String {
        "\(record.target) for \(record.scope) (revision \(revision) by \(record.actor): \(record.reason))"
    }
}
