import NearestName
package import Rollout

/// Why a widget's budget cannot be checked.
package enum BudgetError: Error, Equatable, Sendable, CustomStringConvertible {
    /// An image is made by a recipe that does not exist.
    case unknownRecipe(app: AppID, widget: WidgetKind, image: String, name: String, known: [String])

    package var description: String {
        switch self {
        case .unknownRecipe(let app, let widget, let image, let name, let known):
            "Apps/\(app).json: widgets.\(widget): the image \"\(image)\": Thumbnails/recipes.json has no recipe \"\(name)\""
                + suggestion(for: name, among: known)
        }
    }
}
