/// Lays the rows of a frame onto the rows of a canvas that is transparent elsewhere.
final class CanvasRow {
    /// The columns of the frame to decode.
    let frameColumns: Range<Int>
    private let window: Window
    private let frameOrigin: (x: Int, y: Int)
    private let frameSize: (width: Int, height: Int)
    private let isCovered: Bool
    /// Of the window's columns, where the frame does not cover the canvas.
    private let row: UnsafeMutablePointer<UInt8>
    private let bytesPerPixel: Int

    init(
        _ header: SourceHeader,
        frameOrigin: (x: Int, y: Int),
        frameSize: (width: Int, height: Int),
        _ window: Window
    ) {
        self.window = window
        self.frameOrigin = frameOrigin
        self.frameSize = frameSize
        bytesPerPixel = header.layout.bytesPerPixel
        isCovered = frameSize == (header.width, header.height)
        // Decoders cut at even columns, and smooth colour across two more.
        let first = isCovered ? max(0, window.columns.lowerBound / 2 * 2 - 2) : 0
        frameColumns =
            first..<(isCovered ? min(window.columns.upperBound + 2, header.width) : frameSize.width)
        row = .allocate(capacity: window.columns.count * bytesPerPixel)
        row.initialize(repeating: 0, count: window.columns.count * bytesPerPixel)
    }

    deinit { row.deallocate() }

    /// The canvas's row of a row of the frame.
    func row(of frameRow: Int) -> Int { frameOrigin.y + frameRow }

    /// - Parameter pixels: The frame's, from the first of ``frameColumns`` on.
    func add(
        _ pixels: UnsafePointer<UInt8>,
        frameRow: Int,
        _ take: (_ y: Int, _ pixels: UnsafePointer<UInt8>) -> Void
    ) {
        let y = row(of: frameRow)
        if isCovered {
            hand(pixels + (window.columns.lowerBound - frameColumns.lowerBound) * bytesPerPixel, y, take)
            return
        }
        let visible = window.columns.clamped(to: frameOrigin.x..<frameOrigin.x + frameSize.width)
        (row + (visible.lowerBound - window.columns.lowerBound) * bytesPerPixel).update(
            from: pixels + (visible.lowerBound - frameOrigin.x) * bytesPerPixel,
            count: visible.count * bytesPerPixel
        )
        hand(row, y, take)
    }

    /// The canvas's rows above the frame, or those below it.
    func addEmptyRows(above: Bool, _ take: (_ y: Int, _ pixels: UnsafePointer<UInt8>) -> Void) {
        guard !isCovered else { return }
        let rows = above ? 0..<frameOrigin.y : frameOrigin.y + frameSize.height..<Int.max
        row.update(repeating: 0, count: window.columns.count * bytesPerPixel)
        for y in window.rows.clamped(to: rows) { hand(row, y, take) }
    }

    private func hand(
        _ pixels: UnsafePointer<UInt8>,
        _ y: Int,
        _ take: (_ y: Int, _ pixels: UnsafePointer<UInt8>) -> Void
    ) {
        guard window.rows.contains(y) else { return }
        take(y, pixels)
    }
}
