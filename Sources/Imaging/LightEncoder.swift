/// Turns filtered light into sRGB's values.
struct LightEncoder {
    typealias Light = SIMD4<Float>

    /// What red, green and blue of the source are in sRGB's light.
    private let red: Light
    private let green: Light
    private let blue: Light
    private let hasMatrix: Bool

    /// - Parameter matrix: From the source's primaries to those of sRGB; nil when they are the same.
    init(_ matrix: LightMatrix?) {
        func column(_ color: SIMD3<Double>) -> Light {
            Light(Float(color.x), Float(color.y), Float(color.z), 0)
        }
        let used = matrix ?? .identity
        red = column(used.red)
        green = column(used.green)
        blue = column(used.blue)
        hasMatrix = matrix != nil
    }

    func callAsFunction(
        _ light: UnsafePointer<Light>,
        count: Int,
        into bytes: UnsafeMutablePointer<UInt8>
    ) {
        SRGB.values.withUnsafeBufferPointer { values in
            for x in 0..<count {
                var pixel = light[x]
                if hasMatrix { pixel = red * pixel[0] + green * pixel[1] + blue * pixel[2] }
                // The filter's lobes and other primaries reach below black and above full light.
                pixel.replace(with: 0, where: pixel .< 0)
                pixel.replace(with: 1, where: pixel .> 1)
                let steps = pixel * 65_535 + 0.5
                bytes[3 &* x] = values[Int(steps[0])]
                bytes[3 &* x &+ 1] = values[Int(steps[1])]
                bytes[3 &* x &+ 2] = values[Int(steps[2])]
            }
        }
    }
}
