extension Sequence<PixelSize> {
    /// The picture to show in a place: of those that WidgetKit takes the smallest that is as sharp as the screen, or
    /// else the sharpest; nil when it takes none.
    ///
    /// - Parameters:
    ///   - wanted: As many pixels as are drawn.
    ///   - areaCap: The most pixels that WidgetKit takes there.
    package func chosen(for wanted: PixelSize, areaCap: Int) -> PixelSize? {
        filter { $0.area <= areaCap }.min { a, b in
            let (sharpA, sharpB) = (Cover(a, over: wanted).sharpness, Cover(b, over: wanted).sharpness)
            if sharpA >= 1 && sharpB >= 1 { return a.area < b.area }
            return sharpA > sharpB
        }
    }
}

/// A picture drawn so that it covers a place, which may be of another shape.
package struct Cover: Equatable, Sendable {
    /// Pixels of the picture for each drawn one of a row; 1 and above: as sharp as the screen.
    package let sharpness: Double
    /// How much of the picture's area does not show, in percent.
    package let cropPercent: Double

    package init(_ picture: PixelSize, over place: PixelSize) {
        let across = Double(picture.width) / Double(place.width)
        let down = Double(picture.height) / Double(place.height)
        sharpness = min(across, down)
        cropPercent = (1 - min(across, down) / max(across, down)) * 100
    }
}
