import CImageCodecs

/// A WebP file (RFC 9649), read by libwebp; of an animation the first frame.
final class WebPSource: PictureSource {
    let header: SourceHeader
    private let file: ImageFile
    private let chunks: WebPChunks

    /// What is read of the file at once.
    private static let pieceSize = 64 * 1024

    init(_ file: ImageFile) throws(ImagingError) {
        self.file = file
        let chunks = try WebPChunks(file)
        self.chunks = chunks
        let size = chunks.size
        let canvas = chunks.canvas ?? size
        guard chunks.frameOrigin.x + size.width <= canvas.width,
            chunks.frameOrigin.y + size.height <= canvas.height
        else { throw .damaged(.webp, "its picture is larger than its canvas") }
        let isSmaller = size != canvas
        let hasAlpha = isSmaller || chunks.hasAlpha
        let layout: PixelLayout = hasAlpha ? .rgba8 : .rgb8
        header = SourceHeader(
            format: .webp,
            width: canvas.width,
            height: canvas.height,
            isCut: chunks.isCut,
            orientation: chunks.orientation,
            layout: layout,
            color: .described(by: chunks.profile, layout: layout, isGrey: false),
            // libwebp holds four bytes a pixel of a lossless picture, and one of alpha.
            frameBytes: size.width * size.height * (chunks.isLossless ? 4 : chunks.hasAlpha ? 1 : 0)
        )
    }

    func decode(
        _ window: Window,
        in scratch: Scratch,
        _ take: (_ y: Int, _ pixels: UnsafePointer<UInt8>) -> Void
    ) throws(ImagingError) {
        let canvas = CanvasRow(header, frameOrigin: chunks.frameOrigin, frameSize: chunks.size, window)
        let decoder = try WebPDecoder(
            columns: canvas.frameColumns,
            height: chunks.size.height,
            layout: header.layout
        )
        canvas.addEmptyRows(above: true, take)
        try decoder.feed(try container())
        var offset = chunks.picture.lowerBound
        var done = 0
        while offset < chunks.picture.upperBound {
            let piece = try file.bytes(
                at: offset,
                count: min(Self.pieceSize, chunks.picture.upperBound - offset)
            )
            guard !piece.isEmpty else { break }
            offset += piece.count
            try decoder.feed(piece)
            while done < decoder.decodedRows {
                canvas.add(decoder.row(done), frameRow: done, take)
                done += 1
            }
            decoder.giveBack(rows: done)
            if window.isLastOfFile, canvas.row(of: done) >= window.rows.upperBound { return }
        }
        guard done == chunks.size.height, decoder.isComplete else {
            throw .truncated(.webp, intactRows: canvas.row(of: done))
        }
        canvas.addEmptyRows(above: false, take)
    }

    /// What comes before the coded picture in a file of this picture alone.
    private func container() throws(ImagingError) -> [UInt8] {
        func number(_ value: Int, bytes: Int = 4) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var body = Array("WEBP".utf8)
        if let alpha = chunks.alpha, !chunks.isLossless {
            let hasAlpha: UInt8 = 0x10
            body += Array("VP8X".utf8) + number(10) + [hasAlpha, 0, 0, 0]
            body += number(chunks.size.width - 1, bytes: 3) + number(chunks.size.height - 1, bytes: 3)
            body += Array("ALPH".utf8) + number(alpha.count)
            body += try file.bytes(at: alpha.lowerBound, count: alpha.count)
            if alpha.count % 2 == 1 { body.append(0) }
        }
        body += Array((chunks.isLossless ? "VP8L" : "VP8 ").utf8) + number(chunks.picture.count)
        let padded = chunks.picture.count + chunks.picture.count % 2
        return Array("RIFF".utf8) + number(body.count + padded) + body
    }
}
