/// A level of a pyramid: the source at half the size of the level above, with the renditions that are made from it.
///
/// A rendition is made from the smallest level that still has enough pixels, so that many small ones cost little more
/// than one. Levels are made row by row and hold one row each.
final class Level {
    typealias Light = Resampler.Light

    private let columns: Range<Int>
    private let lastRow: Int
    private var resamplers: [Resampler] = []
    private var smaller: Level?
    /// The sums of pairs in an even row, that wait for the odd one.
    private var sums: UnsafeMutablePointer<Light>?

    /// - Parameters:
    ///   - columns: Those that rows have, as many as are wanted of the picture's.
    ///   - height: The rows of the picture.
    init(columns: Range<Int>, height: Int) {
        self.columns = columns
        lastRow = height - 1
    }

    deinit { sums?.deallocate() }

    func attach(_ resampler: Resampler) { resamplers.append(resampler) }

    /// The level below, which is made when it is first asked for.
    func halved() -> Level {
        if let smaller { return smaller }
        let level = Level(
            columns: columns.lowerBound / 2..<(columns.upperBound + 1) / 2,
            height: (lastRow + 2) / 2
        )
        let sums = UnsafeMutablePointer<Light>.allocate(capacity: level.columns.count)
        sums.initialize(repeating: .zero, count: level.columns.count)
        self.sums = sums
        smaller = level
        return level
    }

    /// Takes the next row in.
    ///
    /// - Parameter row: The first of ``columns``.
    func add(_ row: UnsafePointer<Light>, y: Int) {
        for resampler in resamplers { resampler.add(row - columns.lowerBound, y: y) }
        guard let smaller, let sums else { return }
        if y % 2 == 0 {
            setSums(sums, pairsOf: row, count: smaller.columns.count)
            // The last row of an odd number stands for two.
            guard y == lastRow else { return }
            addSums(sums, pairsOf: row, count: smaller.columns.count)
        } else {
            addSums(sums, pairsOf: row, count: smaller.columns.count)
        }
        smaller.add(sums, y: y / 2)
    }

    private func setSums(_ sums: UnsafeMutablePointer<Light>, pairsOf row: UnsafePointer<Light>, count: Int) {
        for x in 0..<columns.count / 2 { sums[x] = row[2 &* x] + row[2 &* x &+ 1] }
        // The last column of an odd number stands for two.
        if columns.count % 2 == 1 { sums[count - 1] = row[columns.count - 1] * 2 }
    }

    private func addSums(_ sums: UnsafeMutablePointer<Light>, pairsOf row: UnsafePointer<Light>, count: Int) {
        for x in 0..<columns.count / 2 { sums[x] = (sums[x] + row[2 &* x] + row[2 &* x &+ 1]) * 0.25 }
        if columns.count % 2 == 1 { sums[count - 1] = (sums[count - 1] + row[columns.count - 1] * 2) * 0.25 }
    }
}
