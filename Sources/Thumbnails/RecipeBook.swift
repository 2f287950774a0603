package import StrictJSON

/// All recipes, with the limits that they are made for: `Thumbnails/recipes.json`.
package struct RecipeBook: Equatable, Sendable {
    package let limits: WidgetLimits
    /// In the order of their names; at least one.
    package let recipes: [Recipe]

    package init(limits: WidgetLimits, recipes: [Recipe]) {
        self.limits = limits
        self.recipes = recipes
    }

    /// Reads the file.
    ///
    /// - Throws: ``ThumbnailsError`` with every fault.
    package init(parsing bytes: [UInt8]) throws(ThumbnailsError) {
        self = try ThumbnailsError.read(bytes, file: "recipes.json") { RecipeBook($0) }
    }

    /// The same recipes with the pictures that they need on the devices of a table.
    package func computed(for table: DeviceTable) -> RecipeBook {
        RecipeBook(limits: limits, recipes: recipes.map { $0.computed(for: table, limits) })
    }

    /// The file's form, for people.
    package var text: String { json.indentedText + "\n" }

    /// The same for ``StrictJSON/JSON``.
    package var json: JSON {
        let members = recipes.map { ($0.name, $0.json) }
        return [
            "limits": limits.json, "recipes": .object(Dictionary(members) { first, _ in first }),
        ]
    }
}

extension RecipeBook {
    private init?(_ field: JSONField) {
        guard let object = field.object(["limits", "recipes"]) else { return nil }
        let limits = object.required("limits").flatMap { WidgetLimits($0) }
        let members = object.required("recipes")?.members() ?? []
        let recipes = members.compactMap { name, field in Recipe(field, name: name) }
        guard let limits, recipes.count == members.count else { return nil }
        guard !recipes.isEmpty else {
            field.report("no recipe is listed")
            return nil
        }
        self.init(limits: limits, recipes: recipes)
    }
}
