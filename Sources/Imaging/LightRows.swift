/// The last rows of a level: red, green and blue light, a float each.
final class LightRows {
    let columns: Range<Int>
    private let count: Int
    private let rowSize: Int
    private let floats: UnsafeMutablePointer<Float>

    /// - Parameters:
    ///   - columns: Those that each row has.
    ///   - count: How many rows are held.
    init(columns: Range<Int>, count: Int) {
        self.columns = columns
        self.count = count
        rowSize = Self.size(ofPixels: columns.count)
        floats = .allocate(capacity: rowSize * count)
        floats.initialize(repeating: 0, count: rowSize * count)
    }

    deinit { floats.deallocate() }

    /// Where a row is, from the first of ``columns`` on; another one was there before.
    subscript(y: Int) -> UnsafeMutablePointer<Float> { floats + y % count * rowSize }

    /// The floats to allocate for a row: a pixel is read and written with one float more than it has.
    static func size(ofPixels count: Int) -> Int { 3 * count + 1 }
}
