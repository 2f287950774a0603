import CImageCodecs
import Glibc

/// Writes JPEG files by libjpeg-turbo: baseline, 4:2:0, tables made to measure, without any metadata.
enum JPEGEncoder {
    static func encode(_ raster: Raster, quality: Int) throws(ImagingError) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        var message = [CChar](repeating: 0, count: Int(WR_MESSAGE_SIZE))
        let status = wr_jpeg_write(
            raster.bytes,
            UInt32(raster.width),
            UInt32(raster.height),
            Int32(quality),
            &bytes,
            &count,
            &message
        )
        defer { free(bytes) }
        guard status == WR_OK else {
            let words = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            throw status == WR_NO_MEMORY ? .outOfMemory : .impossibleRendition(words)
        }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
