import CImageCodecs

extension SourceColor {
    /// What a file's profile says of its values.
    ///
    /// - Parameters:
    ///   - profile: The profile's bytes; empty when there is none.
    ///   - layout: How rows come, which the profile is held against.
    ///   - isGrey: Whether the file stores one channel, which rows repeat.
    static func described(by bytes: [UInt8], layout: PixelLayout, isGrey: Bool) -> SourceColor {
        if bytes.isEmpty { return .sRGB }
        guard let profile = ICCProfile(bytes) else { return .sRGB.unusable("it is not an ICC profile") }
        let wanted: ICCProfile.Space = layout.isInks ? .cmyk : isGrey ? .grey : .rgb
        guard profile.space == wanted else { return .sRGB.unusable("it is for another kind of values") }
        let fact = ColorFact.converted(profile.name)
        if let curve = profile.greyCurve {
            return SourceColor(light: { _, value in curve(value) }, fact: fact)
        }
        if let shape = profile.curvesAndPrimaries {
            guard let target = ICCProfile.sRGB()?.curvesAndPrimaries?.primaries.inverse,
                shape.primaries.inverse != nil
            else { return .sRGB.unusable("its primaries span no space") }
            let matrix = target * shape.primaries
            return SourceColor(
                light: shape.light,
                matrix: matrix.isNear(.identity) ? nil : matrix,
                fact: fact
            )
        }
        let output = layout.isDeep ? wr_rgba16 : layout == .rgb8 ? wr_rgb8 : wr_rgba8
        let input = isGrey ? layout.greyCode : layout.code
        guard let transform = ICCTransform(profile, from: input, to: output) else {
            return .sRGB.unusable("it lacks what a conversion takes")
        }
        return SourceColor(
            light: { _, value in SRGB.light(value) },
            transform: transform,
            fact: fact
        )
    }
}

extension PixelLayout {
    /// As Little CMS encodes it.
    fileprivate var code: cmsUInt32Number {
        switch self {
        case .rgb8: wr_rgb8
        case .rgbx8, .rgba8: wr_rgba8
        case .rgba16: wr_rgba16
        case .cmyk8(let inverted): inverted ? wr_cmyk8_inverted : wr_cmyk8
        }
    }

    fileprivate var greyCode: cmsUInt32Number {
        isDeep ? wr_grey16 : self == .rgb8 ? wr_grey8_packed : wr_grey8
    }
}
