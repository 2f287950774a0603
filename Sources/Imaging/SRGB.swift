import Glibc

/// The transfer between sRGB's values and light (IEC 61966-2-1).
enum SRGB {
    /// The light, from 0 to 1, of a value from 0 to 1.
    static func light(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// The value, from 0 to 1, of light from 0 to 1.
    static func value(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// How much light of red, green and blue counts for the eye.
    static let luminance = SIMD3<Float>(0.2126, 0.7152, 0.0722)

    /// The light of each value of eight bits.
    static let lights: [Float] = (0...255).map { Float(light(Double($0) / 255)) }

    /// The value of eight bits for each of 65,536 steps of light: where sRGB is steepest, twenty steps make one value.
    static let values: [UInt8] = (0...65_535).map { UInt8(value(Double($0) / 65_535) * 255 + 0.5) }
}
