package import Rollout
import StrictJSON

/// A picture that a widget shows in each entry of its timeline.
package struct ImageDeclaration: Equatable, Sendable {
    /// Which pixels it has.
    package enum Source: Equatable, Sendable {
        /// The same everywhere: width and height in pixels, 1 to 8192.
        case size(width: Int, height: Int)
        /// Those that a recipe of `Thumbnails/recipes.json` makes for each device, by its name.
        case recipe(String)
    }

    /// Unique within its widget, among dates too.
    package let id: String
    /// Where it shows: one of its widget's families.
    package let family: WidgetFamily
    package let source: Source
    /// How many such pictures an entry shows, 1 to 100.
    package let perEntry: Int
    /// Whether there is a variant of it for reduced luminance.
    package let isDimmable: Bool
}

extension ImageDeclaration {
    package static let keys = ["id", "family", "size", "recipe", "perEntry", "dimmed"]

    /// - Parameter families: The widget's; nil when they could not be read.
    init?(_ field: JSONField, families: [WidgetFamily]?) {
        guard let object = field.object(Self.keys) else { return nil }
        let id = object.required("id")?.text(limit: 64)
        let family = object.family(amongst: families)
        let source = Source(object)
        let perEntry = object.value("perEntry", or: 1) { $0.count(in: 1...100) }
        let dimmed = object.value("dimmed", or: false) { $0.bool() }
        guard let id, let family, let source, let perEntry, let dimmed else { return nil }
        self.init(id: id, family: family, source: source, perEntry: perEntry, isDimmable: dimmed)
    }

    var json: JSON {
        var object: [String: JSON] = ["id": .string(id), "family": .string(family.rawValue)]
        switch source {
        case .size(let width, let height):
            object["size"] = [.integer(Int64(width)), .integer(Int64(height))]
        case .recipe(let name): object["recipe"] = .string(name)
        }
        if perEntry != 1 { object["perEntry"] = .integer(Int64(perEntry)) }
        if isDimmable { object["dimmed"] = true }
        return .object(object)
    }
}

extension ImageDeclaration.Source {
    fileprivate init?(_ object: JSONObject) {
        switch (object.optional("size"), object.optional("recipe")) {
        case (let size?, nil):
            guard let sides = size.list({ $0.count(in: 1...8192) }) else { return nil }
            guard sides.count == 2 else {
                size.report("expected width and height, found \(sides.count) numbers")
                return nil
            }
            self = .size(width: sides[0], height: sides[1])
        case (nil, let recipe?):
            guard let name = recipe.text(limit: 64) else { return nil }
            self = .recipe(name)
        case (let size, _):
            object.field.report("needs exactly one of size, recipe; it has \(size == nil ? 0 : 2)")
            return nil
        }
    }
}

extension JSONObject {
    /// The family under `family`, which must be one of the widget's.
    ///
    /// - Parameter families: nil when they could not be read, and any will do.
    func family(amongst families: [WidgetFamily]?) -> WidgetFamily? {
        guard let field = required("family"), let family: WidgetFamily = field.named("widget family") else {
            return nil
        }
        guard families?.contains(family) ?? true else {
            return field.refused("the widget has no family \(family.rawValue)")
        }
        return family
    }
}
