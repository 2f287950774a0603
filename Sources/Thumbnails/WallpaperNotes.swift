import Rollout
import StrictJSON
package import WallpaperManifest

/// What people say of a wallpaper in the file beside it, `<wallpaper>.json`.
package struct WallpaperNotes: Equatable, Sendable {
    /// A point of the upright picture as fractions of its width and height, each 0 to 1, from the top left.
    package struct Focus: Equatable, Sendable {
        package let x: Double
        package let y: Double

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// As users see it; nil: the wallpaper's name.
    package let title: String?
    package let category: WallpaperCategory?
    /// What must stay in view when the picture is cut to another shape; nil: found by itself.
    package let focus: Focus?
    package let publication: Publication

    /// Of a wallpaper without such a file.
    package static let none = WallpaperNotes(
        title: nil,
        category: nil,
        focus: nil,
        publication: .always
    )
}

extension WallpaperNotes {
    /// Reads the file.
    ///
    /// - Parameter file: Its name, for the error.
    /// - Throws: ``ThumbnailsError`` with every fault.
    package init(parsing bytes: [UInt8], file: String) throws(ThumbnailsError) {
        self = try ThumbnailsError.read(bytes, file: file) { WallpaperNotes($0) }
    }

    private init?(_ field: JSONField) {
        guard let object = field.object(["title", "category", "focus", "from", "until"]) else { return nil }
        // What cannot be read is nil here, and a finding that refuses the whole.
        let title = object.optional("title")?.text(limit: 200)
        let category = object.optional("category")?.parsed(WallpaperCategory.init)
        let focus = object.optional("focus").flatMap { Focus($0) }
        guard let publication = Publication(object) else { return nil }
        self.init(title: title, category: category, focus: focus, publication: publication)
    }
}

extension WallpaperNotes.Focus {
    fileprivate init?(_ field: JSONField) {
        guard let object = field.object(["x", "y"]) else { return nil }
        let x = object.required("x")?.decimal(in: 0...1)
        let y = object.required("y")?.decimal(in: 0...1)
        guard let x, let y else { return nil }
        self.init(x: x, y: y)
    }
}
