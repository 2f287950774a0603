import CResampling

/// Turns filtered light into sRGB's values.
struct LightEncoder {
    /// What red, green and blue of the source are in sRGB's light; nil when they are the same.
    private let columns: (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>)?

    /// - Parameter matrix: From the source's primaries to those of sRGB; nil when they are the same.
    init(_ matrix: LightMatrix?) {
        columns = matrix.map { (SIMD3<Float>($0.red), SIMD3<Float>($0.green), SIMD3<Float>($0.blue)) }
    }

    /// - Parameter row: Is of no use afterwards.
    func callAsFunction(_ row: FineRow, into bytes: UnsafeMutablePointer<UInt8>) {
        let planes = row.planes
        let size = row.planeSize
        if let columns {
            for x in 0..<row.count {
                let own =
                    columns.red * Float(planes[x]) + columns.green * Float(planes[size &+ x])
                    + columns.blue * Float(planes[2 &* size &+ x])
                for channel in 0..<3 {
                    // What is not above none, not a number either, is none.
                    let light = own[channel] > 0 ? min(own[channel], Float(SRGB.steps)) : 0
                    planes[channel &* size &+ x] = Int32(light + 0.5)
                }
            }
        }
        wr_look_up(planes, size, SRGB.values, bytes, row.count)
    }
}
