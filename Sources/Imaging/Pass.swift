/// One pass over a source, which feeds all renditions.
struct Pass {
    /// How many samples of the source must be left for each pixel of a rendition, along each direction, when the
    /// decoder or a level of the pyramid makes the source smaller. With less the filter could not keep detail apart
    /// from aliasing.
    fileprivate static let leastScale = 2.0

    private let window: Window
    private let top: Level
    private let resamplers: [Resampler]

    init(_ placements: [Placement], of header: SourceHeader) {
        let finest = placements.map(\.scale).min() ?? 1
        let shrink = header.shrinks.last { finest / Double($0) >= Self.leastScale } ?? 1
        let samples = (
            width: (header.width + shrink - 1) / shrink,
            height: (header.height + shrink - 1) / shrink
        )
        let filters = placements.map { PlacementFilter($0, shrink: shrink, samples) }
        // Pairs, and pairs of pairs, are to begin where the picture's do.
        let deepest = filters.map(\.depth).max() ?? 0
        let window = Window(
            shrink: shrink,
            columns: filters.map(\.columns).union(alignedTo: 1 << deepest, within: samples.width),
            rows: filters.map(\.rows).union(alignedTo: 1 << deepest, within: samples.height)
        )
        let top = Level(columns: window.columns, height: samples.height)
        resamplers = filters.map { filter in
            let resampler = Resampler(
                horizontal: filter.horizontal,
                vertical: filter.vertical,
                inOrder: true,
                encode: LightEncoder()
            )
            (0..<filter.depth).reduce(top) { level, _ in level.halved() }.attach(resampler)
            return resampler
        }
        self.window = window
        self.top = top
    }

    /// What was made for each of the placements, as the stored picture lies.
    var rasters: [Raster] { resamplers.map(\.raster) }

    func run(_ source: any PictureSource) throws(ImagingError) {
        let row = LightRow(count: window.columns.count, layout: source.header.layout)
        try source.decode(window) { y, pixels in
            row.fill(pixels)
            top.add(row.light, y: y)
        }
        for resampler in resamplers { resampler.finish() }
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
