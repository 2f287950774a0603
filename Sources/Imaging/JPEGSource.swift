import CImageCodecs

/// A JPEG file (ITU-T T.81), read by libjpeg-turbo.
final class JPEGSource: PictureSource {
    let header: SourceHeader
    private let reader: OpaquePointer

    /// As many rows as a block of the largest kind has.
    private static let rowsNearCut = 16

    init(_ file: ImageFile) throws(ImagingError) {
        let segments = try JPEGSegments(file)
        guard let reader = wr_jpeg_open(file.descriptor, UInt64(file.size)) else { throw .outOfMemory }
        self.reader = reader
        var found = wr_jpeg_header()
        let status = wr_jpeg_read_header(reader, &found)
        let layout: PixelLayout = found.pixels == WR_JPEG_CMYK ? .cmyk8(inverted: found.inverted) : .rgbx8
        header = SourceHeader(
            format: .jpeg,
            width: Int(found.width),
            height: Int(found.height),
            orientation: segments.orientation,
            layout: layout,
            color: SourceColor.described(by: segments.profile, layout: layout, isGrey: found.is_grey),
            shrinks: [1, 2, 4, 8]
        )
        try check(status)
    }

    deinit { wr_jpeg_close(reader) }

    func decode(
        _ window: Window,
        in scratch: Scratch,
        _ take: (_ y: Int, _ pixels: UnsafePointer<UInt8>) -> Void
    ) throws(ImagingError) {
        // Colour that is stored at half the width is smoothed across its neighbours, which a cut would take away.
        let width = (header.width + window.shrink - 1) / window.shrink
        let columns = max(0, window.columns.lowerBound - 2)..<min(width, window.columns.upperBound + 2)
        var cut = wr_jpeg_window(
            first_column: UInt32(columns.lowerBound),
            columns: UInt32(columns.count),
            first_row: UInt32(window.rows.lowerBound),
            rows: UInt32(window.rows.count)
        )
        try check(wr_jpeg_start(reader, Int32(8 / window.shrink), &cut, scratch.file))
        // Into a row that lies as its vectors do, libjpeg-turbo writes past the caches, and what is read next comes from
        // memory: a pixel later it does not.
        let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: (Int(cut.columns) + 1) * 4)
        defer { pixels.deallocate() }
        let row = pixels + 4
        let wanted = row + (window.columns.lowerBound - Int(cut.first_column)) * 4
        if window.rows.lowerBound > 0 {
            try check(wr_jpeg_skip_rows(reader, UInt32(window.rows.lowerBound)), shrink: window.shrink)
        }
        for y in window.rows {
            try check(wr_jpeg_read_row(reader, row), shrink: window.shrink)
            take(y, wanted)
        }
        if window.isLastOfFile { return }
        let left = Int(wr_jpeg_rows(reader)) - window.rows.upperBound
        // Skipped to the very end, rows would not be looked at.
        if left > 1 { try check(wr_jpeg_skip_rows(reader, UInt32(left - 1)), shrink: window.shrink) }
        if left > 0 { try check(wr_jpeg_read_row(reader, row), shrink: window.shrink) }
        try check(wr_jpeg_finish(reader), shrink: window.shrink)
    }

    /// - Parameter shrink: That of the rows that are being read; nil before the first.
    private func check(_ status: wr_status, shrink: Int? = nil) throws(ImagingError) {
        if status == WR_OK { return }
        // How near to the cut rows come depends on the shrink.
        let rows = shrink.map { max(0, Int(wr_jpeg_position(reader)) * $0 - Self.rowsNearCut) }
        throw ImagingError(
            status,
            .jpeg,
            intactRows: rows,
            message: String(cString: wr_jpeg_message(reader))
        )
    }
}
