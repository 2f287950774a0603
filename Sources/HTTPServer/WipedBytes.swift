import Glibc

/// The content of a file, in memory that is wiped when it goes away and was never moved.
///
/// This wipes what this program has read. What a library makes of it, and what the system keeps of the file, it cannot
/// reach.
struct WipedBytes: ~Copyable {
    private let buffer: UnsafeMutableRawBufferPointer
    let count: Int

    /// Reads to the end of a file, and one byte beyond the limit at most, so that ``count`` tells when it is too long.
    ///
    /// - Returns: nil when the system refuses, with the reason in `errno`.
    init?(of descriptor: Int32, atMost limit: Int) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit + 1, alignment: 1)
        var count = 0
        while count < buffer.count {
            let more = read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else {
                let code = errno
                Self.wipe(buffer, count)
                errno = code
                return nil
            }
            if more == 0 { break }
            count += more
        }
        (self.buffer, self.count) = (buffer, count)
    }

    deinit { Self.wipe(buffer, count) }

    /// - Parameter body: Must not keep the address.
    borrowing func withBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
        body(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
    }

    private static func wipe(_ buffer: UnsafeMutableRawBufferPointer, _ count: Int) {
        if let start = buffer.baseAddress { explicit_bzero(start, count) }
        buffer.deallocate()
    }
}
