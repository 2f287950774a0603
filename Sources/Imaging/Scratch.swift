import CImageCodecs
import Glibc

/// A place for what is too much for memory, or has to wait: a file, or memory when there is none.
final class Scratch {
    /// The file; nil when memory takes its place.
    let file: UnsafeMutablePointer<wr_scratch>?
    private var memory: [UInt8] = []

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

    deinit { file?.deallocate() }

    /// Takes a part of it, and returns where it begins.
    func reserve(_ count: Int) -> Int {
        guard let file else {
            memory += repeatElement(0, count: count)
            return memory.count - count
        }
        file.pointee.end += UInt64(count)
        return Int(file.pointee.end) - count
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ImagingError) {
        guard let file else {
            memory.withUnsafeMutableBytes { memory in
                UnsafeMutableRawBufferPointer(rebasing: memory[offset..<offset + bytes.count]).copyMemory(
                    from: bytes
                )
            }
            return
        }
        guard wr_scratch_write(file, bytes.baseAddress, bytes.count, UInt64(offset)) else {
            throw .scratchFailed(errno: errno)
        }
    }

    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(ImagingError) {
        guard let file else {
            memory.withUnsafeBytes { memory in
                bytes.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: memory[offset..<offset + bytes.count])
                )
            }
            return
        }
        guard wr_scratch_read(file, bytes.baseAddress, bytes.count, UInt64(offset)) else {
            throw .scratchFailed(errno: errno)
        }
    }
}
