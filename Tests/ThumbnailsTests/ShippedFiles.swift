import TestSupport
import Thumbnails

/// `Thumbnails/devices.json` and `Thumbnails/recipes.json` as they are in the repository.
enum Shipped {
    static func table() throws -> DeviceTable {
        try DeviceTable(parsing: Array(Repository.text("Thumbnails/devices.json").utf8))
    }

    static func book() throws -> RecipeBook {
        try RecipeBook(parsing: Array(Repository.text("Thumbnails/recipes.json").utf8))
    }
}
