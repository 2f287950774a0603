import CImageCodecs

/// A HEIC file (ISO/IEC 23008-12), read by libheif, which turns the picture as the file's own properties say.
///
/// What EXIF says of its orientation is for information only (23008-12, A.2.2), and turning it twice would be wrong.
final class HEICSource: PictureSource {
    private(set) var header: SourceHeader
    private let reader: OpaquePointer
    private let isPremultiplied: Bool
    /// Whether colours are known only when the picture is decoded.
    private let hasCodedColors: Bool

    /// The bytes a pixel that libheif and its decoder hold at most.
    ///
    /// With colour at full resolution these are the decoded planes, their copy, and red, green, blue and alpha. Values of
    /// more than 8 bits take two bytes in each plane.
    private static func bytesPerPixel(isDeep: Bool) -> Int { isDeep ? 14 : 10 }

    init(_ file: ImageFile) throws(ImagingError) {
        var opened: OpaquePointer?
        let status = wr_heic_open(file.descriptor, UInt64(file.size), &opened)
        guard let reader = opened else { throw .outOfMemory }
        self.reader = reader
        var found = wr_heic_header()
        var problem = Self.error(status, reader)
        if problem == nil { problem = Self.error(wr_heic_read_header(reader, &found), reader) }
        if let problem {
            wr_heic_close(reader)
            throw problem
        }
        let layout: PixelLayout = found.has_alpha ? .rgba8 : .rgb8
        isPremultiplied = found.is_premultiplied
        hasCodedColors = found.profile == nil && found.primaries == 2 && found.transfer == 2
        let color: SourceColor
        do throws(ImagingError) {
            color = try Self.color(found, layout)
        } catch {
            wr_heic_close(reader)
            throw error
        }
        header = SourceHeader(
            format: .heic,
            width: Int(found.width),
            height: Int(found.height),
            layout: layout,
            color: color,
            frameBytes: Int(clamping: found.decoded_pixels) * Self.bytesPerPixel(isDeep: found.is_deep)
        )
    }

    deinit { wr_heic_close(reader) }

    func prepare() throws(ImagingError) {
        if let problem = Self.error(wr_heic_decode(reader), reader) { throw problem }
        guard hasCodedColors else { return }
        var (primaries, transfer): (Int32, Int32) = (0, 0)
        wr_heic_get_coded_colors(reader, &primaries, &transfer)
        header.color = try CodedColor(primaries: Int(primaries), transfer: Int(transfer)).color(.heic)
    }

    func decode(
        _ window: Window,
        in scratch: Scratch,
        _ take: (_ y: Int, _ pixels: UnsafePointer<UInt8>) -> Void
    ) throws(ImagingError) {
        let size = header.layout.bytesPerPixel
        let straight = UnsafeMutablePointer<UInt8>.allocate(capacity: window.columns.count * size)
        defer { straight.deallocate() }
        for y in window.rows {
            guard let row = wr_heic_row(reader, UInt32(y)) else { continue }
            var pixels = row + window.columns.lowerBound * size
            if isPremultiplied {
                divideByAlpha(pixels, count: window.columns.count, into: straight)
                pixels = UnsafePointer(straight)
            }
            take(y, pixels)
        }
    }

    private func divideByAlpha(
        _ pixels: UnsafePointer<UInt8>,
        count: Int,
        into straight: UnsafeMutablePointer<UInt8>
    ) {
        for x in 0..<count {
            let alpha = Int(pixels[4 * x + 3])
            for channel in 0..<3 {
                let value = Int(pixels[4 * x + channel])
                straight[4 * x + channel] =
                    alpha == 0 ? 0 : UInt8(min(255, (value * 255 + alpha / 2) / alpha))
            }
            straight[4 * x + 3] = UInt8(alpha)
        }
    }

    private static func color(_ found: wr_heic_header, _ layout: PixelLayout) throws(ImagingError)
        -> SourceColor
    {
        guard let profile = found.profile else {
            return try CodedColor(primaries: Int(found.primaries), transfer: Int(found.transfer)).color(.heic)
        }
        let bytes = Array(UnsafeBufferPointer(start: profile, count: found.profile_size))
        return .described(by: bytes, layout: layout, isGrey: false)
    }

    private static func error(_ status: wr_status, _ reader: OpaquePointer) -> ImagingError? {
        if status == WR_OK { return nil }
        return ImagingError(status, .heic, message: String(cString: wr_heic_message(reader)))
    }
}
