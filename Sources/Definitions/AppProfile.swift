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

    package func widget(_ kind: WidgetKind) -> WidgetProfile? { widgets.first { $0.widget.kind == kind } }
}

/// One widget of an app, with what only checks need.
package struct WidgetProfile: Equatable, Sendable {
    package let widget: Widget
    package let dates: [DateDeclaration]
}

/// A date that a widget shows.
package struct DateDeclaration: Equatable, Sendable {
    package enum Format: Equatable, Sendable {
        /// A skeleton that the locale puts in order (`setLocalizedDateFormatFromTemplate`).
        case template(String)
        /// A fixed pattern (`dateFormat`).
        case pattern(String)
        /// A style of SwiftUI or Foundation, such as `timer`, `relative` or `abbreviated`.
        case style(String)
    }

    /// Unique within its widget.
    package let id: String
    package let format: Format
    /// Where it shows: one of its widget's families.
    package let family: WidgetFamily
}

extension AppProfile {
    package static let keys = [
        "$schema", "name", "bundleID", "appGroup", "minimumOS", "urlScheme", "locales", "widgets",
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
        guard let id, let name, let bundleID, let appGroup, let minimumOS, let urlScheme, let locales,
            let widgets
        else { return nil }
        self.init(
            id: id,
            name: name,
            bundleID: bundleID,
            appGroup: appGroup,
            minimumOS: minimumOS,
            urlScheme: urlScheme,
            locales: locales,
            widgets: widgets
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
        return [
            "name": .string(name), "bundleID": .string(bundleID), "appGroup": .string(appGroup),
            "minimumOS": .string("\(minimumOS)"), "urlScheme": .string(urlScheme),
            "locales": .strings(locales),
            "widgets": .object(Dictionary(widgets) { first, _ in first }),
        ]
    }
}

extension WidgetProfile {
    package static let keys = Widget.keys + ["dates"]

    /// - Parameter kind: nil when the name could not be read; the rest is read for its findings.
    fileprivate init?(_ field: JSONField, kind: WidgetKind?) {
        let widget = Widget(field, kind: kind, extraKeys: ["dates"])
        guard let object = field.object(Self.keys) else { return nil }
        // The families are read once more, so that dates can be checked even when the widget has other faults.
        let families: [WidgetFamily]? = object.optional("families")?.list { $0.named("widget family") }
        let dates = object.value("dates", or: []) { Self.dates($0, families: families) }
        guard let widget, let dates else { return nil }
        self.init(widget: widget, dates: dates)
    }

    private static func dates(_ field: JSONField, families: [WidgetFamily]?) -> [DateDeclaration]? {
        var ids: Set<String> = []
        return field.list { field in
            guard let date = DateDeclaration(field, families: families) else { return nil }
            guard ids.insert(date.id).inserted else {
                return field.refused("the id \"\(date.id)\" stands twice")
            }
            return date
        }
    }

    fileprivate var json: JSON {
        guard case .object(var object) = widget.json else { return widget.json }
        if !dates.isEmpty { object["dates"] = .array(dates.map(\.json)) }
        return .object(object)
    }
}

extension DateDeclaration {
    /// The ways to say how the date is written, of which one is chosen.
    package static let forms = ["template", "pattern", "style"]
    package static let keys = ["id", "family"] + forms

    /// - Parameter families: The widget's; nil when they could not be read.
    fileprivate init?(_ field: JSONField, families: [WidgetFamily]?) {
        guard let object = field.object(Self.keys) else { return nil }
        let id = object.required("id")?.text(limit: 64)
        let family: WidgetFamily? = object.required("family")?.named("widget family")
        let fits = family.map { families?.contains($0) ?? true } ?? false
        if let family, !fits {
            object.optional("family")?.report("the widget has no family \(family.rawValue)")
        }
        let given = Self.forms.filter { object.optional($0) != nil }
        let texts = given.map { object.required($0)?.text(limit: 128) }
        guard given.count == 1, let form = given.first else {
            let forms = Self.forms.joined(separator: ", ")
            field.report("needs exactly one of \(forms); it has \(given.count)")
            return nil
        }
        guard let id, let family, fits, let text = texts[0] else { return nil }
        let format: Format =
            switch form {
            case "template": .template(text)
            case "pattern": .pattern(text)
            default: .style(text)
            }
        self.init(id: id, format: format, family: family)
    }

    fileprivate var json: JSON {
        let (form, text) =
            switch format {
            case .template(let text): ("template", text)
            case .pattern(let text): ("pattern", text)
            case .style(let text): ("style", text)
            }
        return ["id": .string(id), "family": .string(family.rawValue), form: .string(text)]
    }
}
