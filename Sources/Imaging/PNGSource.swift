import CImageCodecs
import Glibc

/// A PNG file (PNG, third edition), read by libpng.
final class PNGSource: PictureSource {
    let header: SourceHeader
    private let reader: OpaquePointer
    private let isInterlaced: Bool

    init(_ file: ImageFile) throws(ImagingError) {
        let chunks = try PNGChunks(file)
        let codedColor = try chunks.codedColor?.color(.png)
        guard let reader = wr_png_open(file.descriptor, UInt64(file.size)) else { throw .outOfMemory }
        self.reader = reader
        var found = wr_png_header()
        let status = wr_png_read_header(reader, &found)
        let layout: PixelLayout =
            switch found.pixels {
            case WR_PNG_RGBA8: .rgba8
            case WR_PNG_RGBA16: .rgba16
            default: .rgb8
            }
        isInterlaced = found.is_interlaced
        header = SourceHeader(
            format: .png,
            width: Int(found.width),
            height: Int(found.height),
            isCut: chunks.isCut,
            orientation: chunks.orientation,
            layout: layout,
            color: codedColor ?? .described(by: found, layout: layout),
            waitingBytes: found.is_interlaced
                ? Int(found.width) * (Int(found.height) + 1) / 2 * layout.bytesPerPixel : 0
        )
        try check(status)
    }

    deinit { wr_png_close(reader) }

    func decode(
        _ window: Window,
        in scratch: Scratch,
        _ take: (_ y: Int, _ pixels: UnsafePointer<UInt8>) -> Void
    ) throws(ImagingError) {
        try check(wr_png_start(reader))
        let row = UnsafeMutablePointer<UInt8>.allocate(capacity: header.width * header.layout.bytesPerPixel)
        defer { row.deallocate() }
        let end = window.isLastOfFile ? window.rows.upperBound : header.height
        if isInterlaced {
            try decodePasses(window, to: end, row, in: scratch, take)
        } else {
            let wanted = row + window.columns.lowerBound * header.layout.bytesPerPixel
            for y in 0..<end {
                try check(wr_png_read_row(reader, row), row: y)
                if window.rows.contains(y) { take(y, wanted) }
            }
        }
        if !window.isLastOfFile { try check(wr_png_finish(reader), row: header.height) }
    }

    private func decodePasses(
        _ window: Window,
        to end: Int,
        _ row: UnsafeMutablePointer<UInt8>,
        in scratch: Scratch,
        _ take: (_ y: Int, _ pixels: UnsafePointer<UInt8>) -> Void
    ) throws(ImagingError) {
        let deinterlacer = Deinterlacer(window, layout: header.layout, in: scratch)
        // A pass without pixels is not in the file.
        for pass in InterlacePass.adam7.dropLast() where pass.firstColumn < header.width {
            for y in stride(from: pass.firstRow, to: header.height, by: pass.rowStep) {
                // No row is whole before the last pass.
                try check(wr_png_read_row(reader, row), row: 0)
                try deinterlacer.put(pass, y: y, row)
            }
        }
        let wanted = row + window.columns.lowerBound * header.layout.bytesPerPixel
        for y in 0..<end {
            if y % 2 == 1 { try check(wr_png_read_row(reader, row), row: y) }
            guard window.rows.contains(y) else { continue }
            take(y, y % 2 == 1 ? UnsafePointer(wanted) : try deinterlacer.take(y: y))
        }
    }

    private func check(_ status: wr_status, row: Int? = nil) throws(ImagingError) {
        if status == WR_OK { return }
        throw ImagingError(status, .png, intactRows: row, message: String(cString: wr_png_message(reader)))
    }
}
