/// Rows of light that lie somewhere.
protocol RowsOfLight {
    /// Where a row begins.
    subscript(y: Int) -> UnsafePointer<Int16> { get }
}

/// The last rows of a level.
final class LightRows: RowsOfLight {
    /// Those that each row has, from the first block's first on.
    let columns: Range<Int>
    private let count: Int
    private let rowSize: Int
    private let numbers: UnsafeMutablePointer<Int16>

    /// - Parameters:
    ///   - columns: Those that each row has.
    ///   - count: How many rows are held.
    init(columns: Range<Int>, count: Int) {
        self.columns = columns
        self.count = count
        rowSize = Light.rowSize(ofPixels: columns.count)
        numbers = .allocate(capacity: rowSize * count)
        numbers.initialize(repeating: 0, count: rowSize * count)
    }

    deinit { numbers.deallocate() }

    subscript(y: Int) -> UnsafePointer<Int16> { UnsafePointer(place(of: y)) }

    /// Where a row is to be; another one was there before.
    func place(of y: Int) -> UnsafeMutablePointer<Int16> { numbers + y % count * rowSize }
}
