import Glibc

/// The bytes of a source, read where they are wanted.
///
/// The descriptor stays the caller's, and so does its offset.
struct ImageFile {
    let descriptor: Int32
    /// What was appended since this was taken is not read.
    let size: Int

    /// The bytes from an offset on: `count` of them, or fewer at the end of the file.
    func bytes(at offset: Int, count: Int) throws(ImagingError) -> [UInt8] {
        let wanted = max(0, min(count, size - offset))
        var failure: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            filled = 0
            while filled < wanted {
                let got = pread(
                    descriptor,
                    buffer.baseAddress?.advanced(by: filled),
                    wanted - filled,
                    offset + filled
                )
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    break
                } else if errno != EINTR {
                    failure = errno
                    break
                }
            }
        }
        if let failure { throw .unreadable(errno: failure) }
        return bytes
    }
}

/// The system's words for an error number.
func systemMessage(_ errno: Int32) -> String {
    strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
}
