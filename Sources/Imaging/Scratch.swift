import CImageCodecs
import Glibc

/// A place for what is too much for memory, or has to wait: a file, or memory when there is none.
final class Scratch {
    /// The file; nil when memory takes its place.
    let file: UnsafeMutablePointer<wr_scratch>?
    /// The parts that were taken of memory.
    private var blocks: [UnsafeMutableRawPointer] = []

    /// What was taken of it at once.
    struct Part {
        /// In the file; in memory the number of a block.
        fileprivate let place: Int
        /// In bytes.
        fileprivate let size: Int
    }

    private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

    /// - Parameter descriptor: A file that may be written all over; nil: memory.
    init(_ descriptor: Int32?) {
        guard let descriptor else {
            file = nil
            return
        }
        let file = UnsafeMutablePointer<wr_scratch>.allocate(capacity: 1)
        file.initialize(to: wr_scratch(descriptor: descriptor, end: 0))
        self.file = file
    }

    deinit {
        file?.deallocate()
        for block in blocks { block.deallocate() }
    }

    /// Takes so many bytes of it.
    func reserve(_ size: Int) -> Part {
        guard let file else {
            blocks.append(.allocate(byteCount: size, alignment: 16))
            return Part(place: blocks.count - 1, size: size)
        }
        // A part begins with a page, so that it can be looked at.
        let place = (Int(file.pointee.end) + Self.pageSize - 1) / Self.pageSize * Self.pageSize
        file.pointee.end = UInt64(place + size)
        return Part(place: place, size: size)
    }

    func write(_ bytes: UnsafeRawBufferPointer, to part: Part, at offset: Int) throws(ImagingError) {
        precondition(offset + bytes.count <= part.size)
        guard let file else {
            UnsafeMutableRawBufferPointer(start: blocks[part.place] + offset, count: bytes.count).copyMemory(
                from: bytes
            )
            return
        }
        guard wr_scratch_write(file, bytes.baseAddress, bytes.count, UInt64(part.place + offset)) else {
            throw .scratchFailed(errno: errno)
        }
    }

    func read(into bytes: UnsafeMutableRawBufferPointer, from part: Part, at offset: Int) throws(ImagingError)
    {
        precondition(offset + bytes.count <= part.size)
        guard let file else {
            bytes.copyMemory(
                from: UnsafeRawBufferPointer(start: blocks[part.place] + offset, count: bytes.count)
            )
            return
        }
        guard wr_scratch_read(file, bytes.baseAddress, bytes.count, UInt64(part.place + offset)) else {
            throw .scratchFailed(errno: errno)
        }
    }

    /// The bytes of a part where they are, all of which were written.
    func view(_ part: Part) throws(ImagingError) -> View {
        guard let file else { return View(blocks[part.place], ofFile: false, size: part.size) }
        let start = mmap(nil, part.size, PROT_READ, MAP_SHARED, file.pointee.descriptor, part.place)
        guard let start, start != MAP_FAILED else { throw .scratchFailed(errno: errno) }
        return View(start, ofFile: true, size: part.size)
    }
}

extension Scratch {
    /// Bytes of the scratch, to be looked at from the first to the last; not beyond the scratch's life.
    final class View {
        let bytes: UnsafeRawPointer
        private let size: Int
        /// Whether they are a file's, and count as memory as long as they are not let go.
        private let isOfFile: Bool
        private var gone = 0

        /// So many bytes are let go at once.
        private static let pieceSize = 512 * 1024

        fileprivate init(_ bytes: UnsafeMutableRawPointer, ofFile isOfFile: Bool, size: Int) {
            self.bytes = UnsafeRawPointer(bytes)
            self.size = size
            self.isOfFile = isOfFile
        }

        deinit {
            // Cannot fail: it was mapped as it is unmapped.
            if isOfFile { munmap(UnsafeMutableRawPointer(mutating: bytes), size) }
        }

        /// Gives back what lies before an offset; looked at again, it would come from the file once more.
        func letGo(before offset: Int) {
            guard isOfFile, offset - gone >= Self.pieceSize else { return }
            let end = offset / Self.pieceSize * Self.pieceSize
            // A failure costs memory alone.
            madvise(UnsafeMutableRawPointer(mutating: bytes + gone), end - gone, MADV_DONTNEED)
            gone = end
        }
    }
}
