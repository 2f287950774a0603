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
        let smooth = Self.smoothed(raster)
        let apart = Self.distanceFromBorder(smooth, width: width, height: height)
        let threshold = Self.threshold(apart)
        // Over this range, to both sides of the threshold, alpha rises, so that edges are smooth.
        let softness = max(0.02, threshold.spread * 0.15)
        var bytes = [UInt8](repeating: 255, count: width * height * 2)
        for y in 0..<height {
            for x in 0..<width {
                let rise = (apart[y * width + x] - threshold.value) / (2 * softness) + 0.5
                // A picture of one tone has nothing that stands out; its emblem is the outline filled.
                let alpha = threshold.spread < Self.leastContrast ? 1 : min(max(rise, 0), 1)
                let inside = shape == .circle ? Self.coverageOfCircle(x, y, width, height) : 1
                bytes[(y * width + x) * 2 + 1] = UInt8(alpha * inside * 255 + 0.5)
            }
        }
        self.bytes = bytes
    }

    /// The share of pixels, from 0 to 1, that are not transparent.
    var litShare: Double {
        let lit = stride(from: 1, to: bytes.count, by: 2).count { bytes[$0] != 0 }
        return Double(lit) / Double(width * height)
    }

    /// How much of a pixel lies in the largest circle that fits.
    private static func coverageOfCircle(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Float {
        let across = Float(x) + 0.5 - Float(width) / 2
        let down = Float(y) + 0.5 - Float(height) / 2
        let distance = (across * across + down * down).squareRoot()
        return min(max(Float(min(width, height)) / 2 - distance + 0.5, 0), 1)
    }

    /// The picture without grain: each pixel the mean of its neighbourhood, twice.
    ///
    /// Channels are from 0 to 1.
    private static func smoothed(_ raster: Raster) -> [SIMD3<Float>] {
        let radius = max(1, min(raster.width, raster.height) / 100)
        var pixels = [SIMD3<Float>](repeating: .zero, count: raster.width * raster.height)
        raster.bytes.withUnsafeBufferPointer { bytes in
            for index in pixels.indices {
                let at = index * 3
                pixels[index] = SIMD3(Float(bytes[at]), Float(bytes[at + 1]), Float(bytes[at + 2])) / 255
            }
        }
        for _ in 0..<2 {
            pixels = means(pixels, lines: raster.height, length: raster.width, radius: radius)
            pixels = means(pixels, lines: raster.width, length: raster.height, radius: radius)
        }
        return pixels
    }

    /// The means along the lines of a picture, which comes out with lines and columns exchanged.
    private static func means(
        _ pixels: [SIMD3<Float>],
        lines: Int,
        length: Int,
        radius: Int
    ) -> [SIMD3<Float>] {
        [SIMD3<Float>](unsafeUninitializedCapacity: pixels.count) { result, count in
            pixels.withUnsafeBufferPointer { pixels in
                for line in 0..<lines {
                    let own = UnsafeBufferPointer(rebasing: pixels[line * length..<(line + 1) * length])
                    // The sum of a neighbourhood is that of the last, less what has left it, and what has come.
                    var near = 0..<min(radius, length)
                    var sum = own[near].reduce(.zero, +)
                    for place in 0..<length {
                        if near.upperBound < length {
                            sum += own[near.upperBound]
                            near = near.lowerBound..<near.upperBound &+ 1
                        }
                        if place > radius {
                            sum -= own[near.lowerBound]
                            near = near.lowerBound &+ 1..<near.upperBound
                        }
                        result.initializeElement(at: place &* lines &+ line, to: sum / Float(near.count))
                    }
                }
            }
            count = pixels.count
        }
    }

    /// How far each pixel's colour is from the mean of the border, most weight on how light it is.
    private static func distanceFromBorder(_ pixels: [SIMD3<Float>], width: Int, height: Int) -> [Float] {
        var sum = SIMD3<Float>.zero
        var count: Float = 0
        for index in pixels.indices {
            let isBorder =
                index < width || index >= width * (height - 1) || index % width == 0
                || index % width == width - 1
            if isBorder {
                sum += pixels[index]
                count += 1
            }
        }
        let mean = sum / count
        return pixels.map { pixel in
            let difference = pixel - mean
            return (difference * difference * SIMD3(0.3, 0.5, 0.2)).sum().squareRoot()
        }
    }

    /// The value that parts two groups best (Otsu, 1979), and how far the means of the groups are apart.
    private static func threshold(_ values: [Float]) -> (value: Float, spread: Float) {
        let bins = 256
        var histogram = [Float](repeating: 0, count: bins)
        for value in values { histogram[min(bins - 1, Int(value * Float(bins)))] += 1 }
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
