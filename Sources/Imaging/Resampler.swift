import CResampling

/// Makes one rendition's pixels from the source's rows as they come.
///
/// A row of pixels is made once the last row that it needs is there: rows are added up first, and then the columns of
/// their sum.
final class Resampler {
    let raster: HeldRaster
    private let horizontal: FilterAxis
    private let vertical: FilterAxis
    private let width: Int
    private let height: Int
    private let encode: LightEncoder
    /// The rows that a row of pixels is made of, in order.
    private let sources: UnsafeMutablePointer<UnsafePointer<Float>?>
    /// Their sum.
    private let sum: UnsafeMutablePointer<Float>
    /// The light of a row of pixels.
    private let light: UnsafeMutablePointer<Float>
    /// The first row of pixels that is not made.
    private var next = 0

    init(horizontal: FilterAxis, vertical: FilterAxis, encode: LightEncoder, in scratch: Scratch) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.encode = encode
        width = horizontal.first.count
        height = vertical.first.count
        raster = HeldRaster(width: width, height: height, in: scratch)
        sources = .allocate(capacity: vertical.stride)
        let sumSize = LightRows.size(ofPixels: horizontal.samples.count)
        sum = .allocate(capacity: sumSize)
        sum.initialize(repeating: 0, count: sumSize)
        light = .allocate(capacity: LightRows.size(ofPixels: width))
        light.initialize(repeating: 0, count: LightRows.size(ofPixels: width))
    }

    deinit {
        sources.deallocate()
        sum.deallocate()
        light.deallocate()
    }

    /// How many rows of the source are needed for a row of pixels, at most.
    var rowsAtOnce: Int { vertical.stride }

    /// Takes the next row in.
    ///
    /// - Parameters:
    ///   - rows: That one and those before it.
    ///   - y: Its number in the source.
    func add(_ rows: LightRows, y: Int) {
        while next < height, vertical.end[next] == y + 1 {
            add(rows)
            addColumns()
            raster.setRow(next) { bytes in encode(light, count: width, into: bytes) }
            next += 1
        }
    }

    /// Adds up the rows that the next row of pixels is made of.
    private func add(_ rows: LightRows) {
        let first = Int(vertical.first[next])
        let count = Int(vertical.end[next]) - first
        let column = horizontal.samples.lowerBound - rows.columns.lowerBound
        for index in 0..<count { sources[index] = UnsafePointer(rows[first + index] + 3 * column) }
        vertical.weights.withUnsafeBufferPointer { weights in
            guard let base = weights.baseAddress else { return }
            wr_sum_rows(
                sources,
                base + next * vertical.stride,
                count,
                sum,
                3 * horizontal.samples.count
            )
        }
    }

    /// Makes the next row of pixels of the sum.
    private func addColumns() {
        wr_sum_pixels(
            sum,
            horizontal.firstInSamples,
            horizontal.endInSamples,
            horizontal.weights,
            horizontal.stride,
            light,
            width
        )
    }
}
