import CResampling
import Glibc

/// The transfer between sRGB's values and light (IEC 61966-2-1).
enum SRGB {
    /// The light, from 0 to 1, of a value from 0 to 1.
    static func light(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// How much light of red, green and blue counts for the eye.
    static let luminance = SIMD3<Float>(0.2126, 0.7152, 0.0722)

    /// The light of each value of eight bits.
    static let lights: [Float] = (0...255).map { Float(light(Double($0) / 255)) }

    /// In how many steps ``values`` has light, from none to full.
    static let steps = Int(WR_FULL_FINE_LIGHT)

    /// The value of eight bits for each step of light: where sRGB is steepest, fifteen steps make one value.
    static let values: [UInt8] = {
        var values: [UInt8] = []
        values.reserveCapacity(steps + 1)
        for value in UInt8(0)..<255 {
            // From here on the next value is nearer.
            let end = light((Double(value) + 0.5) / 255) * Double(steps)
            values.append(contentsOf: repeatElement(value, count: Int(end.rounded(.up)) - values.count))
        }
        values.append(contentsOf: repeatElement(255, count: steps + 1 - values.count))
        return values
    }()
}
