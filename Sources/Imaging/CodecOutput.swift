import CImageCodecs
import Glibc

/// What a codec writes: a block of its own making, or words about why there is none.
struct CodecOutput {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    var message = [CChar](repeating: 0, count: Int(WR_MESSAGE_SIZE))

    /// The bytes, whose block is freed.
    func take(_ status: wr_status) throws(ImagingError) -> [UInt8] {
        guard status == WR_OK else {
            if status == WR_NO_MEMORY { throw .outOfMemory }
            throw .impossibleRendition(
                String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            )
        }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
