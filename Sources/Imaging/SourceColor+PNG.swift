import CImageCodecs
import Glibc

extension SourceColor {
    /// gAMA and cHRM are in units of this.
    private static let unit = 100_000.0
    /// sRGB's curve, as near as gAMA comes to it.
    private static let gammaOfSRGB: Int32 = 45_455
    /// Outside, a picture would be all black or all white.
    private static let sensibleGammas: ClosedRange<Int32> = 5_000...500_000

    /// What a PNG file's chunks say of its colours: a profile first, then sRGB, then gamma and primaries (PNG, third
    /// edition, 4.3).
    static func described(by header: wr_png_header, layout: PixelLayout) -> SourceColor {
        if let profile = header.profile {
            let bytes = Array(UnsafeBufferPointer(start: profile, count: Int(header.profile_size)))
            return described(by: bytes, layout: layout, isGrey: header.is_grey)
        }
        if header.has_unusable_profile {
            return .sRGB.unusable("it is not an ICC profile of the file's kind of values")
        }
        let isMeasured = !header.is_srgb && (header.gamma != 0 || header.has_primaries)
        return isMeasured ? measured(header) : .sRGB
    }

    private static func measured(_ header: wr_png_header) -> SourceColor {
        guard header.gamma == 0 || sensibleGammas.contains(header.gamma) else {
            return .sRGB.unusable("its gamma is \(Double(header.gamma) / unit)")
        }
        var light: (Double) -> Double = SRGB.light
        var isSRGB = true
        if header.gamma != 0, header.gamma != gammaOfSRGB {
            let exponent = unit / Double(header.gamma)
            light = { pow($0, exponent) }
            isSRGB = false
        }
        var matrix: LightMatrix?
        if header.has_primaries {
            let p = withUnsafeBytes(of: header.primaries) { raw in
                raw.bindMemory(to: Int32.self).map { Double($0) / unit }
            }
            let primaries = Primaries(
                white: (p[0], p[1]),
                red: (p[2], p[3]),
                green: (p[4], p[5]),
                blue: (p[6], p[7])
            )
            guard let found = primaries.toSRGB, found.inverse != nil else {
                return .sRGB.unusable("its primaries span no space")
            }
            if !found.isNear(.identity) {
                matrix = found
                isSRGB = false
            }
        }
        return SourceColor(
            light: { [light] _, value in light(value) },
            matrix: matrix,
            fact: isSRGB ? .assumed : .converted("gamma and primaries")
        )
    }
}
