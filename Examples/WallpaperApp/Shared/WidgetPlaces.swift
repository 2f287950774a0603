import Foundation
import Rollout
import WallpaperManifest

/// The places in which widgets are shown, which the extension alone is told of: it notes them for the app, which fetches
/// the pictures.
enum WidgetPlaces {
    private static let key = "widgetPlaces"
    private static var defaults: UserDefaults? { UserDefaults(suiteName: Wallpapers.group) }

    /// Takes note of a place; of no effect when it is known.
    static func note(_ family: WidgetFamily, width: Double, height: Double, scale: Double) {
        var places = defaults?.dictionary(forKey: key) as? [String: [Double]] ?? [:]
        guard places[family.rawValue] != [width, height, scale] else { return }
        places[family.rawValue] = [width, height, scale]
        defaults?.set(places, forKey: key)
    }

    /// All that were noted.
    static var all: [WallpaperPlace] {
        let places = defaults?.dictionary(forKey: key) as? [String: [Double]] ?? [:]
        return places.compactMap { name, sides in
            guard sides.count == 3 else { return nil }
            return WidgetFamily(rawValue: name)?.place(width: sides[0], height: sides[1], scale: sides[2])
        }
    }
}

extension WidgetFamily {
    /// A place for the pictures that this family shows; nil when it shows none.
    func place(width: Double, height: Double, scale: Double) -> WallpaperPlace? {
        usualRecipe.map { WallpaperPlace(recipe: $0, width: width, height: height, scale: scale) }
    }
}
