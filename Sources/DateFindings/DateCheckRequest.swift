package import Definitions
package import Rollout
package import StrictJSON

/// What `datechecker` is asked: the apps, what to look at, and where the picture goes.
package struct DateCheckRequest: Equatable, Sendable {
    package let apps: [AppProfile]
    /// nil: every widget.
    package let widgets: [WidgetKind]?
    /// nil: every locale of each app.
    package let locales: [LocaleTag]?
    /// The document `Thumbnails/devices.json`; nil: whether texts fit is not judged.
    package let devices: JSON?
    /// Where the contact sheet is written to, as a PNG file; nil: none is drawn.
    package let sheet: String?

    package init(
        apps: [AppProfile],
        widgets: [WidgetKind]? = nil,
        locales: [LocaleTag]? = nil,
        devices: JSON?,
        sheet: String? = nil
    ) {
        self.apps = apps
        self.widgets = widgets
        self.locales = locales
        self.devices = devices
        self.sheet = sheet
    }
}

extension DateCheckRequest {
    package var json: JSON {
        var object: [String: JSON] = [
            "apps": .object(Dictionary(apps.map { ($0.id.text, $0.json) }) { first, _ in first })
        ]
        object["widgets"] = widgets.map { .strings($0) }
        object["locales"] = locales.map { .strings($0) }
        object["devices"] = devices
        object["sheet"] = sheet.map(JSON.string)
        return .object(object)
    }

    /// Reads what ``json`` gives; the apps come in the order of their names.
    package init?(_ field: JSONField) {
        let keys = ["apps", "widgets", "locales", "devices", "sheet"]
        guard let object = field.object(keys), let members = object.required("apps")?.members() else {
            return nil
        }
        let apps = members.compactMap { name, field in
            AppProfile(field, id: field.parsed(name: name, AppID.init))
        }
        let widgets = object.value("widgets", or: nil) { field in
            field.list { $0.parsed(WidgetKind.init) }.map(Optional.some)
        }
        let locales = object.value("locales", or: nil) { field in
            field.list { $0.parsed(LocaleTag.init(parsing:)) }.map(Optional.some)
        }
        let sheet = object.value("sheet", or: nil) { $0.string().map(Optional.some) }
        guard apps.count == members.count, let widgets, let locales, let sheet else { return nil }
        self.init(
            apps: apps,
            widgets: widgets,
            locales: locales,
            devices: object.optional("devices")?.value,
            sheet: sheet
        )
    }
}
