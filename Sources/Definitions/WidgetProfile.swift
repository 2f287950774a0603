package import Rollout
import StrictJSON

/// One widget of an app, with what only checks need.
package struct WidgetProfile: Equatable, Sendable {
    package let widget: Widget
    package let dates: [DateDeclaration]
    /// The pictures that each entry shows.
    package let images: [ImageDeclaration]
    package let refresh: RefreshDeclaration
    /// nil: the profile does not say.
    package let standBy: StandByDeclaration?
}

extension WidgetProfile {
    private static let ownKeys = ["dates", "images", "refresh", "standBy"]
    package static let keys = Widget.keys + ownKeys

    /// - Parameter kind: nil when the name could not be read; the rest is read for its findings.
    init?(_ field: JSONField, kind: WidgetKind?) {
        let widget = Widget(field, kind: kind, extraKeys: Self.ownKeys)
        guard let object = field.object(Self.keys) else { return nil }
        // These two are read once more, so that the rest can be checked even when the widget has other faults.
        let families: [WidgetFamily]? = object.optional("families")?.list { $0.named("widget family") }
        let timeline = object.optional("timeline").flatMap(Timeline.init)
        var ids: Set<String> = []
        let dates = object.value("dates", or: []) { field in
            field.list(of: \.id, unlike: &ids) { DateDeclaration($0, families: families) }
        }
        let images = object.value("images", or: []) { field in
            field.list(of: \.id, unlike: &ids) { ImageDeclaration($0, families: families) }
        }
        let refresh = object.value("refresh", or: .standard(for: timeline)) {
            RefreshDeclaration($0, timeline: timeline)
        }
        let isWhole = dates != nil && images != nil
        let standBy: StandByDeclaration?? = object.value("standBy", or: nil) { field in
            StandByDeclaration(field, ids: isWhole ? ids.sorted() : nil).map { Optional($0) }
        }
        guard let widget, let dates, let images, let refresh, let standBy else { return nil }
        self.init(widget: widget, dates: dates, images: images, refresh: refresh, standBy: standBy)
    }

    var json: JSON {
        guard case .object(var object) = widget.json else { return widget.json }
        if !dates.isEmpty { object["dates"] = .array(dates.map(\.json)) }
        if !images.isEmpty { object["images"] = .array(images.map(\.json)) }
        object["refresh"] = refresh.json(for: widget.timeline)
        object["standBy"] = standBy?.json
        return .object(object)
    }
}

extension JSONField {
    /// An array whose elements each have an ID that no other has.
    ///
    /// - Parameter taken: The IDs that are taken; those of the elements are added.
    fileprivate func list<Element>(
        of id: KeyPath<Element, String>,
        unlike taken: inout Set<String>,
        _ read: (JSONField) -> Element?
    ) -> [Element]? {
        list { field in
            guard let element = read(field) else { return nil }
            guard taken.insert(element[keyPath: id]).inserted else {
                return field.refused("the id \"\(element[keyPath: id])\" stands twice")
            }
            return element
        }
    }
}
