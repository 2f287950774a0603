package import StrictJSON

extension Kill {
    /// What says whom a kill silences.
    package static let keys = [
        "target", "widget", "families", "flag", "locales", "appVersions", "osVersions",
    ]

    private enum TargetName: String, CaseIterable {
        case app, widget, flag
    }

    /// Reads `{"target": "app" | "widget" | "flag", "widget"?, "families"?, "flag"?, "locales"?, "appVersions"?,
    /// "osVersions"?, "revision"}`, and passes over `extraKeys`, which the caller reads itself.
    ///
    /// - Parameter storedRevision: The revision where it is kept beside the text; nil: it is in the text.
    package init?(_ field: JSONField, extraKeys: [String] = [], storedRevision: Int64? = nil) {
        let keys = Self.keys + (storedRevision == nil ? ["revision"] : [])
        guard let object = field.object(keys + extraKeys) else { return nil }
        let target = Self.target(object)
        let scope = Scope(object)
        let revision = storedRevision ?? object.required("revision")?.integer(in: 0...Int64.max)
        guard let target, let scope, let revision else { return nil }
        self.init(target: target, scope: scope, revision: revision)
    }

    /// Whether what a kill silences is something that this version knows: another one may have come with a newer
    /// server.
    package static func isKnown(_ field: JSONField) -> Bool {
        guard case .object(let members) = field.value, case .string(let name)? = members["target"] else {
            // Without a target it is malformed, which is for the reader to say.
            return true
        }
        return TargetName(rawValue: name) != nil
    }

    private static func target(_ object: JSONObject) -> Target? {
        guard let name: TargetName = object.required("target")?.named("target") else { return nil }
        switch name {
        case .app: return .app
        case .flag: return object.required("flag")?.parsed(FlagKey.init).map(Target.flag)
        case .widget:
            guard let kind = object.required("widget")?.parsed(WidgetKind.init) else { return nil }
            guard let families = object.optional("families") else { return .widget(kind) }
            return families.namedList("widget family").map { .families(kind, $0) }
        }
    }

    package var json: JSON {
        var object = Self.json(target: target, scope: scope)
        object["revision"] = .integer(revision)
        return .object(object)
    }

    /// What is silenced for whom, which is what makes two kills the same.
    package static func json(target: Target, scope: Scope) -> [String: JSON] {
        var object = scope.json
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
        return object
    }
}

extension Kill.Scope {
    /// Reads the members `locales`, `appVersions` and `osVersions`, each of which may be missing.
    package init?(_ object: JSONObject) {
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

    /// The members that it has, to stand among those of what it is the scope of.
    package var json: [String: JSON] {
        var object: [String: JSON] = [:]
        object["locales"] = locales.map { .strings($0) }
        object["appVersions"] = appVersions.map { .string("\($0)") }
        object["osVersions"] = osVersions.map { .string("\($0)") }
        return object
    }
}
