package import Rollout
import StrictJSON

/// One widget of an app, with what only checks need.
package struct WidgetProfile: Equatable, Sendable {
    package let widget: Widget
    package let dates: [DateDeclaration]
}

extension WidgetProfile {
    package static let keys = Widget.keys + ["dates"]

    /// - Parameter kind: nil when the name could not be read; the rest is read for its findings.
    init?(_ field: JSONField, kind: WidgetKind?) {
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

    var json: JSON {
        guard case .object(var object) = widget.json else { return widget.json }
        if !dates.isEmpty { object["dates"] = .array(dates.map(\.json)) }
        return .object(object)
    }
}
