import CResampling

/// A level of a pyramid: rows of light, each level with half the size of the one above.
///
/// Levels are made row by row, and hold the few rows that somebody waits for.
final class Level {
    let columns: Range<Int>
    private let lastRow: Int
    private let smaller: Level?
    private let latest: LightRows
    private let take: (_ rows: LightRows, _ y: Int) -> Void

    /// - Parameters:
    ///   - columns: Those that rows have.
    ///   - height: The rows.
    ///   - rowsHeld: How many of the last rows `take` is given.
    ///   - smaller: The level that is made of this one.
    ///   - take: Is given each row as it comes.
    init(
        columns: Range<Int>,
        height: Int,
        rowsHeld: Int = 1,
        smaller: Level? = nil,
        _ take: @escaping (_ rows: LightRows, _ y: Int) -> Void = { _, _ in }
    ) {
        self.columns = columns
        lastRow = height - 1
        self.smaller = smaller
        self.take = take
        latest = LightRows(columns: columns, count: max(rowsHeld, smaller == nil ? 1 : 2))
    }

    /// Has the next row filled, and takes it in.
    ///
    /// - Parameter fill: Is given where the row is to be, from the first of ``columns`` on.
    func add(y: Int, _ fill: (UnsafeMutablePointer<Int16>) -> Void) {
        let row = latest.place(of: y)
        fill(row)
        take(latest, y)
        guard let smaller, y % 2 == 1 || y == lastRow else { return }
        // The last row of an odd number stands for two.
        let upper = latest[y % 2 == 1 ? y - 1 : y]
        smaller.add(y: y / 2) { halved in wr_halve(upper, row, columns.count, halved) }
    }
}

/// The size of something that was halved so many times, rounded up.
func halved(_ size: Int, times: Int) -> Int { (size + (1 << times) - 1) >> times }
