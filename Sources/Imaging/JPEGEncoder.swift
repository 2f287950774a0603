import CImageCodecs

/// Writes JPEG files by libjpeg-turbo: baseline, 4:2:0, codes that suit a sample, without any metadata.
enum JPEGEncoder {
    static func encode(_ raster: Raster, quality: Int) throws(ImagingError) -> [UInt8] {
        var output = CodecOutput()
        let status = wr_jpeg_write(
            raster.bytes,
            UInt32(raster.width),
            UInt32(raster.height),
            Int32(quality),
            &output.bytes,
            &output.count,
            &output.message
        )
        return try output.take(status)
    }
}
