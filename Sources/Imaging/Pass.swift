/// One pass over a source, which feeds all renditions.
struct Pass {
    /// How many samples must be left for each pixel, along each direction, when the source is made smaller first.
    ///
    /// With fewer the filter could not keep detail apart from aliasing.
    fileprivate static let leastScale = 2.0

    private let window: Window
    private let top: Level
    private let resamplers: [Placement: Resampler]
    private let row: LightRow

    init(_ placements: [Placement], of header: SourceHeader, background: Color, in scratch: Scratch) {
        let finest = placements.map(\.scale).min() ?? 1
        let shrink = header.shrinks.last { finest / Double($0) >= Self.leastScale } ?? 1
        let samples = (
            width: (header.width + shrink - 1) / shrink,
            height: (header.height + shrink - 1) / shrink
        )
        // Renditions that differ in what is done to their pixels afterwards share them.
        let placements = Set(placements)
        let filters = placements.map { ($0, PlacementFilter($0, shrink: shrink, samples)) }
        // Pairs, and pairs of pairs, are to begin where the picture's do.
        let deepest = filters.map(\.1.depth).max() ?? 0
        let window = Window(
            shrink: shrink,
            columns: filters.map(\.1.columns).union(alignedTo: 1 << deepest, within: samples.width),
            rows: filters.map(\.1.rows).union(alignedTo: 1 << deepest, within: samples.height),
            isLastOfFile: header.isCut
        )
        let top = Level(columns: window.columns, height: samples.height)
        var resamplers: [Placement: Resampler] = [:]
        for (placement, filter) in filters {
            let resampler = Resampler(
                horizontal: filter.horizontal,
                vertical: filter.vertical,
                encode: LightEncoder(header.color.matrix),
                in: scratch
            )
            (0..<filter.depth).reduce(top) { level, _ in level.halved() }.attach(resampler)
            resamplers[placement] = resampler
        }
        self.resamplers = resamplers
        row = LightRow(
            count: window.columns.count,
            layout: header.layout,
            color: header.color,
            background: header.color.light(of: background)
        )
        self.window = window
        self.top = top
    }

    /// What is made for one of the placements, as the stored picture lies.
    subscript(placement: Placement) -> HeldRaster? { resamplers[placement]?.raster }

    func run(_ source: any PictureSource, in scratch: Scratch) throws(ImagingError) {
        try source.decode(window, in: scratch) { y, pixels in
            top.add(y: y) { light in row.fill(light, with: pixels) }
        }
    }
}

/// How one placement is filtered, and from which level of the pyramid.
private struct PlacementFilter {
    /// How many times the decoded picture is halved first.
    let depth: Int
    let horizontal: FilterAxis
    let vertical: FilterAxis

    init(_ placement: Placement, shrink: Int, _ samples: (width: Int, height: Int)) {
        var depth = 0
        while placement.scale / Double(shrink << (depth + 1)) >= Pass.leastScale { depth += 1 }
        let size = Double(shrink << depth)
        self.depth = depth
        horizontal = FilterAxis(
            origin: placement.x / size,
            scale: placement.scale / size,
            count: placement.width,
            samples: (samples.width + (1 << depth) - 1) >> depth
        )
        vertical = FilterAxis(
            origin: placement.y / size,
            scale: placement.scale / size,
            count: placement.height,
            samples: (samples.height + (1 << depth) - 1) >> depth
        )
    }

    /// The columns of the decoded picture that are needed.
    var columns: Range<Int> {
        horizontal.samples.lowerBound << depth..<horizontal.samples.upperBound << depth
    }
    /// The rows of the decoded picture that are needed.
    var rows: Range<Int> { vertical.samples.lowerBound << depth..<vertical.samples.upperBound << depth }
}

extension [Range<Int>] {
    /// From the first to the last of all, begun at a multiple of `alignment`, and cut at `limit`.
    fileprivate func union(alignedTo alignment: Int, within limit: Int) -> Range<Int> {
        let first = map(\.lowerBound).min() ?? 0
        let end = map(\.upperBound).max() ?? limit
        let alignedEnd = (end + alignment - 1) / alignment * alignment
        return first / alignment * alignment..<Swift.min(alignedEnd, limit)
    }
}
