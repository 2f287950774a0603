/// Makes one rendition's pixels from the source's rows as they come.
///
/// A row is filtered along its length when it comes, and kept for as long as rows of pixels are made of it: some two
/// dozen at most, since sources that are much larger are halved first.
final class Resampler {
    /// Red, green and blue light, and one to fill the vector.
    typealias Light = SIMD4<Float>

    let raster: HeldRaster
    private let horizontal: FilterAxis
    private let vertical: FilterAxis
    private let width: Int
    private let height: Int
    private let encode: LightEncoder
    /// The filtered rows that are kept, each at its number modulo the stride of ``vertical``.
    private let kept: UnsafeMutablePointer<Light>
    /// Those of a row of pixels, in order.
    private let sources: UnsafeMutablePointer<UnsafeMutablePointer<Light>>
    /// The light of a row of pixels.
    private let sums: UnsafeMutablePointer<Light>
    /// The first row of pixels that is not made.
    private var next = 0

    init(horizontal: FilterAxis, vertical: FilterAxis, encode: LightEncoder, in scratch: Scratch) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.encode = encode
        width = horizontal.first.count
        height = vertical.first.count
        raster = HeldRaster(width: width, height: height, in: scratch)
        kept = .allocate(capacity: width * vertical.stride)
        kept.initialize(repeating: .zero, count: width * vertical.stride)
        sources = .allocate(capacity: vertical.stride)
        sums = .allocate(capacity: width)
        sums.initialize(repeating: .zero, count: width)
    }

    deinit {
        kept.deallocate()
        sources.deallocate()
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
        filter(row, into: kept + (y % vertical.stride) * width)
        while next < height, vertical.end[next] == y + 1 {
            sum(next)
            raster.setRow(next) { bytes in encode(sums, count: width, into: bytes) }
            next += 1
        }
    }

    private func filter(_ row: UnsafePointer<Light>, into filtered: UnsafeMutablePointer<Light>) {
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

    /// Adds up the rows that a row of pixels is made of.
    private func sum(_ pixelRow: Int) {
        let first = Int(vertical.first[pixelRow])
        let count = Int(vertical.end[pixelRow]) - first
        for index in 0..<count { sources[index] = kept + ((first + index) % vertical.stride) * width }
        vertical.weights.withUnsafeBufferPointer { weights in
            guard let base = weights.baseAddress else { return }
            let weight = base + pixelRow * vertical.stride
            for x in 0..<width {
                var even = Light.zero
                var odd = Light.zero
                var index = 0
                while index &+ 1 < count {
                    even += sources[index][x] * weight[index]
                    odd += sources[index &+ 1][x] * weight[index &+ 1]
                    index &+= 2
                }
                if index < count { even += sources[index][x] * weight[index] }
                sums[x] = even + odd
            }
        }
    }
}
