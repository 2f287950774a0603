/// The colours of full red, green and blue and of their sum, as coordinates in the CIE 1931 diagram.
struct Primaries {
    typealias Point = (x: Double, y: Double)

    let white: Point
    let red: Point
    let green: Point
    let blue: Point

    private static let d65 = Point(0.3127, 0.3290)
    /// ITU-R BT.709, which sRGB shares.
    static let bt709 = Primaries(white: d65, red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06))
    /// SMPTE EG 432-1, Display P3.
    static let displayP3 = Primaries(
        white: d65,
        red: (0.680, 0.320),
        green: (0.265, 0.690),
        blue: (0.150, 0.060)
    )
    /// ITU-R BT.2020.
    static let bt2020 = Primaries(
        white: d65,
        red: (0.708, 0.292),
        green: (0.170, 0.797),
        blue: (0.131, 0.046)
    )

    /// From light in these primaries to light in sRGB's; nil when they span no space.
    var toSRGB: LightMatrix? {
        guard let source = toXYZ, let target = Self.bt709.toXYZ?.inverse else { return nil }
        guard let adaptation = Self.adaptation(from: white, to: Self.d65) else { return nil }
        return target * adaptation * source
    }

    private var toXYZ: LightMatrix? {
        let points = [white, red, green, blue]
        guard points.allSatisfy({ $0.y > 1e-4 && abs($0.x) < 10 && $0.y < 10 }) else { return nil }
        let shape = LightMatrix(red: Self.xyz(red), green: Self.xyz(green), blue: Self.xyz(blue))
        guard let weights = shape.inverse.map({ $0 * Self.xyz(white) }) else { return nil }
        return LightMatrix(
            red: shape.red * weights.x,
            green: shape.green * weights.y,
            blue: shape.blue * weights.z
        )
    }

    /// The tristimulus values of a colour of luminance 1.
    private static func xyz(_ point: Point) -> SIMD3<Double> {
        [point.x / point.y, 1, (1 - point.x - point.y) / point.y]
    }

    /// Bradford's chromatic adaptation, as ICC.1:2022, annex E has it.
    private static func adaptation(from white: Point, to target: Point) -> LightMatrix? {
        let cones = LightMatrix(
            red: [0.8951, -0.7502, 0.0389],
            green: [0.2664, 1.7135, -0.0685],
            blue: [-0.1614, 0.0367, 1.0296]
        )
        let ratio = cones * xyz(target) / (cones * xyz(white))
        let scaling = LightMatrix(red: [ratio.x, 0, 0], green: [0, ratio.y, 0], blue: [0, 0, ratio.z])
        return cones.inverse.map { $0 * scaling * cones }
    }
}
