/// A picture that is made row by row, and put aside until its turn comes.
final class HeldRaster {
    let width: Int
    let height: Int
    private let scratch: Scratch
    private let offset: Int
    private let row: UnsafeMutablePointer<UInt8>
    private var failure: ImagingError?

    init(width: Int, height: Int, in scratch: Scratch) {
        self.width = width
        self.height = height
        self.scratch = scratch
        offset = scratch.reserve(width * height * 3)
        row = .allocate(capacity: width * 3)
        row.initialize(repeating: 0, count: width * 3)
    }

    deinit { row.deallocate() }

    /// Has a row filled, and takes it; what fails shows when the picture is asked for.
    func setRow(_ y: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        guard failure == nil else { return }
        fill(row)
        do throws(ImagingError) {
            try scratch.write(
                UnsafeRawBufferPointer(start: row, count: width * 3),
                at: offset + y * width * 3
            )
        } catch {
            failure = error
        }
    }

    /// The picture, all of whose rows were set.
    func raster() throws(ImagingError) -> Raster {
        if let failure { throw failure }
        var raster = Raster(width: width, height: height)
        var outcome = Result<Void, ImagingError>.success(())
        raster.bytes.withUnsafeMutableBytes { bytes in
            outcome = Result { () throws(ImagingError) in try scratch.read(into: bytes, at: offset) }
        }
        try outcome.get()
        return raster
    }
}
