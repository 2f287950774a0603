package import Rollout
package import WallpaperManifest

/// One kind of picture that widgets need of every wallpaper, from `Thumbnails/recipes.json`.
package struct Recipe: Equatable, Sendable {
    /// What of a wallpaper is shown when its shape is another.
    package enum Fit: String, CaseIterable, Sendable {
        /// The middle.
        case centre
        /// What stands out; a focal point in the wallpaper's notes goes before it.
        case attention
    }

    /// What is done to the picture besides scaling.
    package enum Treatment: String, CaseIterable, Sendable {
        case none
        /// Darkened, with fewer lit pixels, for a display of reduced luminance.
        case dimmed
        /// A silhouette as an alpha mask, round in a circular place and an oblong in a rectangular one.
        case emblem
    }

    /// How the picture is stored.
    package enum Encoding: Hashable, Sendable {
        /// - Parameter quality: 1 to 100.
        case jpeg(quality: Int)
        case png

        /// What a file's name ends in, and what the manifest calls it.
        package var format: ImageFormat {
            switch self {
            case .jpeg: .jpg
            case .png: .png
            }
        }
    }

    /// The pictures that are made.
    package enum Sizing: Equatable, Sendable {
        /// As many as the devices need, computed from the table.
        case classes([SizeClass])
        /// One, the same for all devices, with the places where WidgetKit would refuse it.
        case fixed(PixelSize, unsafeOn: [String])
    }

    /// Lower-case words joined by hyphens, one of a kind.
    package let name: String
    /// What it is for.
    package let summary: String
    /// The families that show it; at least one.
    package let families: [WidgetFamily]
    /// nil: on every kind of device.
    package let deviceKind: Device.Kind?
    /// How many entries of a timeline hold one of its pictures at once; 1 or more.
    package let entries: Int
    /// How many pixels are wanted for each native one of a row; more than 1 where the system scales a widget up.
    package let magnification: Double
    package let fit: Fit
    package let treatment: Treatment
    package let encoding: Encoding
    package let sizing: Sizing

    /// Every size that is made, the smallest first.
    package var sizes: [PixelSize] {
        switch sizing {
        case .classes(let classes): classes.map(\.size)
        case .fixed(let size, _): [size]
        }
    }

    /// What is drawn sharply in a place of this native size.
    package func wanted(in native: PixelSize) -> PixelSize {
        PixelSize(
            width: Int((Double(native.width) * magnification).rounded()),
            height: Int((Double(native.height) * magnification).rounded())
        )
    }

    /// How the file and the tables name a place: by its device, and by its family where there are several.
    package func label(of place: DeviceTable.Place) -> String {
        families.count == 1 ? place.device : "\(place.device) \(place.family.rawValue)"
    }

    /// The places that show it.
    package func places(in table: DeviceTable) -> [DeviceTable.Place] {
        table.places(of: families, on: deviceKind)
    }

    /// The same recipe with other pictures.
    func sized(_ sizing: Sizing) -> Recipe {
        Recipe(
            name: name,
            summary: summary,
            families: families,
            deviceKind: deviceKind,
            entries: entries,
            magnification: magnification,
            fit: fit,
            treatment: treatment,
            encoding: encoding,
            sizing: sizing
        )
    }
}

/// A size of picture and the places that are served best by it.
package struct SizeClass: Equatable, Sendable {
    package let size: PixelSize
    /// By their labels, in the order of the devices.
    package let places: [String]
    /// The places where it is less sharp than the screen, with how sharp it is in percent, rounded down.
    package let belowNative: [String: Int]
}
