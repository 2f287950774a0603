import Glibc

/// Files that people edit, read whole.
package enum RegularFile {
    /// The bytes of a file.
    ///
    /// - Throws: ``FileError`` for what cannot be read, is no regular file, or has more bytes than `limit`.
    package static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
        // Without O_NONBLOCK a pipe would hold the program until someone writes to it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(reason: "is not a regular file") }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            var received = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                received = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                count = max(0, received)
            }
            guard received >= 0 else { throw .last }
            if received == 0 { return bytes }
            bytes += chunk
        }
        throw FileError(reason: "larger than \(limit) bytes")
    }
}

/// Why a file or folder cannot be read.
package struct FileError: Error {
    /// Such as "No such file or directory".
    package let reason: String
    /// Whether there is none.
    package var isAbsence = false

    /// The reason of the last failed call.
    static var last: FileError {
        FileError(reason: String(cString: strerror(errno)), isAbsence: errno == ENOENT || errno == ENOTDIR)
    }
}
