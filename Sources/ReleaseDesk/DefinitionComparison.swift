import Definitions
import LiveState
import Rollout

/// What applying definitions changes for one app, in words and numbers.
struct DefinitionComparison {
    /// nil: the app is new.
    let before: AppState?
    let after: AppState
    let now: Instant

    /// A line a change: "widget_enabled, aurora-wallpapers: default false to true; adds 100 % of installations".
    var notes: [String] {
        let app = after.profile.id
        guard let before else {
            let widgets = after.profile.widgets.map(\.widget.kind.text).joined(separator: ", ")
            return ["\(app): a new app with \(after.definitions.count) flags and the widgets \(widgets)"]
        }
        var notes = profileChanges(before).map { "\(app): \($0)" }
        for key in Set((before.definitions + after.definitions).map(\.key)).sorted() {
            let changes = flagChanges(key, before.definition(key), after.definition(key))
            guard !changes.isEmpty else { continue }
            let effect = effect(of: key, before).map { "; \($0)" } ?? ""
            notes.append("\(key), \(app): \(changes.joined(separator: "; "))\(effect)")
        }
        return notes
    }

    private func profileChanges(_ before: AppState) -> [String] {
        let (old, new) = (before.profile, after.profile)
        var changes: [String] = []
        func compare(_ what: String, _ old: some CustomStringConvertible, _ new: some CustomStringConvertible)
        {
            if old.description != new.description { changes.append("\(what) \(old) to \(new)") }
        }
        compare("name", old.name, new.name)
        compare("bundle ID", old.bundleID, new.bundleID)
        compare("App Group", old.appGroup, new.appGroup)
        compare("minimum OS", old.minimumOS, new.minimumOS)
        compare("URL scheme", old.urlScheme, new.urlScheme)
        compare("locales", list(old.locales), list(new.locales))
        for widget in old.widgets where new.widget(widget.widget.kind) == nil {
            changes.append("the widget \(widget.widget.kind) is gone")
        }
        for widget in new.widgets {
            guard let oldWidget = old.widget(widget.widget.kind) else {
                changes.append("a new widget \(widget.widget.kind)")
                continue
            }
            compare("\(widget.widget.kind): families", families(oldWidget), families(widget))
            compare("\(widget.widget.kind): gates", list(oldWidget.widget.flags), list(widget.widget.flags))
            compare(
                "\(widget.widget.kind): when disabled",
                oldWidget.widget.whenDisabled.rawValue,
                widget.widget.whenDisabled.rawValue
            )
            if oldWidget.widget.timeline != widget.widget.timeline {
                changes.append("\(widget.widget.kind): the timeline")
            }
            if oldWidget.dates != widget.dates { changes.append("\(widget.widget.kind): the dates") }
        }
        return changes
    }

    private func flagChanges(_ key: FlagKey, _ old: FlagDefinition?, _ new: FlagDefinition?) -> [String] {
        guard let old else { return new.map { ["a new flag, default \($0.defaultValue)"] } ?? [] }
        guard let new else { return ["the flag is gone, and with it its overrides, rollout and kills"] }
        var changes: [String] = []
        func compare<Part: Equatable>(
            _ what: String,
            _ part: (FlagDefinition) -> Part,
            _ words: (Part) -> String
        ) {
            if part(old) != part(new) { changes.append("\(what) \(words(part(old))) to \(words(part(new)))") }
        }
        compare("type", \.type, \.rawValue)
        compare("kind", \.kind, \.rawValue)
        compare("default", \.defaultValue, \.description)
        compare("status", \.status, \.rawValue)
        compare("owner", \.owner) { $0 ?? "nobody" }
        compare("expiry", \.expires) { $0?.description ?? "never" }
        compare("prerequisites", \.prerequisites) { list($0.map { "\($0.flag) = \($0.value)" }) }
        compare("rules", \.rules) { list($0.map(\.name)) }
        compare("rollout schedule", \.rollout?.schedule.text) { $0 ?? "none" }
        compare("rollout value", \.rollout?.value) { $0?.description ?? "none" }
        compare("salt", \.rollout?.salt) { $0 ?? "of its own" }
        if old.description != new.description { changes.append("its description") }
        if old.safeValue != new.safeValue { changes.append("its safe value") }
        if old.widget != new.widget { changes.append("its widget") }
        return changes
    }

    /// "adds 100 % of installations", as far as it can be told: rules with conditions are left out.
    private func effect(of key: FlagKey, _ before: AppState) -> String? {
        let old = Share.on(key, in: before, at: now) ?? .none
        guard let new = Share.on(key, in: after, at: now), old != new else { return nil }
        return old < new
            ? "adds \(old.distance(to: new)) % of installations"
            : "removes \(new.distance(to: old)) % of installations"
    }

    /// What installations lose of rollouts that are under way.
    var removals: [String] {
        guard let before else { return [] }
        return before.rollouts.sorted { $0.key < $1.key }.compactMap { key, rollout in
            let share = rollout.percent(at: now)
            guard share > .none,
                let cause = cause(of: rollout.value, key, before.definition(key), after.definition(key))
            else { return nil }
            return "\(after.profile.id): \(key), at \(share) %: \(cause)"
        }
    }

    /// Why installations would lose a value that a rollout gives them; nil when they would not.
    private func cause(
        of value: FlagValue,
        _ key: FlagKey,
        _ old: FlagDefinition?,
        _ new: FlagDefinition?
    ) -> String? {
        guard let old, let new else { return "the flag is gone" }
        if old.type != new.type { return "its type changes" }
        if new.status != .active && old.status == .active { return "it becomes \(new.status.rawValue)" }
        if let added = new.prerequisites.first(where: { !old.prerequisites.contains($0) }) {
            return "it gets the prerequisite \(added.flag) = \(added.value)"
        }
        if let added = new.rules.first(where: { $0.value != value && !old.rules.contains($0) }) {
            return "the rule \"\(added.name)\" gives another value"
        }
        return nil
    }

    private func list(_ items: [some CustomStringConvertible]) -> String {
        items.isEmpty ? "none" : items.map(\.description).joined(separator: ", ")
    }

    private func families(_ profile: WidgetProfile) -> String {
        list(profile.widget.families.map(\.rawValue))
    }
}
