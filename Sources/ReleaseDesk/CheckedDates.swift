package import DateFindings
import LiveState
package import Rollout
import StrictJSON

/// What a check of dates looked at, and where it found errors.
package struct CheckedDates: Equatable, Sendable {
    /// What is wrong with one widget in one locale.
    package struct Fault: Equatable, Sendable {
        package let app: AppID
        package let widget: WidgetKind
        package let locale: LocaleTag
        /// Which rule of which date, such as "too-wide of day"; at least one, each once.
        package let rules: [String]
    }

    /// Each once.
    package let apps: [AppID]
    /// nil: every widget.
    package let widgets: Set<WidgetKind>?
    /// Each once; nil: every locale of each app.
    package let locales: [LocaleTag]?
    /// In the order of apps, widgets and locales, one for each.
    package let faults: [Fault]

    package init(
        _ report: DateReport,
        of apps: [AppID],
        widgets: Set<WidgetKind>? = nil,
        locales: [LocaleTag]? = nil
    ) {
        self.init(
            apps: apps.distinct,
            widgets: widgets,
            locales: locales?.distinct,
            faults: Dictionary(grouping: report.errors, by: Place.init).map { place, findings in
                Fault(
                    app: place.app,
                    widget: place.widget,
                    locale: place.locale,
                    rules: findings.map { "\($0.rule.rawValue) of \($0.subject.date)" }.distinct
                )
            }
        )
    }

    private init(apps: [AppID], widgets: Set<WidgetKind>?, locales: [LocaleTag]?, faults: [Fault]) {
        self.apps = apps
        self.widgets = widgets
        self.locales = locales
        self.faults = faults.sorted { $0.order.lexicographicallyPrecedes($1.order) }
    }

    private struct Place: Hashable {
        let app: AppID
        let widget: WidgetKind
        let locale: LocaleTag

        init(_ finding: DateFinding) {
            (app, widget, locale) = (finding.subject.app, finding.subject.widget, finding.locale)
        }
    }
}

// MARK: - The kills that it asks for

extension CheckedDates {
    /// A kill for each widget and locale with an error, in the order of their names.
    func wantedKills(of app: AppID, actor: String, since: Instant) -> [KillRecord] {
        faults.filter { $0.app == app }.map { fault in
            var reason = "date check: \(fault.rules.joined(separator: ", "))"
            if reason.utf8.count > ReleaseDesk.reasonLimit {
                reason = "date check: \(fault.rules.count) errors"
            }
            return KillRecord(
                target: .widget(fault.widget),
                scope: Kill.Scope(locales: [fault.locale]),
                reason: reason,
                actor: actor,
                since: since,
                origin: .dateCheck
            )
        }.sorted { $0.name < $1.name }
    }

    /// Whether a kill is an earlier check's own, of something that this check looked at.
    func lookedAt(_ kill: KillRecord) -> Bool {
        guard kill.origin == .dateCheck, case .widget(let kind) = kill.target else { return false }
        guard widgets?.contains(kind) ?? true else { return false }
        guard let locales else { return true }
        return (kill.scope.locales ?? []).allSatisfy { killed in locales.contains { $0.matches(killed) } }
    }
}

// MARK: - JSON

extension CheckedDates {
    static let keys = ["apps", "widgets", "locales", "faults"]

    /// Reads `{"apps", "widgets"?, "locales"?, "faults": [{"app", "widget", "locale", "rules"}]}`.
    init?(_ object: JSONObject) {
        let apps = object.required("apps")?.distinctList { $0.parsed(AppID.init) }
        let widgets = object.value("widgets", or: nil) { field in
            field.distinctList { $0.parsed(WidgetKind.init) }.map { Optional(Set($0)) }
        }
        let locales = object.value("locales", or: nil) { field in
            field.distinctList { $0.parsed(LocaleTag.init(parsing:)) }.map(Optional.some)
        }
        let faults = object.required("faults")?.list(Fault.init)
        guard let apps, let widgets, let locales, let faults else { return nil }
        self.init(apps: apps, widgets: widgets, locales: locales, faults: faults)
    }

    var json: [String: JSON] {
        var object: [String: JSON] = ["apps": .strings(apps), "faults": .array(faults.map(\.json))]
        object["widgets"] = widgets.map { .strings($0.sorted()) }
        object["locales"] = locales.map { .strings($0) }
        return object
    }
}

extension CheckedDates.Fault {
    fileprivate init?(_ field: JSONField) {
        guard let object = field.object(["app", "widget", "locale", "rules"]) else { return nil }
        let app = object.required("app")?.parsed(AppID.init)
        let widget = object.required("widget")?.parsed(WidgetKind.init)
        let locale = object.required("locale")?.parsed(LocaleTag.init(parsing:))
        let rules = object.required("rules")?.distinctList { $0.text(limit: ReleaseDesk.reasonLimit) }
        guard let app, let widget, let locale, let rules else { return nil }
        self.init(app: app, widget: widget, locale: locale, rules: rules)
    }

    fileprivate var json: JSON {
        [
            "app": .string(app.text), "widget": .string(widget.text), "locale": .string("\(locale)"),
            "rules": .strings(rules),
        ]
    }

    fileprivate var order: [String] { [app.text, widget.text, "\(locale)"] }
}

extension Array where Element: Hashable {
    /// Each once, in the order of their first.
    var distinct: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
