/// How a source's values become light in sRGB's primaries.
///
/// Values first pass through curves, a channel at a time. What they then are is light, and may be filtered; the
/// primaries are changed afterwards, when few pixels are left. Profiles that do not work like this turn whole rows into
/// sRGB first.
struct SourceColor {
    /// The light of a value of a channel, both from 0 to 1; channels are 0 (red), 1 and 2.
    let light: (_ channel: Int, _ value: Double) -> Double
    /// From the source's primaries to those of sRGB; nil when they are the same.
    var matrix: LightMatrix?
    /// Turns rows into sRGB, before anything else; nil when there is no need.
    var transform: ICCTransform?
    var fact: ColorFact

    /// The light of an sRGB colour in the source's primaries.
    func light(of color: Color) -> SIMD3<Double> {
        func light(_ value: UInt8) -> Double { SRGB.light(Double(value) / 255) }
        let ownMatrix = matrix?.inverse ?? .identity
        return ownMatrix * SIMD3(light(color.red), light(color.green), light(color.blue))
    }

    /// The same, reported as taken for want of something that makes sense.
    func unusable(_ reason: String) -> SourceColor {
        var color = self
        color.fact = .unusable(reason)
        return color
    }

    static var sRGB: SourceColor { SourceColor(light: { _, value in SRGB.light(value) }, fact: .assumed) }
}

/// Where the colours of a source were taken from.
package enum ColorFact: Equatable, Sendable {
    /// The file says nothing, or sRGB, so it is sRGB.
    case assumed
    /// What the file says was converted to sRGB; the name is the profile's own, or the standard's.
    case converted(String)
    /// The file has a profile that makes no sense, for the reason given, and was taken for sRGB.
    case unusable(String)
}
