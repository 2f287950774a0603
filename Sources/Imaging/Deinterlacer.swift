/// Puts the rows of an interlaced PNG into order.
///
/// The last pass has the odd rows, whole and in order. What the passes before it bring, the even rows in pieces, is put
/// aside until then.
final class Deinterlacer {
    private let columns: Range<Int>
    private let rows: Range<Int>
    private let bytesPerPixel: Int
    private let scratch: Scratch
    private let part: Scratch.Part
    private let pieces: UnsafeMutablePointer<UInt8>
    private let row: UnsafeMutablePointer<UInt8>

    private var rowSize: Int { columns.count * bytesPerPixel }

    /// The bytes to put aside for a picture.
    static func size(rows: Range<Int>, columns: Range<Int>, bytesPerPixel: Int) -> Int {
        ((rows.upperBound + 1) / 2 - rows.lowerBound / 2) * columns.count * bytesPerPixel
    }

    init(_ window: Window, layout: PixelLayout, in scratch: Scratch) {
        columns = window.columns
        rows = window.rows
        bytesPerPixel = layout.bytesPerPixel
        self.scratch = scratch
        part = scratch.reserve(Self.size(rows: rows, columns: columns, bytesPerPixel: bytesPerPixel))
        pieces = .allocate(capacity: columns.count * bytesPerPixel)
        row = .allocate(capacity: columns.count * bytesPerPixel)
    }

    deinit {
        pieces.deallocate()
        row.deallocate()
    }

    /// Puts the pixels aside that a pass other than the last has in a row.
    ///
    /// - Parameter pixels: The pass's own, from the first on.
    func put(_ pass: InterlacePass, y: Int, _ pixels: UnsafePointer<UInt8>) throws(ImagingError) {
        guard rows.contains(y) else { return }
        var place = place(of: y)
        for earlier in InterlacePass.adam7 where earlier.has(row: y) {
            let part = earlier.pixels(in: columns)
            if earlier == pass {
                let bytes = UnsafeRawBufferPointer(
                    start: pixels + part.lowerBound * bytesPerPixel,
                    count: part.count * bytesPerPixel
                )
                return try scratch.write(bytes, to: self.part, at: place)
            }
            place += part.count * bytesPerPixel
        }
    }

    /// An even row put together, the window's columns.
    func take(y: Int) throws(ImagingError) -> UnsafePointer<UInt8> {
        try scratch.read(
            into: UnsafeMutableRawBufferPointer(start: pieces, count: rowSize),
            from: part,
            at: place(of: y)
        )
        var next = UnsafePointer(pieces)
        for pass in InterlacePass.adam7 where pass.has(row: y) {
            for pixel in pass.pixels(in: columns) {
                let column = pass.firstColumn + pixel &* pass.columnStep &- columns.lowerBound
                (row + column &* bytesPerPixel).update(from: next, count: bytesPerPixel)
                next += bytesPerPixel
            }
        }
        return UnsafePointer(row)
    }

    private func place(of y: Int) -> Int { (y / 2 - rows.lowerBound / 2) * rowSize }
}
