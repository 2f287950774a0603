public import Rollout

/// All wallpapers of one app, with the pictures that were made of them: what clients fetch.
///
/// The job writes it, the server serves it, apps read it and choose by it, all with this type. It holds wallpapers
/// that are to appear later and some that are gone; ``wallpapers(at:)`` are those to show.
public struct Manifest: Equatable, Sendable {
    /// Whose they are.
    public let app: AppID
    /// In the order of their names, none twice.
    public let wallpapers: [Wallpaper]

    /// The largest that is published, served and read, in bytes of its JSON: 32 MiB, some ten thousand wallpapers.
    public static let byteLimit = 32 << 20

    /// - Parameter wallpapers: In any order, no name twice.
    public init(app: AppID, wallpapers: [Wallpaper]) {
        self.app = app
        self.wallpapers = wallpapers.sorted { $0.id < $1.id }
    }

    /// Those that are shown at that moment, in the order of their names.
    public func wallpapers(at moment: Instant) -> [Wallpaper] {
        wallpapers.filter { $0.publication.contains(moment) }
    }

    /// The first moment after this one at which a wallpaper appears or goes; nil: none does.
    public func nextChange(after moment: Instant) -> Instant? {
        wallpapers.flatMap { [$0.publication.from, $0.publication.until] }.compactMap(\.self)
            .filter { $0 > moment }.min()
    }
}

extension Manifest {
    /// A wallpaper as clients see it.
    public struct Wallpaper: Hashable, Sendable {
        /// Its name within the app.
        public let id: WallpaperID
        /// As users see it: at most 200 bytes, not empty.
        public let title: String
        /// What the daily pick can draw it by; nil: it has none.
        public let category: WallpaperCategory?
        /// From when until when it is shown.
        public let publication: Publication
        /// What to show while the picture is not there: a BlurHash (https://blurha.sh), usually of 28 characters.
        public let placeholder: String
        /// By recipe, and within one from the smallest to the largest.
        public let variants: [Variant]

        /// A wallpaper out of its parts.
        ///
        /// - Parameter variants: In any order.
        public init(
            id: WallpaperID,
            title: String,
            category: WallpaperCategory?,
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
        public func variant(for place: WallpaperPlace) -> Variant? {
            let variants = variants.filter { $0.recipe == place.recipe }
            let cap = place.native.area * Self.areaTenths / 10
            let size = variants.map(\.size).chosen(for: place.wanted, areaCap: cap)
            return variants.first { $0.size == size }
        }

        /// WidgetKit takes 4.4 times the pixels of the widget; inferred from the limits that it reports.
        private static let areaTenths = 44
    }

    /// One picture of a wallpaper.
    public struct Variant: Hashable, Sendable {
        /// The name of the recipe that it was made by.
        public let recipe: String
        /// In pixels.
        public let size: PixelSize
        /// What it is known and fetched by.
        public let file: ImageFile

        /// A picture out of its parts.
        public init(recipe: String, size: PixelSize, file: ImageFile) {
            self.recipe = recipe
            self.size = size
            self.file = file
        }
    }
}
