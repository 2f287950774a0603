import CImageCodecs
import Glibc

/// Owns a decoder of libwebp that takes a file piece by piece, and the pixels that it makes.
///
/// libwebp writes into memory of the whole picture's size. Rows that were used are given back to the system, so that
/// few of its pages exist at any time.
final class WebPDecoder {
    /// libwebp keeps its address.
    private let configuration: UnsafeMutablePointer<WebPDecoderConfig>
    private let decoder: OpaquePointer
    private let pixels: UnsafeMutableRawPointer
    private let byteCount: Int
    private let rowSize: Int
    private(set) var isComplete = false

    /// - Parameters:
    ///   - columns: Those of the picture that are wanted, from an even one on.
    ///   - height: The rows of the picture, which are all decoded.
    init(columns: Range<Int>, height: Int, layout: PixelLayout) throws(ImagingError) {
        rowSize = columns.count * layout.bytesPerPixel
        byteCount = rowSize * height
        let memory = mmap(
            nil,
            byteCount,
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
            -1,
            0
        )
        guard let memory, memory != MAP_FAILED else { throw .outOfMemory }
        pixels = memory
        configuration = .allocate(capacity: 1)
        configuration.initialize(to: WebPDecoderConfig())
        // It fails only when the library is of another version than its header.
        let isKnown = WebPInitDecoderConfig(configuration) != 0
        configuration.pointee.options.use_cropping = 1
        configuration.pointee.options.crop_left = Int32(columns.lowerBound)
        configuration.pointee.options.crop_width = Int32(columns.count)
        configuration.pointee.options.crop_height = Int32(height)
        configuration.pointee.output.colorspace = layout.hasAlpha ? MODE_RGBA : MODE_RGB
        configuration.pointee.output.is_external_memory = 1
        configuration.pointee.output.u.RGBA.rgba = memory.assumingMemoryBound(to: UInt8.self)
        configuration.pointee.output.u.RGBA.stride = Int32(rowSize)
        configuration.pointee.output.u.RGBA.size = byteCount
        guard isKnown, let decoder = WebPIDecode(nil, 0, configuration) else {
            configuration.deallocate()
            munmap(memory, byteCount)
            throw .outOfMemory
        }
        self.decoder = decoder
    }

    deinit {
        WebPIDelete(decoder)
        configuration.deallocate()
        munmap(pixels, byteCount)
    }

    func feed(_ bytes: [UInt8]) throws(ImagingError) {
        switch WebPIAppend(decoder, bytes, bytes.count) {
        case VP8_STATUS_OK: isComplete = true
        case VP8_STATUS_SUSPENDED: break
        case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory
        case VP8_STATUS_UNSUPPORTED_FEATURE:
            throw .unsupported(.webp, "libwebp does not know a feature of it")
        default: throw .damaged(.webp, "its coded picture makes no sense")
        }
    }

    /// How many rows, from the first on, have their pixels.
    var decodedRows: Int {
        var rows: Int32 = 0
        let start = WebPIDecGetRGB(decoder, &rows, nil, nil, nil)
        return start == nil ? 0 : Int(rows)
    }

    /// The pixels of a decoded row that was not given back.
    func row(_ y: Int) -> UnsafePointer<UInt8> {
        UnsafePointer((pixels + y * rowSize).assumingMemoryBound(to: UInt8.self))
    }

    /// Lets go of the first rows.
    func giveBack(rows: Int) {
        let pageSize = Int(getpagesize())
        let whole = rows * rowSize / pageSize * pageSize
        // If the system refuses, memory is used and nothing else is lost.
        if whole > 0 { madvise(pixels, whole, Int32(MADV_DONTNEED)) }
    }
}
