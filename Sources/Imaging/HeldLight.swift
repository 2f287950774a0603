/// A picture's light that is made row by row, and put aside until its turn comes.
final class HeldLight {
    let width: Int
    let height: Int
    private let scratch: Scratch
    private let part: Scratch.Part
    /// The bytes of a row.
    private let rowSize: Int
    /// Some rows that go to their place at once.
    private let rows: UnsafeMutableRawBufferPointer
    private let mostRows: Int
    private var failure: ImagingError?

    private static let pieceSize = 64 * 1024

    init(width: Int, height: Int, in scratch: Scratch) {
        self.width = width
        self.height = height
        self.scratch = scratch
        rowSize = Light.rowSize(ofPixels: width) * MemoryLayout<Int16>.stride
        part = scratch.reserve(rowSize * height)
        mostRows = min(height, max(1, Self.pieceSize / rowSize))
        rows = .allocate(byteCount: mostRows * rowSize, alignment: MemoryLayout<Int16>.alignment)
    }

    deinit { rows.deallocate() }

    /// Takes a row; what fails shows when rows are looked at.
    ///
    /// - Parameter y: Each in turn, from 0 on.
    func setRow(_ y: Int, _ light: UnsafePointer<Int16>) {
        guard failure == nil else { return }
        let count = y % mostRows + 1
        UnsafeMutableRawBufferPointer(rebasing: rows[(count - 1) * rowSize..<count * rowSize]).copyMemory(
            from: UnsafeRawBufferPointer(start: light, count: rowSize)
        )
        guard count == mostRows || y == height - 1 else { return }
        do throws(ImagingError) {
            try scratch.write(
                UnsafeRawBufferPointer(rebasing: rows[..<(count * rowSize)]),
                to: part,
                at: (y + 1 - count) * rowSize
            )
        } catch {
            failure = error
        }
    }

    /// The rows, all of which were set, to be looked at from the first to the last.
    func view() throws(ImagingError) -> HeldRows {
        if let failure { throw failure }
        return HeldRows(try scratch.view(part), rowSize: rowSize)
    }
}

/// Rows that were put aside, where they are.
struct HeldRows: RowsOfLight {
    private let view: Scratch.View
    private let rowSize: Int

    fileprivate init(_ view: Scratch.View, rowSize: Int) {
        self.view = view
        self.rowSize = rowSize
    }

    subscript(y: Int) -> UnsafePointer<Int16> {
        (view.bytes + y * rowSize).assumingMemoryBound(to: Int16.self)
    }

    /// Says that the rows before one will not be looked at again, so that they need no memory.
    func letGo(before y: Int) { view.letGo(before: y * rowSize) }
}
