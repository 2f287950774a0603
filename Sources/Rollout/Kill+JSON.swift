package import StrictJSON

extension Kill {
    private static let keys = [
        "target", "widget", "families", "flag", "locales", "appVersions", "osVersions", "revision",
    ]

    private enum TargetName: String, CaseIterable {
        case app, widget, flag
    }

    /// Reads `{"target": "app" | "widget" | "flag", "widget"?, "families"?, "flag"?, "locales"?, "appVersions"?,
    /// "osVersions"?, "revision"}`.
    package init?(_ field: JSONField) {
        guard let object = field.object(Self.keys) else { return nil }
        let target = Self.target(object)
        let scope = Scope(object)
        let revision = object.required("revision")?.integer(in: 0...Int64.max)
        guard let target, let scope, let revision else { return nil }
        self.init(target: target, scope: scope, revision: revision)
    }

    private static func target(_ object: JSONObject) -> Target? {
        guard let name: TargetName = object.required("target")?.named("target") else { return nil }
        switch name {
        case .app: return .app
        case .flag: return object.required("flag")?.parsed(FlagKey.init).map(Target.flag)
        case .widget:
            guard let kind = object.required("widget")?.parsed(WidgetKind.init) else { return nil }
            guard let families = object.optional("families") else { return .widget(kind) }
            return families.distinctList { $0.named("widget family") }.map { .families(kind, $0) }
        }
    }

    package var json: JSON {
        var object = scope.json
        object["revision"] = .integer(revision)
        switch target {
        case .app: object["target"] = "app"
        case .flag(let key):
            object["target"] = "flag"
            object["flag"] = .string(key.text)
        case .widget(let kind):
            object["target"] = "widget"
            object["widget"] = .string(kind.text)
        case .families(let kind, let families):
            object["target"] = "widget"
            object["widget"] = .string(kind.text)
            object["families"] = .strings(families.map(\.rawValue))
        }
        return .object(object)
    }
}

extension Kill.Scope {
    init?(_ object: JSONObject) {
        let locales = object.value("locales", or: nil) { field in
            field.distinctList { $0.parsed(LocaleTag.init(parsing:)) }.map(Optional.some)
        }
        let appVersions = object.value("appVersions", or: nil, Self.range)
        let osVersions = object.value("osVersions", or: nil, Self.range)
        guard let locales, let appVersions, let osVersions else { return nil }
        self.init(locales: locales, appVersions: appVersions, osVersions: osVersions)
    }

    private static func range(_ field: JSONField) -> VersionRange?? {
        field.parsed(VersionRange.init(parsing:)).map(Optional.some)
    }

    var json: [String: JSON] {
        var object: [String: JSON] = [:]
        object["locales"] = locales.map { .strings($0) }
        object["appVersions"] = appVersions.map { .string("\($0)") }
        object["osVersions"] = osVersions.map { .string("\($0)") }
        return object
    }
}
