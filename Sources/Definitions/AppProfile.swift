package import Rollout
package import StrictJSON

/// One app as `Apps/<app>.json` describes it.
package struct AppProfile: Equatable, Sendable {
    package let id: AppID
    /// As users see it.
    package let name: String
    package let bundleID: String
    /// The App Group that the app and its widget extension share; starts with `group.`.
    package let appGroup: String
    package let minimumOS: Version
    /// The scheme of links from a widget into the app, without `://`.
    package let urlScheme: String
    /// The localisations that the app ships.
    package let locales: [LocaleTag]
    package let widgets: [WidgetProfile]
    /// Which changes of the app others have to approve.
    package let approvals: ApprovalPolicy

    /// nil when the app has no such widget.
    package func widget(_ kind: WidgetKind) -> WidgetProfile? { widgets.first { $0.widget.kind == kind } }

    /// The same app with some of its widgets.
    package func with(widgets: [WidgetProfile]) -> AppProfile {
        AppProfile(
            id: id,
            name: name,
            bundleID: bundleID,
            appGroup: appGroup,
            minimumOS: minimumOS,
            urlScheme: urlScheme,
            locales: locales,
            widgets: widgets,
            approvals: approvals
        )
    }
}

extension AppProfile {
    package static let keys = [
        "$schema", "name", "bundleID", "appGroup", "minimumOS", "urlScheme", "locales", "widgets",
        "approvals",
    ]

    /// Reads the content of `Apps/<app>.json`.
    ///
    /// - Parameter id: nil when the file's name is none; the rest is read for its findings.
    package init?(_ field: JSONField, id: AppID?) {
        guard let object = field.object(Self.keys) else { return nil }
        _ = object.optional("$schema")?.string()
        let name = object.required("name")?.text(limit: 64)
        let bundleID = object.required("bundleID")?.parsed(bundleIdentifier)
        let appGroup = object.required("appGroup")?.parsed(appGroupIdentifier)
        let minimumOS = object.required("minimumOS")?.parsed(Version.init(authored:))
        let urlScheme = object.required("urlScheme")?.parsed(scheme)
        let locales = object.required("locales")?.distinctList { $0.parsed(LocaleTag.init(parsing:)) }
        let widgets = object.required("widgets").flatMap(Self.widgets)
        let approvals = object.value("approvals", or: .none) { ApprovalPolicy($0) }
        guard let id, let name, let bundleID, let appGroup, let minimumOS, let urlScheme, let locales,
            let widgets, let approvals
        else { return nil }
        self.init(
            id: id,
            name: name,
            bundleID: bundleID,
            appGroup: appGroup,
            minimumOS: minimumOS,
            urlScheme: urlScheme,
            locales: locales,
            widgets: widgets,
            approvals: approvals
        )
    }

    private static func widgets(_ field: JSONField) -> [WidgetProfile]? {
        guard let members = field.members() else { return nil }
        if members.isEmpty { field.report("an app without a widget has nothing to roll out") }
        let widgets = members.map { name, field in
            WidgetProfile(field, kind: field.parsed(name: name, WidgetKind.init))
        }
        return widgets.contains { $0 == nil } ? nil : widgets.compactMap(\.self)
    }

    package var json: JSON {
        let widgets = widgets.map { ($0.widget.kind.text, $0.json) }
        var object: [String: JSON] = [
            "name": .string(name), "bundleID": .string(bundleID), "appGroup": .string(appGroup),
            "minimumOS": .string("\(minimumOS)"), "urlScheme": .string(urlScheme),
            "locales": .strings(locales),
            "widgets": .object(Dictionary(widgets) { first, _ in first }),
        ]
        if approvals != .none { object["approvals"] = approvals.json }
        return .object(object)
    }
}
