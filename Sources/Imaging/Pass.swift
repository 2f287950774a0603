/// One pass over a source, which makes the pyramid that feeds all renditions.
///
/// Filtered for each of them, the rows of a large source would be gone over a dozen times. So they are filtered once,
/// to a scale with somewhat more pixels than the largest rendition has, and the renditions are made of that.
struct Pass {
    let pyramid: LightPyramid
    private let window: Window
    private let top: Level
    private let row: LightRow

    /// How many samples must be left for each pixel, along each direction, when the source is made smaller first.
    ///
    /// With fewer the filter could not keep detail apart from aliasing.
    private static let leastScale = 2.0
    /// As much, when it is made smaller by the filter itself, which hardly aliases.
    private static let leastFilteredScale = 1.3
    /// A source is not filtered for less than this.
    private static let leastGain = 1.25

    init(_ placements: [Placement], of header: SourceHeader, background: Color, in scratch: Scratch) {
        // When nothing is wanted, the source is read all the same, which checks it.
        let placements = placements.isEmpty ? [Placement(wholeOf: header, edge: 1)] : placements
        let finest = placements.map(\.scale).min() ?? 1
        let shrink = header.shrinks.last { finest / Double($0) >= Self.leastScale } ?? 1
        var depth = 0
        while finest / Double(shrink << (depth + 1)) >= Self.leastScale { depth += 1 }
        let unit = Double(shrink << depth)
        let samples = (
            width: halved((header.width + shrink - 1) / shrink, times: depth),
            height: halved((header.height + shrink - 1) / shrink, times: depth)
        )
        let area = Self.area(of: placements, in: header, finest: finest, unit: unit)
        let horizontal = FilterAxis(
            origin: area.x / unit,
            scale: area.scale / unit,
            count: area.width,
            samples: samples.width,
            lanes: Light.lanes
        )
        let vertical = FilterAxis(
            origin: area.y / unit,
            scale: area.scale / unit,
            count: area.height,
            samples: samples.height,
            lanes: 2
        )
        window = Window(
            shrink: shrink,
            columns: horizontal.samples.doubled(times: depth, within: (header.width + shrink - 1) / shrink),
            rows: vertical.samples.doubled(times: depth, within: (header.height + shrink - 1) / shrink),
            isLastOfFile: header.isCut
        )
        let pyramid = LightPyramid(area, for: placements, in: scratch)
        let resampler = Resampler(horizontal: horizontal, vertical: vertical, columns: horizontal.samples)
        var top = Level(columns: horizontal.samples, height: samples.height, rowsHeld: vertical.stride) {
            rows,
            y in
            resampler.add(rows, y: y) { y, pixels in pyramid.add(y: y, pixels.pack) }
        }
        for times in (0..<depth).reversed() {
            top = Level(
                columns: window.columns.halvedOut(times: times),
                height: halved((header.height + shrink - 1) / shrink, times: times),
                smaller: top
            )
        }
        self.pyramid = pyramid
        self.top = top
        row = LightRow(
            count: window.columns.count,
            layout: header.layout,
            color: header.color,
            background: header.color.light(of: background)
        )
    }

    func run(_ source: any PictureSource, in scratch: Scratch) throws(ImagingError) {
        try source.decode(window, in: scratch) { y, pixels in
            top.add(y: y) { light in row.fill(light, with: pixels) }
        }
    }

    /// What of a source the pyramid shows, and at what scale.
    ///
    /// - Parameters:
    ///   - finest: The scale of the largest rendition.
    ///   - unit: How many stored pixels, along each direction, become a sample before they are filtered.
    private static func area(
        of placements: [Placement],
        in header: SourceHeader,
        finest: Double,
        unit: Double
    )
        -> Placement
    {
        // Alone, a rendition is made of the source itself.
        if let first = placements.first, placements.allSatisfy({ $0 == first }) { return first }
        // What the filter sees beyond the edges of a part is of the picture, where there is some.
        let left = max(0, placements.map { $0.x - 3 * $0.scale }.min() ?? 0)
        let top = max(0, placements.map { $0.y - 3 * $0.scale }.min() ?? 0)
        let right = placements.map { $0.x + Double($0.width + 3) * $0.scale }.max() ?? 0
        let bottom = placements.map { $0.y + Double($0.height + 3) * $0.scale }.max() ?? 0
        let scale = finest / leastFilteredScale
        if scale < leastGain * unit {
            let first = (x: (left / unit).rounded(.down), y: (top / unit).rounded(.down))
            let end = (
                x: (min(right, Double(header.width)) / unit).rounded(.up),
                y: (min(bottom, Double(header.height)) / unit).rounded(.up)
            )
            return Placement(
                x: first.x * unit,
                y: first.y * unit,
                scale: unit,
                width: Int(end.x - first.x),
                height: Int(end.y - first.y)
            )
        }
        return Placement(
            x: left,
            y: top,
            scale: scale,
            width: max(1, Int(((min(right, Double(header.width)) - left) / scale).rounded())),
            height: max(1, Int(((min(bottom, Double(header.height)) - top) / scale).rounded()))
        )
    }
}

extension Range<Int> {
    /// The columns or rows of which these are made by halving, as far as there are so many.
    fileprivate func doubled(times: Int, within limit: Int) -> Range<Int> {
        lowerBound << times..<Swift.min(upperBound << times, limit)
    }

    /// Those that are made of these by halving.
    fileprivate func halvedOut(times: Int) -> Range<Int> {
        lowerBound >> times..<halved(upperBound, times: times)
    }
}
