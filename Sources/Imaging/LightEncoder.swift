import CResampling

/// Turns filtered light into sRGB's values.
struct LightEncoder {
    /// What red, green and blue of the source are in sRGB's light; nil when they are the same.
    private let columns: (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>)?

    /// - Parameter matrix: From the source's primaries to those of sRGB; nil when they are the same.
    init(_ matrix: LightMatrix?) {
        columns = matrix.map { (SIMD3<Float>($0.red), SIMD3<Float>($0.green), SIMD3<Float>($0.blue)) }
    }

    /// - Parameter light: Red, green and blue of each pixel; it is of no use afterwards.
    func callAsFunction(
        _ light: UnsafeMutablePointer<Float>,
        count: Int,
        into bytes: UnsafeMutablePointer<UInt8>
    ) {
        if let columns {
            for pixel in stride(from: light, to: light + 3 * count, by: 3) {
                let own = columns.red * pixel[0] + columns.green * pixel[1] + columns.blue * pixel[2]
                for channel in 0..<3 { pixel[channel] = own[channel] }
            }
        }
        wr_look_up(light, 3 * count, SRGB.values, bytes)
    }
}
