/// What was made of a source, from which all renditions are made: its light, put aside at a scale that suits the
/// largest, and made half as large again and again for the others.
final class LightPyramid {
    /// What of the source it shows, and at what scale.
    let area: Placement
    private let levels: [HeldLight]
    private let top: Level

    /// How many samples must be left for each pixel, along each direction, for a level to be made smaller first.
    private let leastScale: Double

    /// As much, when a level is filtered.
    private static let leastFilteredScale = 1.3
    /// As much, when two by two of its samples become one.
    private static let leastHalvedScale = 2.0
    /// Levels with longer rows are not filtered, in bytes: many would have to be held for it.
    private static let longestFilteredRow = 32 * 1024

    /// - Parameters:
    ///   - area: What it shows; its pixels are those of the first level.
    ///   - placements: What is to be made from it.
    init(_ area: Placement, for placements: [Placement], in scratch: Scratch) {
        self.area = area
        let rowSize = Light.rowSize(ofPixels: area.width) * MemoryLayout<Int16>.stride
        let isFiltered = rowSize <= Self.longestFilteredRow
        let leastScale = isFiltered ? Self.leastFilteredScale : Self.leastHalvedScale
        let depth = placements.map { Self.depth(of: $0, in: area, leastScale) }.max() ?? 0
        let levels = (0...depth).map {
            HeldLight(
                width: halved(area.width, times: $0),
                height: halved(area.height, times: $0),
                in: scratch
            )
        }
        top = Self.level(levels[0], above: levels.dropFirst(), isFiltered: isFiltered)
        self.levels = levels
        self.leastScale = leastScale
    }

    /// The level whose rows are put aside, and filtered or halved for those of the next.
    private static func level(
        _ held: HeldLight,
        above others: ArraySlice<HeldLight>,
        isFiltered: Bool
    ) -> Level {
        guard let next = others.first else {
            return Level(columns: 0..<held.width, height: held.height) { rows, y in held.setRow(y, rows[y]) }
        }
        let smaller = level(next, above: others.dropFirst(), isFiltered: isFiltered)
        if !isFiltered {
            return Level(columns: 0..<held.width, height: held.height, smaller: smaller) { rows, y in
                held.setRow(y, rows[y])
            }
        }
        let horizontal = FilterAxis(
            origin: 0,
            scale: 2,
            count: next.width,
            samples: held.width,
            lanes: Light.lanes
        )
        let vertical = FilterAxis(origin: 0, scale: 2, count: next.height, samples: held.height, lanes: 2)
        let resampler = Resampler(horizontal: horizontal, vertical: vertical, columns: 0..<held.width)
        return Level(columns: 0..<held.width, height: held.height, rowsHeld: vertical.stride) { rows, y in
            held.setRow(y, rows[y])
            resampler.add(rows, y: y) { y, pixels in smaller.add(y: y, pixels.pack) }
        }
    }

    /// Has the next row of the first level filled.
    func add(y: Int, _ fill: (UnsafeMutablePointer<Int16>) -> Void) { top.add(y: y, fill) }

    /// Makes the pixels of a part of it, when all rows were added.
    func raster(of part: Placement, _ encode: LightEncoder) throws(ImagingError) -> Raster {
        let depth = min(Self.depth(of: part, in: area, leastScale), levels.count - 1)
        let held = levels[depth]
        let size = area.scale * Double(1 << depth)
        let horizontal = FilterAxis(
            origin: (part.x - area.x) / size,
            scale: part.scale / size,
            count: part.width,
            samples: held.width,
            lanes: Light.lanes
        )
        let vertical = FilterAxis(
            origin: (part.y - area.y) / size,
            scale: part.scale / size,
            count: part.height,
            samples: held.height,
            lanes: 2
        )
        let rows = try held.view()
        let resampler = Resampler(horizontal: horizontal, vertical: vertical, columns: 0..<held.width)
        return Raster(width: part.width, height: part.height) { bytes in
            for y in vertical.samples {
                resampler.add(rows, y: y) { row, pixels in encode(pixels, into: bytes + row * part.width * 3)
                }
                rows.letGo(before: y + 1 - vertical.stride)
            }
        }
    }

    /// From which level something is made: the smallest that still has enough pixels.
    private static func depth(of placement: Placement, in area: Placement, _ leastScale: Double) -> Int {
        var depth = 0
        while placement.scale / (area.scale * Double(1 << (depth + 1))) >= leastScale { depth += 1 }
        return depth
    }
}
