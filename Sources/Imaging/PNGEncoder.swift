import CImageCodecs

/// Writes PNG files by libpng, without any metadata.
enum PNGEncoder {
    static func encode(_ raster: Raster) throws(ImagingError) -> [UInt8] {
        try encode(raster.bytes, width: raster.width, height: raster.height, isGreyAndAlpha: false)
    }

    static func encode(_ emblem: Emblem) throws(ImagingError) -> [UInt8] {
        try encode(emblem.bytes, width: emblem.width, height: emblem.height, isGreyAndAlpha: true)
    }

    /// - Parameter isGreyAndAlpha: Whether pixels are grey and alpha; otherwise red, green and blue. A byte each.
    private static func encode(
        _ pixels: [UInt8],
        width: Int,
        height: Int,
        isGreyAndAlpha: Bool
    ) throws(ImagingError) -> [UInt8] {
        var output = CodecOutput()
        let status = wr_png_write(
            pixels,
            UInt32(width),
            UInt32(height),
            isGreyAndAlpha,
            &output.bytes,
            &output.count,
            &output.message
        )
        return try output.take(status)
    }
}
