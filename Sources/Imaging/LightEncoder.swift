/// Turns light into sRGB's values.
struct LightEncoder {
    func callAsFunction(
        _ light: UnsafePointer<SIMD4<Float>>,
        count: Int,
        into bytes: UnsafeMutablePointer<UInt8>
    ) {
        SRGB.values.withUnsafeBufferPointer { values in
            for x in 0..<count {
                // The filter's lobes reach below black and above white.
                let steps = (light[x].clamped(lowerBound: .zero, upperBound: .one) * 65_535 + 0.5)
                bytes[3 &* x] = values[Int(steps[0])]
                bytes[3 &* x &+ 1] = values[Int(steps[1])]
                bytes[3 &* x &+ 2] = values[Int(steps[2])]
            }
        }
    }
}
