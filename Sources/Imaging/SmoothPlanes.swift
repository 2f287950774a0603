/// A picture without grain: each pixel is the mean of its neighbourhood, twice.
///
/// Means are made of whole rows, which vectors can add up.
struct SmoothPlanes {
    let width: Int
    let height: Int
    /// The picture's red, green and blue, each a plane of values from 0 to 1, row after row.
    let planes: [[Float]]

    /// - Parameter radius: How far a neighbourhood reaches, in pixels along each direction.
    init(_ raster: Raster, radius: Int) {
        width = raster.width
        height = raster.height
        let (width, height) = (width, height)
        planes = (0..<3).map { channel in
            let across = Self.meansAcross(raster, channel: channel, radius: radius)
            let once = Self.meansDown(across, width: width, height: height, radius: radius)
            return Self.meansDown(once, width: width, height: height, radius: radius)
        }
    }

    /// The means along each row of a channel, taken twice.
    private static func meansAcross(_ raster: Raster, channel: Int, radius: Int) -> [Float] {
        let width = raster.width
        // Beyond both ends of a row there is nothing to add.
        var padded = [Float](repeating: 0, count: width + 2 * radius)
        let shares = shares(width, radius: radius)
        return [Float](unsafeUninitializedCapacity: width * raster.height) { result, count in
            guard let result = result.baseAddress else { return }
            padded.withUnsafeMutableBufferPointer { padded in
                guard let padded = padded.baseAddress else { return }
                for y in 0..<raster.height {
                    let row = result + y &* width
                    raster.bytes.withUnsafeBufferPointer { bytes in
                        let start = 3 &* y &* width &+ channel
                        for x in 0..<width {
                            padded[radius &+ x] = Float(bytes[start &+ 3 &* x]) * (1 / 255)
                        }
                    }
                    addNeighbours(padded, shares, width: width, radius: radius, into: row)
                    (padded + radius).update(from: row, count: width)
                    addNeighbours(padded, shares, width: width, radius: radius, into: row)
                }
            }
            count = width * raster.height
        }
    }

    /// The means along a row that begins `radius` values before its first pixel.
    private static func addNeighbours(
        _ padded: UnsafePointer<Float>,
        _ shares: [Float],
        width: Int,
        radius: Int,
        into row: UnsafeMutablePointer<Float>
    ) {
        row.update(from: padded, count: width)
        for offset in 1...2 * radius {
            let neighbours = padded + offset
            for x in 0..<width { row[x] += neighbours[x] }
        }
        shares.withUnsafeBufferPointer { shares in
            for x in 0..<width { row[x] *= shares[x] }
        }
    }

    /// The means along each column.
    private static func meansDown(_ plane: [Float], width: Int, height: Int, radius: Int) -> [Float] {
        let shares = shares(height, radius: radius)
        var sums = [Float](repeating: 0, count: width)
        return [Float](unsafeUninitializedCapacity: plane.count) { result, count in
            guard let result = result.baseAddress else { return }
            plane.withUnsafeBufferPointer { plane in
                guard let plane = plane.baseAddress else { return }
                sums.withUnsafeMutableBufferPointer { sums in
                    // The sum of a neighbourhood is that of the last, less what has left it, and what has come.
                    for y in -radius..<height {
                        if y + radius < height {
                            let row = plane + (y + radius) * width
                            for x in 0..<width { sums[x] += row[x] }
                        }
                        if y > radius {
                            let row = plane + (y - radius - 1) * width
                            for x in 0..<width { sums[x] -= row[x] }
                        }
                        guard y >= 0 else { continue }
                        let mean = result + y * width
                        for x in 0..<width { mean[x] = sums[x] * shares[y] }
                    }
                }
            }
            count = plane.count
        }
    }

    /// What each place counts of the sum of its neighbourhood, which is smaller at both ends.
    private static func shares(_ count: Int, radius: Int) -> [Float] {
        (0..<count).map { 1 / Float(min($0 + radius, count - 1) - max($0 - radius, 0) + 1) }
    }
}
