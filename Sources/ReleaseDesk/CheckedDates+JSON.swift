import Rollout
import StrictJSON

extension CheckedDates {
    static let keys = ["apps", "widgets", "locales", "faults"]

    /// Reads `{"apps", "widgets"?, "locales"?, "faults": [{"app", "widget", "locale", "rules"}]}`.
    ///
    /// Refuses faults of what was not looked at, and two of one place.
    init?(_ object: JSONObject) {
        let apps = object.required("apps")?.distinctList { $0.parsed(AppID.init) }
        let widgets = object.value("widgets", or: nil) { field in
            field.distinctList { $0.parsed(WidgetKind.init) }.map { Optional(Set($0)) }
        }
        let locales = object.value("locales", or: nil) { field in
            field.distinctList { $0.parsed(LocaleTag.init(parsing:)) }.map(Optional.some)
        }
        guard let field = object.required("faults"), let apps, let widgets, let locales else { return nil }
        let seen = CheckedDates(apps: apps, widgets: widgets, locales: locales, faults: [])
        var places: Set<[String]> = []
        let faults = field.list { field -> Fault? in
            guard let fault = Fault(field) else { return nil }
            if !seen.lookedAt(fault) { return field.refused("is of what was not looked at") }
            if !places.insert(fault.place).inserted { return field.refused("stands twice") }
            return fault
        }
        guard let faults else { return nil }
        self.init(apps: apps, widgets: widgets, locales: locales, faults: faults)
    }

    private func lookedAt(_ fault: Fault) -> Bool {
        apps.contains(fault.app) && widgets?.contains(fault.widget) ?? true
            && locales?.contains { $0.matches(fault.locale) } ?? true
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
}
