import Glibc

/// Which samples of a row or column make each pixel of a rendition, and with which weights: Lanczos' window of three
/// lobes, stretched to the pixels that become one.
struct FilterAxis {
    /// The samples that any pixel is made of.
    let samples: Range<Int>
    /// The first sample of each pixel.
    let first: [Int32]
    /// Behind the last sample of each pixel.
    let end: [Int32]
    /// The same, counted from the first of ``samples``.
    let firstInSamples: [Int32]
    let endInSamples: [Int32]
    /// The weights of each pixel's samples, one pixel after the other, ``stride`` of them for each.
    let weights: [Float]
    let stride: Int

    /// Samples beyond the edges of the picture do not exist; the weights of the others then make up for them.
    ///
    /// - Parameters:
    ///   - origin: Where the first pixel begins, in samples.
    ///   - scale: How many samples become one pixel; less than one when the picture is enlarged.
    ///   - count: How many pixels there are.
    ///   - samples: How many samples the picture has.
    init(origin: Double, scale: Double, count: Int, samples: Int) {
        let stretch = max(scale, 1)
        let radius = 3 * stretch
        stride = Int((2 * radius).rounded(.up)) + 1
        var first: [Int32] = []
        var end: [Int32] = []
        var weights = [Float](repeating: 0, count: stride * count)
        var exact: [Double] = []
        for pixel in 0..<count {
            let centre = origin + (Double(pixel) + 0.5) * scale
            let from = min(max(0, Int(centre - radius + 0.5)), samples - 1)
            let to = max(min(samples, Int(centre + radius + 0.5)), from + 1)
            exact.removeAll(keepingCapacity: true)
            for sample in from..<to {
                exact.append(Self.lanczos3((Double(sample) + 0.5 - centre) / stretch))
            }
            let sum = exact.reduce(0, +)
            for (index, weight) in exact.enumerated() {
                // Only a pixel far outside the picture could have a sum near zero; it then shows the edge.
                weights[pixel * stride + index] =
                    abs(sum) > 1e-3 ? Float(weight / sum) : 1 / Float(exact.count)
            }
            first.append(Int32(from))
            end.append(Int32(to))
        }
        let start = first.min() ?? 0
        self.samples = Int(start)..<Int(end.max() ?? start)
        self.first = first
        self.end = end
        firstInSamples = first.map { $0 - start }
        endInSamples = end.map { $0 - start }
        self.weights = weights
    }

    private static func lanczos3(_ x: Double) -> Double {
        if x == 0 { return 1 }
        guard abs(x) < 3 else { return 0 }
        let angle = Double.pi * x
        return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
    }
}
