import CImageCodecs
import Glibc

/// A PNG file (PNG, third edition), read by libpng.
final class PNGSource: PictureSource {
    let header: SourceHeader
    private let reader: OpaquePointer

    init(_ file: ImageFile) throws(ImagingError) {
        let chunks = try PNGChunks(file)
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
        header = SourceHeader(
            format: .png,
            width: Int(found.width),
            height: Int(found.height),
            orientation: chunks.orientation,
            layout: layout,
            color: try chunks.codedColor?.color(.png) ?? .described(by: found, layout: layout),
            isInterlaced: found.is_interlaced
        )
        try check(status)
        if chunks.isCut { throw .truncated(.png, intactRows: nil) }
    }

    deinit { wr_png_close(reader) }

    func decode(_ window: Window, _ take: (SourceRow) -> Void) throws(ImagingError) {
        try check(wr_png_start(reader))
        let row = UnsafeMutablePointer<UInt8>.allocate(capacity: header.width * header.layout.bytesPerPixel)
        defer { row.deallocate() }
        if header.isInterlaced {
            for pass in InterlacePass.adam7 { try decode(pass, rows: window.rows, row, take) }
        } else {
            let wanted = row + window.columns.lowerBound * header.layout.bytesPerPixel
            let first = window.columns.lowerBound
            for y in 0..<header.height {
                try check(wr_png_read_row(reader, row), row: y)
                guard window.rows.contains(y) else { continue }
                take(SourceRow(y: y, pixels: wanted, firstColumn: first, count: window.columns.count))
            }
        }
        try check(wr_png_finish(reader))
    }

    private func decode(
        _ pass: InterlacePass,
        rows: Range<Int>,
        _ row: UnsafeMutablePointer<UInt8>,
        _ take: (SourceRow) -> Void
    ) throws(ImagingError) {
        // A pass without pixels is not in the file.
        guard pass.firstColumn < header.width else { return }
        for y in stride(from: pass.firstRow, to: header.height, by: pass.rowStep) {
            // No row is whole before the last pass.
            try check(wr_png_read_row(reader, row), row: 0)
            guard rows.contains(y) else { continue }
            take(
                SourceRow(
                    y: y,
                    pixels: row,
                    firstColumn: pass.firstColumn,
                    columnStep: pass.columnStep,
                    count: (header.width - pass.firstColumn + pass.columnStep - 1) / pass.columnStep
                )
            )
        }
    }

    private func check(_ status: wr_status, row: Int? = nil) throws(ImagingError) {
        if status == WR_OK { return }
        throw ImagingError(status, .png, intactRows: row, message: String(cString: wr_png_message(reader)))
    }
}
