public import Rollout

/// Where a picture is to be shown: which kind of picture is wanted, and how many pixels there are.
public struct WallpaperPlace: Hashable, Sendable {
    /// The name of the recipe that its pictures are made by, such as `small`.
    public let recipe: String
    /// The place's native pixels: points times scale.
    public let native: PixelSize
    /// How many pixels are drawn; more than ``native`` where the system scales the widget up.
    public let wanted: PixelSize

    /// - Parameters:
    ///   - recipe: A name in `Thumbnails/recipes.json`; one that a wallpaper has no picture of gives none.
    ///   - width: In points, as of `TimelineProviderContext.displaySize`. What gives no number of pixels from 1 to
    ///     ``PixelSize/limit`` is brought to the nearest that is allowed.
    ///   - height: In points, likewise.
    ///   - scale: Pixels for each point of a row, such as 3: `EnvironmentValues.displayScale`.
    ///   - magnification: By how much the system scales the widget up, as the recipe has it; 1: not at all.
    public init(recipe: String, width: Double, height: Double, scale: Double, magnification: Double = 1) {
        let native = PixelSize(width, height, times: scale)
        self.init(
            recipe: recipe,
            native: native,
            wanted: PixelSize(Double(native.width), Double(native.height), times: magnification)
        )
    }

    package init(recipe: String, native: PixelSize, wanted: PixelSize? = nil) {
        self.recipe = recipe
        self.native = native
        self.wanted = wanted ?? native
    }
}

extension WidgetFamily {
    /// The recipe that the project comes with for the background of this family, or for its emblem; nil where it has
    /// none.
    ///
    /// StandBy has others, `standby` and `standby-dimmed`; and whoever has changed `Thumbnails/recipes.json` has their
    /// own.
    public var usualRecipe: String? {
        switch self {
        case .systemSmall: "small"
        case .systemMedium: "medium"
        case .systemLarge: "large"
        case .systemExtraLarge: "extra-large"
        case .accessoryCircular: "emblem-circular"
        case .accessoryRectangular: "emblem-rectangular"
        case .accessoryInline, .accessoryCorner: nil
        }
    }
}

extension PixelSize {
    /// Rounded to whole pixels.
    fileprivate init(_ width: Double, _ height: Double, times factor: Double) {
        func side(_ length: Double) -> Int {
            // Also of what is no number.
            length >= 1 ? Int(min(length, Double(Self.limit)).rounded()) : 1
        }
        self.init(width: side(width * factor), height: side(height * factor))
    }
}
