import CImageCodecs

/// A HEIC file (ISO/IEC 23008-12), read by libheif, which turns the picture as the file's own properties say.
///
/// What EXIF says of its orientation is for information only (23008-12, A.2.2), and turning it twice would be wrong.
final class HEICSource: PictureSource {
    let header: SourceHeader
    private let reader: OpaquePointer
    private let isPremultiplied: Bool

    /// The bytes a pixel that libheif and its decoder hold at most: the decoded planes, those of the whole picture, and
    /// red, green, blue and alpha.
    private static let bytesPerPixel = 10

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
            frameBytes: Int(found.width) * Int(found.height) * Self.bytesPerPixel
        )
    }

    deinit { wr_heic_close(reader) }

    func decode(
        _ window: Window,
        in scratch: Scratch,
        _ take: (_ y: Int, _ pixels: UnsafePointer<UInt8>) -> Void
    ) throws(ImagingError) {
        if let problem = Self.error(wr_heic_decode(reader), reader) { throw problem }
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
