package import Definitions
package import Rollout
package import Thumbnails
package import WallpaperManifest

/// What is known of the pictures that widgets show.
package struct Gallery: Sendable {
    package let devices: DeviceTable
    package let recipes: RecipeBook
    /// By app; none of an app whose pictures have not been made.
    package let manifests: [AppID: Manifest]

    package init(devices: DeviceTable, recipes: RecipeBook, manifests: [AppID: Manifest] = [:]) {
        self.devices = devices
        self.recipes = recipes
        self.manifests = manifests
    }
}

/// Whether the pictures of one timeline fit on one kind of device, with the numbers.
package struct PictureCheck: Equatable, Sendable {
    /// A limit that is broken.
    package enum Violation: String, CaseIterable, Sendable {
        /// A picture has more pixels than WidgetKit takes there.
        case area
        /// All entries decoded have more bytes than memory.
        case memory
        /// All entries encoded have more bytes than the timeline's archive.
        case archive
        /// A recipe has no picture that WidgetKit takes there.
        case missing
    }

    package let place: DeviceTable.Place
    package let entries: Int
    /// The largest of the pictures; nil when none is shown there.
    package let largest: PixelSize?
    /// The most pixels that a picture may have there.
    package let areaCap: Int
    /// All entries' pictures decoded, 4 bytes a pixel.
    package let decodedBytes: Int
    /// What memory leaves to pictures.
    package let memoryBytes: Int
    /// All entries' pictures encoded: as large as published where they have been made, or else as they may become.
    package let archivedBytes: Int
    /// What WidgetKit archives of one timeline.
    package let archiveBytes: Int
    package let violations: [Violation]

    /// The most entries with which all of it would fit; 0: not even one.
    package var entriesThatFit: Int {
        if violations.contains(.area) || violations.contains(.missing) { return 0 }
        let decoded = decodedBytes == 0 ? Int.max : memoryBytes * entries / decodedBytes
        let archived = archivedBytes == 0 ? Int.max : archiveBytes * entries / archivedBytes
        return min(decoded, archived)
    }
}

extension PictureCheck {
    /// Checks a widget in every place where it shows pictures.
    ///
    /// - Throws: ``BudgetError`` for a recipe that does not exist.
    package static func all(
        of profile: WidgetProfile,
        in app: AppID,
        _ gallery: Gallery
    ) throws(BudgetError) -> [PictureCheck] {
        var checks: [PictureCheck] = []
        for family in profile.widget.families {
            var pictures: [Picture] = []
            for image in profile.images where image.family == family {
                pictures.append(try Picture(image, of: profile.widget.kind, in: app, gallery))
            }
            if pictures.isEmpty { continue }
            checks += gallery.devices.places(of: [family], on: nil).map { place in
                PictureCheck(
                    pictures,
                    place,
                    entries: profile.widget.timeline.entries,
                    gallery.recipes.limits
                )
            }
        }
        return checks
    }

    private init(_ pictures: [Picture], _ place: DeviceTable.Place, entries: Int, _ limits: WidgetLimits) {
        let cap = limits.areaCap(of: place.size)
        let shown = pictures.map { ($0, $0.size(in: place, areaCap: cap)) }
        let sizes = shown.compactMap(\.1)
        let decoded = shown.reduce(0) { $0 + ($1.1?.decodedBytes ?? 0) * $1.0.perEntry * entries }
        let archived = shown.reduce(0) { sum, shown in
            sum + (shown.1.map { shown.0.encodedBytes(of: $0, entries: entries, limits) } ?? 0)
        }
        var violations: [Violation] = []
        if sizes.contains(where: { $0.area > cap }) { violations.append(.area) }
        // The limits' own arithmetic, with four bytes a pixel on both sides.
        if decoded / entries > limits.memoryCap(entries: entries) * 4 { violations.append(.memory) }
        if archived > limits.archiveBytes { violations.append(.archive) }
        if shown.contains(where: { $0.1 == nil && $0.0.isMeant(for: place) }) { violations.append(.missing) }
        self.place = place
        self.entries = entries
        largest = sizes.max { $0.area < $1.area }
        areaCap = cap
        decodedBytes = decoded
        memoryBytes = limits.memoryBytes - limits.reserveBytes
        archivedBytes = archived
        archiveBytes = limits.archiveBytes
        self.violations = violations
    }
}

/// One of a widget's pictures with what is known of it.
private struct Picture {
    let perEntry: Int
    /// Variants of it in the archive: one for reduced luminance counts as another.
    let variants: Int
    /// nil: the same size everywhere.
    let recipe: Recipe?
    let fixed: PixelSize?
    /// Places that the recipe makes pictures for.
    let devices: Set<String>
    /// The sizes of the published files by their pixels, the largest first.
    let published: [PixelSize: [Int]]

    init(
        _ image: ImageDeclaration,
        of widget: WidgetKind,
        in app: AppID,
        _ gallery: Gallery
    ) throws(BudgetError) {
        perEntry = image.perEntry
        variants = image.isDimmable ? 2 : 1
        switch image.source {
        case .size(let width, let height):
            (recipe, fixed) = (nil, PixelSize(width: width, height: height))
            (devices, published) = ([], [:])
        case .recipe(let name):
            guard let recipe = gallery.recipes.recipes.first(where: { $0.name == name }) else {
                throw .unknownRecipe(
                    app: app,
                    widget: widget,
                    image: image.id,
                    name: name,
                    known: gallery.recipes.recipes.map(\.name)
                )
            }
            (self.recipe, fixed) = (recipe, nil)
            let places = gallery.devices.places(of: [image.family], on: recipe.deviceKind)
            devices = Set(places.map(\.device))
            let made =
                gallery.manifests[app]?.wallpapers.flatMap(\.variants).filter { $0.recipe == name } ?? []
            published = Dictionary(grouping: made, by: \.size).mapValues { variants in
                variants.map(\.file.byteCount).sorted(by: >)
            }
        }
    }

    func isMeant(for place: DeviceTable.Place) -> Bool { recipe == nil || devices.contains(place.device) }

    /// What is shown in a place; nil when nothing is.
    func size(in place: DeviceTable.Place, areaCap: Int) -> PixelSize? {
        guard let recipe else { return fixed }
        guard isMeant(for: place) else { return nil }
        return recipe.sizes.chosen(for: recipe.wanted(in: place.size), areaCap: areaCap)
    }

    /// What it takes in the archive of a timeline in the worst case: with the largest files that there are.
    func encodedBytes(of size: PixelSize, entries: Int, _ limits: WidgetLimits) -> Int {
        let count = entries * perEntry
        guard let files = published[size], let largest = files.first else {
            return count * limits.byteCap(of: size) * variants
        }
        // With fewer wallpapers than entries some show more than once.
        let distinct = files.prefix(count)
        return (distinct.reduce(0, +) + (count - distinct.count) * largest) * variants
    }
}
