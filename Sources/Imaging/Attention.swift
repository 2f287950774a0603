/// Where the eye goes in a picture: to contrast, to strong colours, and to what differs from the rest.
///
/// No colour counts for being what it is, that of skin neither: sand and wood have it too, and skin has many. The
/// picture is seen in cells of some pixels, as if from afar, because grain and fine texture do not draw the eye.
struct Attention {
    /// About how many cells the longer edge has.
    private static let cellsAlongEdge = 96
    /// How much each cause counts against contrast.
    private static let weightOfSaturation: Float = 0.4
    private static let weightOfRarity: Float = 0.3
    /// What remains of a cell's weight at the edge of a cut: what draws the eye is better in the middle.
    private static let weightAtEdge: Float = 0.4

    private let columns: Int
    private let rows: Int
    private let weights: [Float]

    /// The longer edge, in pixels, of a picture in which enough can be seen.
    static let enoughPixels = 4 * cellsAlongEdge

    init(_ raster: Raster) {
        let cellSize = max(1, max(raster.width, raster.height) / Self.cellsAlongEdge)
        columns = max(1, raster.width / cellSize)
        rows = max(1, raster.height / cellSize)
        let cells = Self.cells(raster, columns: columns, rows: rows, size: cellSize)
        let mean = cells.reduce(.zero, +) / Float(cells.count)
        var weights = [Float](repeating: 0, count: columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let cell = cells[row * columns + column]
                let right = cells[row * columns + min(column + 1, columns - 1)]
                let below = cells[min(row + 1, rows - 1) * columns + column]
                let contrast = Self.distance(cell, right) + Self.distance(cell, below)
                let saturation = cell.max() - cell.min()
                weights[row * columns + column] =
                    contrast + Self.weightOfSaturation * saturation * saturation
                    + Self.weightOfRarity * Self.distance(cell, mean)
            }
        }
        self.weights = weights
    }

    /// The upper left corner of the cut of a size that holds the most of what draws the eye; the most central one of
    /// several that are alike.
    ///
    /// - Parameter whole: The size of the picture from which it is cut, of which the cells are parts.
    func bestCut(width: Int, height: Int, of whole: (width: Int, height: Int)) -> (x: Int, y: Int) {
        let profileAcross = (0..<columns).map { column in
            (0..<rows).reduce(Float(0)) { $0 + weights[$1 * columns + column] }
        }
        let profileDown = (0..<rows).map { row in weights[row * columns..<(row + 1) * columns].reduce(0, +) }
        return (
            x: bestStart(profileAcross, length: width, of: whole.width),
            y: bestStart(profileDown, length: height, of: whole.height)
        )
    }

    /// - Parameters:
    ///   - profile: The weight of each line of cells.
    ///   - length: Of the cut, in pixels.
    ///   - total: Of the picture, in pixels.
    private func bestStart(_ profile: [Float], length: Int, of total: Int) -> Int {
        let slack = total - length
        guard slack > 0 else { return 0 }
        let cellSize = Float(total) / Float(profile.count)
        let steps = min(slack, 2 * profile.count)
        var best = (start: slack / 2, score: -Float.infinity, offCentre: Int.max)
        for step in 0...steps {
            let start = slack * step / steps
            let score = score(profile, cellSize: cellSize, start: start, length: length)
            let offCentre = abs(2 * start - slack)
            // Differences this small are of rounding, and not of the picture.
            let isBetter = score > best.score * 1.0001 + 1e-6
            let isAlike = abs(score - best.score) <= abs(best.score) * 0.0001 + 1e-6
            if isBetter || isAlike && offCentre < best.offCentre { best = (start, score, offCentre) }
        }
        return best.start
    }

    private func score(_ profile: [Float], cellSize: Float, start: Int, length: Int) -> Float {
        var sum: Float = 0
        for (index, weight) in profile.enumerated() {
            let centre = (Float(index) + 0.5) * cellSize
            // From -1 at the start of the cut to 1 at its end.
            let place = 2 * (centre - Float(start)) / Float(length) - 1
            guard abs(place) <= 1 else { continue }
            sum += weight * (1 - (1 - Self.weightAtEdge) * place * place)
        }
        return sum
    }

    /// The mean colour of each cell, each channel from 0 to 1.
    private static func cells(_ raster: Raster, columns: Int, rows: Int, size: Int) -> [SIMD3<Float>] {
        var sums = [SIMD3<Int32>](repeating: .zero, count: columns * rows)
        // A picture lower than a cell has cells of its height.
        let cellHeight = min(size, raster.height)
        let cellWidth = min(size, raster.width)
        raster.bytes.withUnsafeBufferPointer { bytes in
            for y in 0..<rows &* cellHeight {
                let firstCell = y / cellHeight &* columns
                var at = y &* raster.width &* 3
                for cell in firstCell..<firstCell &+ columns {
                    var red: Int32 = 0
                    var green: Int32 = 0
                    var blue: Int32 = 0
                    for _ in 0..<cellWidth {
                        red &+= Int32(bytes[at])
                        green &+= Int32(bytes[at &+ 1])
                        blue &+= Int32(bytes[at &+ 2])
                        at &+= 3
                    }
                    sums[cell] &+= SIMD3(red, green, blue)
                }
            }
        }
        let scale = 1 / Float(255 * cellWidth * cellHeight)
        return sums.map { SIMD3<Float>($0) * scale }
    }

    private static func distance(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
        let difference = a - b
        return (difference * difference).sum().squareRoot()
    }
}
