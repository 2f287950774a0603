/// A silhouette of what stands out from a picture's borders: white, its shape in the alpha channel.
struct Emblem {
    let width: Int
    let height: Int
    /// Grey and alpha, a byte each.
    let bytes: [UInt8]

    /// How far apart, from 0 to 1, two tones must be for one to stand out from the other.
    private static let leastContrast: Float = 0.02

    init(_ raster: Raster, shape: Rendition.EmblemShape) {
        width = raster.width
        height = raster.height
        let smooth = SmoothPlanes(raster, radius: max(1, min(width, height) / 100))
        let apart = Self.distanceFromBorder(smooth)
        let threshold = Self.threshold(apart)
        // Over this range, to both sides of the threshold, alpha rises, so that edges are smooth.
        let softness = max(0.02, threshold.spread * 0.15)
        // A picture of one tone has nothing that stands out; its emblem is the outline filled.
        let isPlain = threshold.spread < Self.leastContrast
        var bytes = [UInt8](repeating: 255, count: width * height * 2)
        bytes.withUnsafeMutableBufferPointer { bytes in
            apart.withUnsafeBufferPointer { apart in
                for pixel in 0..<apart.count {
                    let rise = (apart[pixel] - threshold.value) / (2 * softness) + 0.5
                    let alpha = isPlain ? 1 : min(max(rise, 0), 1)
                    bytes[2 &* pixel &+ 1] = UInt8(alpha * 255 + 0.5)
                }
            }
        }
        if shape == .circle { Self.cut(&bytes, width, height) }
        self.bytes = bytes
    }

    /// The share of pixels, from 0 to 1, that are not transparent.
    var litShare: Double {
        let lit = stride(from: 1, to: bytes.count, by: 2).count { bytes[$0] != 0 }
        return Double(lit) / Double(width * height)
    }

    /// Leaves of the alpha what lies in the largest circle that fits.
    private static func cut(_ bytes: inout [UInt8], _ width: Int, _ height: Int) {
        bytes.withUnsafeMutableBufferPointer { bytes in
            for y in 0..<height {
                let down = Float(y) + 0.5 - Float(height) / 2
                for x in 0..<width {
                    let across = Float(x) + 0.5 - Float(width) / 2
                    let distance = (across * across + down * down).squareRoot()
                    let inside = min(max(Float(min(width, height)) / 2 - distance + 0.5, 0), 1)
                    let alpha = 2 &* (y &* width &+ x) &+ 1
                    bytes[alpha] = UInt8(Float(bytes[alpha]) * inside + 0.5)
                }
            }
        }
    }

    /// How far each pixel's colour is from the mean of the border, most weight on how light it is.
    private static func distanceFromBorder(_ smooth: SmoothPlanes) -> [Float] {
        let means = smooth.planes.map { borderMean($0, width: smooth.width, height: smooth.height) }
        let (red, green, blue) = (smooth.planes[0], smooth.planes[1], smooth.planes[2])
        let (meanRed, meanGreen, meanBlue) = (means[0], means[1], means[2])
        return [Float](unsafeUninitializedCapacity: red.count) { distances, count in
            for index in 0..<red.count {
                let (red, green, blue) = (
                    red[index] - meanRed, green[index] - meanGreen, blue[index] - meanBlue
                )
                let square = 0.3 * red * red + 0.5 * green * green + 0.2 * blue * blue
                distances.initializeElement(at: index, to: square.squareRoot())
            }
            count = red.count
        }
    }

    /// The mean of the outermost pixels.
    private static func borderMean(_ plane: [Float], width: Int, height: Int) -> Float {
        var border = plane[..<width] + (height > 1 ? plane[(width * (height - 1))...] : [])
        for row in 0..<max(0, height - 2) {
            border.append(plane[(row + 1) * width])
            if width > 1 { border.append(plane[(row + 2) * width - 1]) }
        }
        return border.reduce(0, +) / Float(border.count)
    }

    /// The value that parts two groups best (Otsu, 1979), and how far the means of the groups are apart.
    private static func threshold(_ values: [Float]) -> (value: Float, spread: Float) {
        let bins = 256
        var counts = [Int32](repeating: 0, count: bins)
        counts.withUnsafeMutableBufferPointer { counts in
            for value in values { counts[min(bins - 1, Int(value * Float(bins)))] &+= 1 }
        }
        let histogram = counts.map(Float.init)
        let total = Float(values.count)
        let sum = histogram.enumerated().reduce(Float(0)) { $0 + Float($1.offset) * $1.element }
        var below: Float = 0
        var sumBelow: Float = 0
        var best = (bin: 0, variance: Float(-1), spread: Float(0))
        for bin in 0..<bins - 1 {
            below += histogram[bin]
            sumBelow += Float(bin) * histogram[bin]
            guard below > 0, below < total else { continue }
            let spread = (sum - sumBelow) / (total - below) - sumBelow / below
            let variance = below * (total - below) * spread * spread
            if variance > best.variance { best = (bin, variance, spread) }
        }
        return (Float(best.bin + 1) / Float(bins), best.spread / Float(bins))
    }
}
