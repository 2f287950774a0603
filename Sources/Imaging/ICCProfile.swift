import CImageCodecs

/// A colour profile (ICC.1:2022), read by Little CMS.
final class ICCProfile {
    /// Which values a profile is for.
    enum Space {
        case grey, rgb, cmyk
    }

    /// A profile of printing inks takes a megabyte or two; nothing sensible is larger than this.
    static let mostBytes = 8 << 20

    fileprivate let handle: cmsHPROFILE

    /// nil: it is not a profile.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.mostBytes, let handle = cmsOpenProfileFromMem(bytes, UInt32(bytes.count))
        else {
            return nil
        }
        self.handle = handle
    }

    private init?(handle: cmsHPROFILE?) {
        guard let handle else { return nil }
        self.handle = handle
    }

    deinit { cmsCloseProfile(handle) }

    static func sRGB() -> ICCProfile? { ICCProfile(handle: cmsCreate_sRGBProfile()) }

    /// nil: none of those that pictures have here.
    var space: Space? {
        switch cmsGetColorSpace(handle) {
        case cmsSigGrayData: .grey
        case cmsSigRgbData: .rgb
        case cmsSigCmykData: .cmyk
        default: nil
        }
    }

    /// What the profile calls itself, in ASCII.
    var name: String {
        var text = [CChar](repeating: 0, count: 128)
        // The language and country of no text in particular.
        cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", &text, UInt32(text.count))
        let printable = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)).filter { 0x20..<0x7F ~= $0 }
        return printable.isEmpty ? "a profile without a name" : String(decoding: printable, as: UTF8.self)
    }

    /// Curves and primaries, when that is all that the profile consists of.
    ///
    /// - Parameter light: See ``SourceColor/light``.
    var curvesAndPrimaries: (light: (Int, Double) -> Double, primaries: LightMatrix)? {
        guard space == .rgb, cmsIsMatrixShaper(handle) != 0, cmsIsTag(handle, cmsSigAToB0Tag) == 0 else {
            return nil
        }
        let curves = [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag].compactMap(curve)
        let colorants = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag].compactMap(
            colorant
        )
        guard curves.count == 3, colorants.count == 3 else { return nil }
        return (
            light: { channel, value in curves[channel](value) },
            primaries: LightMatrix(red: colorants[0], green: colorants[1], blue: colorants[2])
        )
    }

    /// The light of each grey, when that is all that the profile consists of.
    var greyCurve: ((Double) -> Double)? {
        guard space == .grey, cmsIsTag(handle, cmsSigAToB0Tag) == 0 else { return nil }
        return curve(cmsSigGrayTRCTag)
    }

    private func curve(_ tag: cmsTagSignature) -> ((Double) -> Double)? {
        guard let curve = cmsReadTag(handle, tag) else { return nil }
        let typed = OpaquePointer(curve)
        // The curve belongs to the profile, which the closure keeps.
        return { [self] value in
            withExtendedLifetime(self) {
                Double(cmsEvalToneCurveFloat(typed, Float(value)))
            }
        }
    }

    private func colorant(_ tag: cmsTagSignature) -> SIMD3<Double>? {
        guard let value = cmsReadTag(handle, tag)?.assumingMemoryBound(to: cmsCIEXYZ.self).pointee else {
            return nil
        }
        return [value.X, value.Y, value.Z]
    }
}

/// Turns rows of a source's values into sRGB by a profile.
final class ICCTransform {
    private let handle: cmsHTRANSFORM

    /// nil: the profile lacks what this takes, or makes no sense.
    ///
    /// - Parameters:
    ///   - input: How rows lie, as Little CMS encodes it.
    ///   - output: The same for the rows that come out, of as many bytes.
    init?(_ profile: ICCProfile, from input: cmsUInt32Number, to output: cmsUInt32Number) {
        guard let target = ICCProfile.sRGB(),
            let handle = cmsCreateTransform(
                profile.handle,
                input,
                target.handle,
                output,
                cmsUInt32Number(INTENT_PERCEPTUAL),
                input == wr_rgba8 || input == wr_rgba16 ? cmsUInt32Number(cmsFLAGS_COPY_ALPHA) : 0
            )
        else { return nil }
        self.handle = handle
    }

    deinit { cmsDeleteTransform(handle) }

    func convert(_ input: UnsafeRawPointer, count: Int, into output: UnsafeMutableRawPointer) {
        cmsDoTransform(handle, input, output, UInt32(count))
    }
}
