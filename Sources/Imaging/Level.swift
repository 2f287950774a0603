import CResampling

/// A level of a pyramid: the source at half the size of the level above, with the renditions that are made from it.
///
/// A rendition is made from the smallest level that still has enough pixels, so that many small ones cost little more
/// than one. Levels are made row by row, and hold the few rows that a row of a rendition is made of.
final class Level {
    private let columns: Range<Int>
    private let lastRow: Int
    private var resamplers: [Resampler] = []
    private var smaller: Level?
    /// Made with the first row, when all renditions are known.
    private var rows: LightRows?

    /// - Parameters:
    ///   - columns: Those that rows have, as many as are wanted of the picture's.
    ///   - height: The rows of the picture.
    init(columns: Range<Int>, height: Int) {
        self.columns = columns
        lastRow = height - 1
    }

    func attach(_ resampler: Resampler) { resamplers.append(resampler) }

    /// The level below, which is made when it is first asked for.
    func halved() -> Level {
        if let smaller { return smaller }
        let level = Level(
            columns: columns.lowerBound / 2..<(columns.upperBound + 1) / 2,
            height: (lastRow + 2) / 2
        )
        smaller = level
        return level
    }

    /// Has the next row filled, and takes it in.
    ///
    /// - Parameter fill: Is given where the row is to be, from the first of ``columns`` on.
    func add(y: Int, _ fill: (UnsafeMutablePointer<Float>) -> Void) {
        let rows = heldRows()
        let row = rows[y]
        fill(row)
        for resampler in resamplers { resampler.add(rows, y: y) }
        guard let smaller, y % 2 == 1 || y == lastRow else { return }
        // The last row of an odd number stands for two.
        let upper = y % 2 == 1 ? rows[y - 1] : row
        smaller.add(y: y / 2) { halved in wr_halve(upper, row, columns.count, halved) }
    }

    private func heldRows() -> LightRows {
        if let rows { return rows }
        let count = max(smaller == nil ? 1 : 2, resamplers.map(\.rowsAtOnce).max() ?? 0)
        let made = LightRows(columns: columns, count: count)
        rows = made
        return made
    }
}
