import CResampling

/// Makes rows of pixels from rows of light as they come.
///
/// A row of pixels is made once the last row that it needs is there: rows are added up first, and then the columns of
/// their sum.
final class Resampler {
    private let horizontal: FilterAxis
    private let vertical: FilterAxis
    /// The blocks of a row that have the columns that are needed.
    private let blocks: Range<Int>
    /// Where each pixel begins in the sums.
    private let first: [Int32]
    /// The rows that a row of pixels is made of, in order.
    private let sources: UnsafeMutablePointer<UnsafePointer<Int16>?>
    /// Their sums: red, green and blue apart, with room for what is read beyond the last.
    private let sums: UnsafeMutablePointer<Int16>
    private let sumsSize: Int
    private let row: FineRow
    /// The first row of pixels that is not made.
    private var next = 0

    /// - Parameter columns: Those of the rows to come.
    init(horizontal: FilterAxis, vertical: FilterAxis, columns: Range<Int>) {
        self.horizontal = horizontal
        self.vertical = vertical
        let firstBlock = (horizontal.samples.lowerBound - columns.lowerBound) / Light.blockPixels
        let start = columns.lowerBound + firstBlock * Light.blockPixels
        let count = horizontal.samples.upperBound - start
        blocks = firstBlock..<firstBlock + (count + Light.blockPixels - 1) / Light.blockPixels
        first = horizontal.first.map { $0 - Int32(start) }
        sources = .allocate(capacity: vertical.stride)
        sumsSize = blocks.count * Light.blockPixels + horizontal.stride
        sums = .allocate(capacity: 3 * sumsSize)
        sums.initialize(repeating: 0, count: 3 * sumsSize)
        let planeSize = (horizontal.count + Light.blockPixels - 1) / Light.blockPixels * Light.blockPixels
        row = FineRow(
            planes: .allocate(capacity: 3 * planeSize),
            planeSize: planeSize,
            count: horizontal.count
        )
        row.planes.initialize(repeating: 0, count: 3 * planeSize)
    }

    deinit {
        sources.deallocate()
        sums.deallocate()
        row.planes.deallocate()
    }

    /// Takes the next row in, and makes the rows of pixels that can be made now.
    ///
    /// - Parameters:
    ///   - rows: That one and those before it, as many as the vertical filter has weights.
    ///   - y: Its number in the source.
    func add(_ rows: some RowsOfLight, y: Int, _ take: (_ y: Int, FineRow) -> Void) {
        while next < vertical.count, vertical.end(of: next) <= y + 1 {
            addRows(rows)
            addColumns()
            take(next, row)
            next += 1
        }
    }

    /// Adds up the rows that the next row of pixels is made of.
    private func addRows(_ rows: some RowsOfLight) {
        let start = Int(vertical.first[next])
        let last = vertical.samples.upperBound - 1
        for index in 0..<vertical.stride {
            // Beyond the last row there is nothing to weigh.
            sources[index] = rows[min(start + index, last)] + blocks.lowerBound * Light.blockSize
        }
        vertical.weights.withUnsafeBufferPointer { weights in
            guard let base = weights.baseAddress else { return }
            wr_sum_rows(
                sources,
                base + next * vertical.stride,
                vertical.stride,
                vertical.bits,
                sums,
                sumsSize,
                blocks.count
            )
        }
    }

    /// Makes the next row of pixels of the sums.
    private func addColumns() {
        let even = horizontal.even
        addColumns(0..<even.lowerBound, wr_sum_pixels)
        addColumns(even, wr_sum_even_pixels)
        addColumns(even.upperBound..<row.count, wr_sum_pixels)
    }

    private typealias PixelSum = (
        UnsafePointer<Int16>, Int, UnsafePointer<Int32>, UnsafePointer<Int16>, Int, Int32,
        UnsafeMutablePointer<Int32>, Int, Int
    ) -> Void

    private func addColumns(_ part: Range<Int>, _ sum: PixelSum) {
        if part.isEmpty { return }
        first.withUnsafeBufferPointer { first in
            horizontal.weights.withUnsafeBufferPointer { weights in
                guard let first = first.baseAddress, let weights = weights.baseAddress else { return }
                sum(
                    sums,
                    sumsSize,
                    first + part.lowerBound,
                    weights + part.lowerBound * horizontal.stride,
                    horizontal.stride,
                    horizontal.bits,
                    row.planes + part.lowerBound,
                    row.planeSize,
                    part.count
                )
            }
        }
    }
}
