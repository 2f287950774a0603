import Rollout
import Testing
import Thumbnails
import WallpaperManifest

@Suite("A family's usual recipe")
struct UsualRecipeTests {
    @Test("is one that is shipped, and that the family shows as it is", arguments: WidgetFamily.allCases)
    func shipped(family: WidgetFamily) throws {
        let shown = try Shipped.book().recipes.filter { recipe in
            guard case .classes = recipe.sizing else { return false }
            return recipe.families == [family] && recipe.magnification == 1 && recipe.treatment != .dimmed
        }
        #expect(shown.map(\.name) == [family.usualRecipe].compactMap(\.self))
    }
}
