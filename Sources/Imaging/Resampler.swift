/// Makes one rendition's pixels from the source's rows as they come.
///
/// Resampling is linear: each row is filtered along its length once, and added with its weight to the few rows of
/// pixels that it belongs to. So no more than those are ever held when rows come from top to bottom.
final class Resampler {
    /// Red, green and blue light, and one to fill the vector.
    typealias Light = SIMD4<Float>

    private let horizontal: FilterAxis
    private let vertical: FilterAxis
    private let width: Int
    private let height: Int
    private let encode: LightEncoder
    /// The row of light that was just filtered.
    private let filtered: UnsafeMutablePointer<Light>
    /// Rows of pixels to be, each at its number modulo ``openRows``.
    private let sums: UnsafeMutablePointer<Light>
    private let openRows: Int
    /// The first row of pixels that is not done.
    private var next = 0
    let raster: HeldRaster

    init(horizontal: FilterAxis, vertical: FilterAxis, encode: LightEncoder, in scratch: Scratch) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.encode = encode
        width = horizontal.first.count
        height = vertical.first.count
        openRows = Self.mostOpenRows(vertical)
        filtered = .allocate(capacity: width)
        filtered.initialize(repeating: .zero, count: width)
        sums = .allocate(capacity: width * openRows)
        sums.initialize(repeating: .zero, count: width * openRows)
        raster = HeldRaster(width: width, height: height, in: scratch)
    }

    deinit {
        filtered.deallocate()
        sums.deallocate()
    }

    /// The samples of the source that are needed.
    var columns: Range<Int> { horizontal.samples }
    var rows: Range<Int> { vertical.samples }

    /// Takes the next row in.
    ///
    /// - Parameters:
    ///   - row: Where the picture's first column is, or would be; only those of ``columns`` are read.
    ///   - y: Its number in the source.
    func add(_ row: UnsafePointer<Light>, y: Int) {
        guard next < height, vertical.first[next] <= y else { return }
        filter(row)
        var pixelRow = next
        while pixelRow < height, vertical.first[pixelRow] <= y {
            let weight = vertical.weights[pixelRow * vertical.stride + y - Int(vertical.first[pixelRow])]
            let sum = sums + (pixelRow % openRows) * width
            for x in 0..<width { sum[x] += filtered[x] * weight }
            pixelRow += 1
        }
        while next < height, vertical.end[next] == y + 1 { close() }
    }

    /// Turns the light of the first row that is not done into pixels.
    private func close() {
        let sum = sums + (next % openRows) * width
        raster.setRow(next) { bytes in encode(sum, count: width, into: bytes) }
        sum.update(repeating: .zero, count: width)
        next += 1
    }

    private func filter(_ row: UnsafePointer<Light>) {
        horizontal.weights.withUnsafeBufferPointer { weights in
            guard let base = weights.baseAddress else { return }
            for x in 0..<width {
                let from = Int(horizontal.first[x])
                let count = Int(horizontal.end[x]) &- from
                let samples = row + from
                let weight = base + x &* horizontal.stride
                // Two sums, so that an addition need not wait for the one before.
                var even = Light.zero
                var odd = Light.zero
                var index = 0
                while index &+ 1 < count {
                    even += samples[index] * weight[index]
                    odd += samples[index &+ 1] * weight[index &+ 1]
                    index &+= 2
                }
                if index < count { even += samples[index] * weight[index] }
                filtered[x] = even + odd
            }
        }
    }

    private static func mostOpenRows(_ vertical: FilterAxis) -> Int {
        var most = 1
        var oldest = 0
        for row in vertical.first.indices {
            while vertical.end[oldest] <= vertical.first[row] { oldest += 1 }
            most = max(most, row - oldest + 1)
        }
        return most
    }
}
