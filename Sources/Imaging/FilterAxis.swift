import Glibc

/// Which samples of a row or column make each pixel of a rendition, and with which weights: Lanczos' window of three
/// lobes, stretched to the pixels that become one.
struct FilterAxis {
    /// The samples that any pixel is made of.
    let samples: Range<Int>
    /// The first sample of each pixel.
    let first: [Int32]
    /// The weights of each pixel's samples, one pixel after the other, ``stride`` of them for each.
    let weights: [Int16]
    let stride: Int
    /// The weights of a pixel add up to 2 to the power of this.
    let bits: Int32

    /// The pixels.
    var count: Int { first.count }

    /// Samples beyond the edges of the picture do not exist; the weights of the others then make up for them.
    ///
    /// - Parameters:
    ///   - origin: Where the first pixel begins, in samples.
    ///   - scale: How many samples become one pixel; less than one when the picture is enlarged.
    ///   - count: How many pixels there are.
    ///   - samples: How many samples the picture has.
    ///   - lanes: Of how many ``stride`` is a multiple.
    init(origin: Double, scale: Double, count: Int, samples: Int, lanes: Int) {
        let stretch = max(scale, 1)
        let radius = 3 * stretch
        let exact = (0..<count).map { pixel in
            Self.lanczos(origin + (Double(pixel) + 0.5) * scale, radius: radius, samples: samples)
        }
        // A weight of one takes the place of the sign.
        let largest = exact.lazy.map { $0.weights.max() ?? 0 }.max() ?? 0
        bits = largest < 0.99 ? 15 : 14
        let rounded = exact.map { [bits] in ($0.first, Self.rounded($0.weights, bits: bits)) }
        // Where pixels and samples fall together, all weights but one are nothing.
        let trimmed = rounded.map { first, weights in
            let start = weights.firstIndex { $0 != 0 } ?? 0
            return (first: first + start, weights: weights[start...(weights.lastIndex { $0 != 0 } ?? start)])
        }
        stride = ((trimmed.map(\.weights.count).max() ?? 1) + lanes - 1) / lanes * lanes
        var weights = [Int16](repeating: 0, count: stride * count)
        for (pixel, own) in trimmed.enumerated() {
            for (index, weight) in own.weights.enumerated() { weights[pixel * stride + index] = weight }
        }
        self.weights = weights
        first = trimmed.map { Int32($0.first) }
        let end = trimmed.map { $0.first + $0.weights.count }.max() ?? 0
        self.samples = Int(first.min() ?? 0)..<end
    }

    /// Behind the last sample of a pixel, as far as the picture goes.
    func end(of pixel: Int) -> Int { min(Int(first[pixel]) + stride, samples.upperBound) }

    /// The weights of a pixel by its centre; one outside the picture shows the edge.
    private static func lanczos(_ centre: Double, radius: Double, samples: Int) -> (
        first: Int, weights: [Double]
    ) {
        let centre = min(max(0, centre), Double(samples))
        let from = min(max(0, Int(centre - radius + 0.5)), samples - 1)
        let to = max(min(samples, Int(centre + radius + 0.5)), from + 1)
        let weights = (from..<to).map { lanczos3((Double($0) + 0.5 - centre) * 3 / radius) }
        let sum = weights.reduce(0, +)
        return (from, weights.map { $0 / sum })
    }

    /// Whole numbers that add up to one exactly, so that a plain picture stays what it is.
    private static func rounded(_ weights: [Double], bits: Int32) -> [Int16] {
        let one = Double(1 << bits)
        var rounded = weights.map { Int16(($0 * one).rounded()) }
        let rest = (1 << bits) - rounded.reduce(0) { $0 + Int($1) }
        let largest = rounded.indices.max { rounded[$0] < rounded[$1] } ?? 0
        rounded[largest] += Int16(rest)
        return rounded
    }

    private static func lanczos3(_ x: Double) -> Double {
        if x == 0 { return 1 }
        guard abs(x) < 3 else { return 0 }
        let angle = Double.pi * x
        return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
    }
}
