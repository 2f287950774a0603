/// A picture that is made row by row, and put aside until its turn comes.
final class HeldRaster {
    let width: Int
    let height: Int
    private let scratch: Scratch
    private let offset: Int
    /// Some rows that go to their place at once.
    private let rows: UnsafeMutablePointer<UInt8>
    private let mostRows: Int
    private var failure: ImagingError?

    private static let pieceSize = 64 * 1024

    init(width: Int, height: Int, in scratch: Scratch) {
        self.width = width
        self.height = height
        self.scratch = scratch
        offset = scratch.reserve(width * height * 3)
        mostRows = min(height, max(1, Self.pieceSize / (width * 3)))
        rows = .allocate(capacity: mostRows * width * 3)
        rows.initialize(repeating: 0, count: mostRows * width * 3)
    }

    deinit { rows.deallocate() }

    /// Has a row filled, and takes it; what fails shows when the picture is asked for.
    ///
    /// - Parameter y: Each in turn, from 0 on.
    func setRow(_ y: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        guard failure == nil else { return }
        let count = y % mostRows + 1
        fill(rows + (count - 1) * width * 3)
        guard count == mostRows || y == height - 1 else { return }
        do throws(ImagingError) {
            try scratch.write(
                UnsafeRawBufferPointer(start: rows, count: count * width * 3),
                at: offset + (y + 1 - count) * width * 3
            )
        } catch {
            failure = error
        }
    }

    /// The picture, all of whose rows were set.
    func raster() throws(ImagingError) -> Raster {
        try part(x: 0, y: 0, width: width, height: height)
    }

    /// The part of the size given whose upper left pixel is at `x`, `y`; it must lie inside.
    func part(x: Int, y: Int, width partWidth: Int, height partHeight: Int) throws(ImagingError) -> Raster {
        if let failure { throw failure }
        var raster = Raster(width: partWidth, height: partHeight)
        // Whole rows lie side by side.
        let pieces = partWidth == width ? 1 : partHeight
        let pieceSize = partWidth * partHeight / pieces * 3
        var outcome = Result<Void, ImagingError>.success(())
        raster.bytes.withUnsafeMutableBytes { bytes in
            outcome = Result { () throws(ImagingError) in
                for piece in 0..<pieces {
                    try scratch.read(
                        into: UnsafeMutableRawBufferPointer(
                            rebasing: bytes[piece * pieceSize..<(piece + 1) * pieceSize]
                        ),
                        at: offset + ((y + piece) * width + x) * 3
                    )
                }
            }
        }
        try outcome.get()
        return raster
    }
}
