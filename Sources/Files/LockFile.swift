import Glibc

/// Keeps other processes that ask for the same lock away, from `init` until its last reference is gone or its process ends.
///
/// The lock is on a file (`flock`), in which the holder says who it is.
package final class LockFile: Sendable {
    private let descriptor: Int32

    /// Takes the lock, and makes its file when there is none.
    ///
    /// - Parameter holder: Who takes it, for those who come too late.
    /// - Throws: ``FileError``, with ``FileError/Problem/held(by:)`` when another has it.
    package init(_ name: String, in directory: Directory, holder: String) throws(FileError) {
        let path = directory.path(name)
        descriptor = openat(directory.descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw FileError("lock", path, errno == ELOOP ? .link : .system(errno))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            throw FileError(
                "lock",
                path,
                code == EWOULDBLOCK ? .held(by: Self.holder(of: descriptor)) : .system(code)
            )
        }
        // Who could not say so still has the lock.
        ftruncate(descriptor, 0)
        let text = Array("\(holder)\n".utf8)
        pwrite(descriptor, text, text.count, 0)
    }

    deinit {
        // Negative when it was not opened.
        guard descriptor >= 0 else { return }
        // A program that is being started has a copy of the descriptor, and closing this one would leave it the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func holder(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
        let line = bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }
        return line.isEmpty ? "another process" : String(decoding: line, as: UTF8.self)
    }
}
