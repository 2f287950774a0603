import Glibc

/// Which samples of a row or column make each pixel of a rendition, and with which weights: Lanczos' window of three
/// lobes, stretched to the pixels that become one.
struct FilterAxis {
    /// The samples that any pixel is made of.
    let samples: Range<Int>
    /// The first sample of each pixel, never before that of the pixel before it: rows that were passed are gone.
    let first: [Int32]
    /// The weights of each pixel's samples, one pixel after the other, ``stride`` of them for each.
    let weights: [Int16]
    let stride: Int
    /// The weights of a pixel add up to 2 to the power of this.
    let bits: Int32
    /// The pixels with the weights of the one in the middle, each of which begins two samples after the one before.
    ///
    /// All but those at the edges when two samples become one pixel; otherwise none.
    let even: Range<Int>

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
        let window = LanczosWindow(stretch: max(scale, 1))
        var exact: [Double] = []
        exact.reserveCapacity(count * window.mostSamples)
        var first: [Int] = []
        var exactEnds: [Int] = []
        for pixel in 0..<count {
            let centre = origin + (Double(pixel) + 0.5) * scale
            first.append(window.append(to: &exact, centre: centre, samples: samples))
            exactEnds.append(exact.count)
        }
        // A weight of one takes the place of the sign.
        bits = exact.max() ?? 0 < 0.99 ? 15 : 14
        let starts = [0] + exactEnds.dropLast()
        var rounded = [Int16](repeating: 0, count: exact.count)
        for pixel in 0..<count {
            Self.round(exact, starts[pixel]..<exactEnds[pixel], bits: bits, into: &rounded)
        }
        // Where pixels and samples fall together, all weights but one are nothing.
        let parts = zip(starts, exactEnds).map { start, end in
            let from = rounded[start..<end].firstIndex { $0 != 0 } ?? start
            return from...(rounded[from..<end].lastIndex { $0 != 0 } ?? from)
        }
        let own = (0..<count).map { first[$0] + parts[$0].lowerBound - starts[$0] }
        // The pixel before may have fallen together with a sample, and begin later for it.
        first = own
        for pixel in first.indices.dropLast().reversed() {
            first[pixel] = min(first[pixel], first[pixel + 1])
        }
        let ends = (0..<count).map { own[$0] + parts[$0].count }
        let widest = (0..<count).map { ends[$0] - first[$0] }.max() ?? 1
        stride = (widest + lanes - 1) / lanes * lanes
        var weights = [Int16](repeating: 0, count: stride * count)
        for (pixel, part) in parts.enumerated() {
            let start = pixel * stride + own[pixel] - first[pixel]
            for (index, place) in part.enumerated() { weights[start + index] = rounded[place] }
        }
        self.weights = weights
        self.first = first.map(Int32.init)
        self.samples = (first.first ?? 0)..<(ends.max() ?? 0)
        even = scale == 2 ? Self.even(self.first, weights, stride: stride) : 0..<0
    }

    /// The pixels like the one in the middle.
    private static func even(_ first: [Int32], _ weights: [Int16], stride: Int) -> Range<Int> {
        let middle = first.count / 2
        func isLike(_ pixel: Int) -> Bool {
            Int(first[pixel] - first[middle]) == 2 * (pixel - middle)
                && (0..<stride).allSatisfy { weights[pixel * stride + $0] == weights[middle * stride + $0] }
        }
        let start = (0..<middle).last { !isLike($0) }.map { $0 + 1 } ?? 0
        let end = (middle..<first.count).first { !isLike($0) } ?? first.count
        return start..<end
    }

    /// Behind the last sample of a pixel, as far as the picture goes.
    func end(of pixel: Int) -> Int { min(Int(first[pixel]) + stride, samples.upperBound) }

    /// Whole numbers that add up to one exactly, so that a plain picture stays what it is.
    private static func round(
        _ exact: [Double],
        _ part: Range<Int>,
        bits: Int32,
        into rounded: inout [Int16]
    ) {
        let one = Double(1 << bits)
        var rest = 1 << Int(bits)
        var largest = part.lowerBound
        for place in part {
            rounded[place] = Int16((exact[place] * one).rounded())
            rest -= Int(rounded[place])
            if rounded[place] > rounded[largest] { largest = place }
        }
        rounded[largest] += Int16(rest)
    }
}

/// Lanczos' window of three lobes.
private struct LanczosWindow {
    /// How far it reaches, in samples.
    private let radius: Double
    /// How far it is from one sample to the next, in lobes.
    private let step: Double
    /// By how much the window's two angles turn from one sample to the next.
    private let turn: Rotation
    private let slowTurn: Rotation

    /// The most samples that a pixel is made of.
    var mostSamples: Int { Int(2 * radius) + 2 }

    /// - Parameter stretch: The samples of a lobe.
    init(stretch: Double) {
        radius = 3 * stretch
        step = 1 / stretch
        turn = Rotation(angle: .pi * step)
        slowTurn = Rotation(angle: .pi * step / 3)
    }

    /// Appends the weights of a pixel by its centre; one outside the picture shows the edge.
    ///
    /// - Parameter samples: How many the picture has.
    /// - Returns: The first sample.
    func append(to weights: inout [Double], centre: Double, samples: Int) -> Int {
        let centre = min(max(0, centre), Double(samples))
        let first = min(max(0, Int(centre - radius + 0.5)), samples - 1)
        let end = max(min(samples, Int(centre + radius + 0.5)), first + 1)
        var x = (Double(first) + 0.5 - centre) * step
        var angle = Rotation(angle: .pi * x)
        var slowAngle = Rotation(angle: .pi * x / 3)
        let start = weights.count
        var sum = 0.0
        for _ in first..<end {
            let weight =
                abs(x) < 1e-9 ? 1 : abs(x) < 3 ? 3 * angle.sine * slowAngle.sine / (.pi * x * .pi * x) : 0
            weights.append(weight)
            sum += weight
            x += step
            angle.turn(by: turn)
            slowAngle.turn(by: slowTurn)
        }
        for index in start..<weights.count { weights[index] /= sum }
        return first
    }
}

/// An angle, which is turned without asking for a sine again.
private struct Rotation {
    private(set) var sine: Double
    private var cosine: Double

    init(angle: Double) {
        sine = sin(angle)
        cosine = cos(angle)
    }

    mutating func turn(by other: Rotation) {
        (sine, cosine) = (
            sine * other.cosine + cosine * other.sine, cosine * other.cosine - sine * other.sine
        )
    }
}
