import Cryptography
import Rollout
import StrictJSON

/// What of a wallpaper the daily pick looks at.
package struct WallpaperListing: Sendable {
    package let id: WallpaperID
    package let category: WallpaperCategory?
    package let publication: Publication
    /// By which it is drawn: a number of the app's and the wallpaper's name alone.
    let key: UInt64

    init(id: WallpaperID, category: WallpaperCategory?, publication: Publication, app: AppID) {
        self.id = id
        self.category = category
        self.publication = publication
        key = Self.key(app: app, wallpaper: id)
    }

    /// The first 8 bytes, big-endian, of SHA-256 over three fields, each as a 4-byte big-endian length and its UTF-8
    /// bytes: `pick-v1`, the app, the wallpaper.
    private static func key(app: AppID, wallpaper: WallpaperID) -> UInt64 {
        let message = ["pick-v1", app.text, wallpaper.text].flatMap { field -> [UInt8] in
            let length = UInt32(truncatingIfNeeded: field.utf8.count)
            return stride(from: 24, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: length >> UInt32($0))
            }
                + Array(field.utf8)
        }
        return SHA256.hash(message).words.0
    }
}

extension WallpaperListing {
    /// Reads what a wallpaper's document says of it.
    init?(_ field: JSONField, name: String, of app: AppID) {
        guard let object = field.object(["category", "from", "until"]) else { return nil }
        let id = field.parsed(name: name, WallpaperID.init)
        let category = object.optional("category")?.parsed(WallpaperCategory.init)
        guard let id, let publication = Publication(object) else { return nil }
        self.init(id: id, category: category, publication: publication, app: app)
    }
}
