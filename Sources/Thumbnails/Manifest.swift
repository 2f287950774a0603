package import Rollout

/// All wallpapers of one app, with the pictures that were made of them: what clients fetch.
///
/// The job writes it, the server serves it, apps read it and choose by it, all with this type. It holds wallpapers
/// that are to appear later and some that are gone; ``wallpapers(at:)`` are those to show.
package struct Manifest: Equatable, Sendable {
    package let app: AppID
    /// In the order of their names, none twice.
    package let wallpapers: [Wallpaper]

    /// The largest that is published, served and read, in bytes of its JSON: 32 MiB, some ten thousand wallpapers.
    package static let byteLimit = 32 << 20

    package init(app: AppID, wallpapers: [Wallpaper]) {
        self.app = app
        self.wallpapers = wallpapers.sorted { $0.id < $1.id }
    }

    /// Those that are shown at that moment, in the order of their names.
    package func wallpapers(at moment: Instant) -> [Wallpaper] {
        wallpapers.filter { $0.publication.contains(moment) }
    }

    /// The first moment after this one at which a wallpaper appears or goes; nil: none does.
    package func nextChange(after moment: Instant) -> Instant? {
        wallpapers.flatMap { [$0.publication.from, $0.publication.until] }.compactMap(\.self)
            .filter { $0 > moment }.min()
    }
}

extension Manifest {
    /// A wallpaper as clients see it.
    package struct Wallpaper: Equatable, Sendable {
        package let id: WallpaperID
        package let title: String
        package let category: Category?
        package let publication: Publication
        /// The shape of the picture while it loads: a BlurHash.
        package let placeholder: String
        /// By recipe, and within one from the smallest to the largest.
        package let variants: [Variant]

        package init(
            id: WallpaperID,
            title: String,
            category: Category?,
            publication: Publication,
            placeholder: String,
            variants: [Variant]
        ) {
            self.id = id
            self.title = title
            self.category = category
            self.publication = publication
            self.placeholder = placeholder
            self.variants = variants.sorted { ($0.recipe, $0.size.area) < ($1.recipe, $1.size.area) }
        }

        /// The picture to show in a place; nil when there is none that WidgetKit would take.
        ///
        /// - Parameters:
        ///   - recipe: The name of the recipe.
        ///   - native: The place's size in native pixels: points times scale.
        ///   - wanted: How many pixels are drawn; another size where the system scales the widget up.
        package func variant(_ recipe: String, in native: PixelSize, wanted: PixelSize? = nil) -> Variant? {
            let variants = variants.filter { $0.recipe == recipe }
            let cap = native.area * Self.areaTenths / 10
            let size = variants.map(\.size).chosen(for: wanted ?? native, areaCap: cap)
            return variants.first { $0.size == size }
        }

        /// WidgetKit takes 4.4 times the pixels of the widget; inferred from the limits that it reports.
        private static let areaTenths = 44
    }

    /// One picture of a wallpaper.
    package struct Variant: Equatable, Sendable {
        /// The name of the recipe that it was made by.
        package let recipe: String
        package let size: PixelSize
        package let file: ImageFile

        package init(recipe: String, size: PixelSize, file: ImageFile) {
            self.recipe = recipe
            self.size = size
            self.file = file
        }
    }
}

/// A published picture, which is named after its content and so never changes.
package struct ImageFile: Hashable, Sendable {
    /// The SHA-256 of its bytes: 64 lower-case hexadecimal digits.
    package let hash: String
    package let format: ImageFormat
    /// How many bytes it has; 1 or more.
    package let byteCount: Int

    /// - Throws: `InvalidValue` when the hash is none or there are no bytes.
    package init(hash: String, format: ImageFormat, byteCount: Int) throws(InvalidValue) {
        guard hash.utf8.count == 64, hash.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }) else {
            throw InvalidValue("\"\(hash)\" is not a hash: 64 lower-case hexadecimal digits")
        }
        guard byteCount > 0 else { throw InvalidValue("a picture has at least one byte") }
        self.hash = hash
        self.format = format
        self.byteCount = byteCount
    }

    /// `<hash>.<format>`.
    package var name: String { "\(hash).\(format.rawValue)" }
}
