import Foundation
import TestSupport

/// Recipes with two small pictures, so that a test makes many wallpapers in no time.
enum TinyRecipes {
    static let recipes = """
        {
          "limits": {"memoryBytes": 30000000, "reserveBytes": 6000000, "areaFactor": 4.4, "archiveBytes": 10485760,
                     "bytesPerPixel": 4, "cropPercent": 10},
          "recipes": {
            "tiny": {"summary": "Tiny.", "families": ["systemSmall"], "entries": 1, "fit": "centre",
                     "format": "jpeg", "quality": 80, "size": [16, 16], "unsafeOn": []},
            "flat": {"summary": "Flat.", "families": ["systemMedium"], "entries": 1, "fit": "centre",
                     "format": "jpeg", "quality": 80, "size": [24, 12], "unsafeOn": []}
          }
        }
        """

    /// A folder with these or other recipes and the devices of the repository.
    static func write(_ recipes: String = recipes, to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try recipes.write(toFile: "\(folder)/recipes.json", atomically: true, encoding: .utf8)
        try Repository.text("Thumbnails/devices.json")
            .write(toFile: "\(folder)/devices.json", atomically: true, encoding: .utf8)
    }
}
