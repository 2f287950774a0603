import Glibc

/// Colours by the numbers of ITU-T H.273, which PNG's cICP chunk and HEIC's nclx box share.
struct CodedColor {
    let primaries: Int
    let transfer: Int

    /// The numbers that say nothing.
    private static let unspecified = 2

    /// Refuses a range of light that eight bits of sRGB cannot hold.
    func color(_ format: ImageFormat) throws(ImagingError) -> SourceColor {
        guard let light = try curve(format) else {
            return .sRGB.unusable("its transfer characteristics are \(transfer)")
        }
        let matrix: LightMatrix?
        switch primaries {
        case 1, Self.unspecified: matrix = nil
        case 9: matrix = Primaries.bt2020.toSRGB
        case 11, 12: matrix = Primaries.displayP3.toSRGB
        default: return .sRGB.unusable("its colour primaries are \(primaries)")
        }
        let isSRGB = matrix == nil && [13, Self.unspecified, 1].contains(transfer)
        return SourceColor(
            light: { _, value in light(value) },
            matrix: matrix,
            fact: isSRGB ? .assumed : .converted("H.273 primaries \(primaries), transfer \(transfer)")
        )
    }

    /// nil: a curve that is not known.
    private func curve(_ format: ImageFormat) throws(ImagingError) -> ((Double) -> Double)? {
        switch transfer {
        // Pictures marked with the cameras' curve of BT.709 or BT.2020 are made on and for screens of sRGB.
        case 1, 6, 13, 14, 15, Self.unspecified: return SRGB.light
        case 4: return { pow($0, 2.2) }
        case 5: return { pow($0, 2.8) }
        case 8: return { $0 }
        case 16, 18:
            throw .unsupported(format, "its range of light is high (\(transfer == 16 ? "PQ" : "HLG"))")
        default: return nil
        }
    }
}
