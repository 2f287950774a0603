/// Which pixels a pass of an interlaced picture has (PNG, third edition, 8.2).
struct InterlacePass: Equatable {
    let firstColumn: Int
    let columnStep: Int
    let firstRow: Int
    let rowStep: Int

    static let adam7 = [
        InterlacePass(firstColumn: 0, columnStep: 8, firstRow: 0, rowStep: 8),
        InterlacePass(firstColumn: 4, columnStep: 8, firstRow: 0, rowStep: 8),
        InterlacePass(firstColumn: 0, columnStep: 4, firstRow: 4, rowStep: 8),
        InterlacePass(firstColumn: 2, columnStep: 4, firstRow: 0, rowStep: 4),
        InterlacePass(firstColumn: 0, columnStep: 2, firstRow: 2, rowStep: 4),
        InterlacePass(firstColumn: 1, columnStep: 2, firstRow: 0, rowStep: 2),
        InterlacePass(firstColumn: 0, columnStep: 1, firstRow: 1, rowStep: 2),
    ]

    func has(row: Int) -> Bool { row >= firstRow && (row - firstRow) % rowStep == 0 }

    /// Those of the pass's pixels of a row, counted from its first, that lie in columns of the picture.
    func pixels(in columns: Range<Int>) -> Range<Int> {
        func count(before column: Int) -> Int { max(0, column - firstColumn + columnStep - 1) / columnStep }
        return count(before: columns.lowerBound)..<count(before: columns.upperBound)
    }
}
